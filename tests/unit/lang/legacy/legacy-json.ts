// Shorthand for stored trees in Pact 4's format.

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json };

/** A parameter of the innermost binder. */
export const bound = (index: number): Json => ({ var: { b: index }, i: null });
/** A term outside the innermost binder, or outside this number of binders. */
export const outside = (term: Json, binders = 1): Json =>
  binders === 0 ? term : outside({ var: { f: term }, i: null }, binders - 1);
export const builtin = (name: string): Json => ({ var: { direct: { pdnat: name } }, i: null });
export const free = (name: string): Json => ({ var: { direct: { pdfv: name } }, i: null });
export const stored = (value: Json): Json => ({ var: { direct: { pdval: value } }, i: null });
export const behind = (term: Json): Json => ({ var: { ref: term }, i: null });

export const app = (fun: Json, ...args: readonly Json[]): Json => ({ fun, args, info: null });
/** A builtin applied inside this number of binders. */
export const call = (name: string, binders: number, ...args: readonly Json[]): Json =>
  app(outside(builtin(name), binders), ...args);
export const lit = (value: Json): Json => ({ lit: value, i: null });
export const int = (value: number): Json => lit({ int: value });
export const list = (...items: readonly Json[]): Json => ({ list: items, type: '*', i: null });
export const object = (fields: { readonly [name: string]: Json }): Json => ({
  obj: fields,
  type: '*',
  i: null,
});

const scope = (terms: readonly Json[]): Json => ({ scope: list(...terms) });
export const arg = (name: string, type: Json = '*'): Json => ({ name, type, info: null });
const funType = (args: readonly Json[], result: Json = '*'): Json => ({ args, return: result });

export const lambda = (params: readonly string[], ...body: readonly Json[]): Json => ({
  amArg: 'lambda',
  amTy: funType(params.map((name) => arg(name))),
  amBindBody: scope(body),
  amInfo: null,
});

type Pairs = readonly (readonly [string, Json])[];
const binding = (type: Json, pairs: Pairs, body: readonly Json[]): Json => ({
  pairs: pairs.map(([name, val]) => ({ arg: arg(name), val })),
  body: scope(body),
  type,
  i: null,
});
export const bindLet = (pairs: Pairs, ...body: readonly Json[]): Json =>
  binding('let', pairs, body);
export const bindObject = (pairs: Pairs, ...body: readonly Json[]): Json =>
  binding({ bind: '*' }, pairs, body);

export const moduleName = (name: string): Json => ({ name, namespace: null });

export type Written = {
  readonly kind?: 'Defun' | 'Defcap' | 'Defpact';
  readonly module?: string;
  readonly args?: readonly Json[];
  readonly result?: Json;
  readonly meta?: Json;
  readonly body: readonly Json[];
};

export const def = (name: string, written: Written): Json => ({
  defName: name,
  module: moduleName(written.module ?? 'm'),
  defType: written.kind ?? 'Defun',
  funType: funType(written.args ?? [], written.result),
  defBody: scope(written.body),
  defMeta: written.meta ?? null,
  meta: null,
  info: null,
});

export const step = (exec: Json, rollback: Json = null, entity: Json = null): Json => ({
  body: { entity, exec, rollback },
  meta: null,
  i: null,
});

export const hash = (letter: string): string => `${letter.repeat(42)}A`;

export const constant = (name: string, value: Json): Json => ({
  arg: arg(name),
  modname: moduleName('m'),
  val: { raw: value, eval: value },
  meta: null,
  i: null,
});

export const schema = (name: string, fields: readonly Json[]): Json => ({
  name,
  modname: moduleName('m'),
  fields,
  meta: null,
  i: null,
});

export const table = (name: string, of: Json, module = 'm', version = hash('M')): Json => ({
  name,
  modname: moduleName(module),
  hash: version,
  type: behind(of),
  meta: null,
  i: null,
});

export const storedModule = (
  defs: { readonly [name: string]: Json },
  changes: { readonly [name: string]: Json } = {},
  dependencies: readonly Json[] = [],
): Json => ({
  module: {
    name: moduleName('m'),
    governance: { keyset: 'admin' },
    hash: hash('M'),
    code: '(module m ..)',
    blessed: [],
    interfaces: [],
    imports: [],
    meta: null,
    ...changes,
  },
  refMap: Object.fromEntries(Object.entries(defs).map(([name, ref]) => [name, { ref }])),
  dependencies,
});

export const storedInterface = (name: string, defs: { readonly [name: string]: Json }): Json => ({
  module: { name: moduleName(name), code: '', imports: [], meta: null },
  refMap: Object.fromEntries(Object.entries(defs).map(([key, ref]) => [key, { ref }])),
});
