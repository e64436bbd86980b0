// What forms say as they are written. Forms of scripts that affect the meaning of later forms are interpreted without running
// them: `(load "a.pact")`, `(namespace 'n)`, transactions; only literals are supported.

import { onceFor } from '../../base/deferred.ts';
import type { Span } from '../../base/span.ts';
import type { TopLevel } from '../../lang/session/analyse.ts';

export type StaticForm =
  | { readonly kind: 'load'; readonly path: string; readonly reset: boolean; readonly span: Span }
  | { readonly kind: 'namespace'; readonly name: string }
  /** `(namespace (read-msg 'ns))`: the name is a string in the data, if that is known. */
  | { readonly kind: 'namespace-from-data'; readonly key: string | undefined }
  /** The strings in the data that a script sets. */
  | { readonly kind: 'data'; readonly texts: ReadonlyMap<string, string> }
  | { readonly kind: 'begin' | 'commit' | 'rollback' }
  /** Whether modules may use builtins of the REPL. */
  | { readonly kind: 'repl-builtins'; readonly allowed: boolean };

export function staticForm(form: TopLevel): StaticForm | undefined {
  if (form.kind !== 'term' || form.expression.kind !== 'application') return undefined;
  const { head, args, span } = form.expression;
  if (head.kind !== 'variable' || head.name.kind !== 'bare') return undefined;
  const [first, second] = args.map(literalOf);
  switch (head.name.name) {
    case 'load':
      if (typeof first !== 'string') return undefined;
      return { kind: 'load', path: first, reset: second === true, span };
    case 'namespace':
      if (typeof first === 'string') return { kind: 'namespace', name: first };
      return { kind: 'namespace-from-data', key: dataKey(args[0]) };
    case 'env-data':
      return { kind: 'data', texts: textsOf(args[0]) };
    case 'begin-tx':
      return { kind: 'begin' };
    case 'commit-tx':
      return { kind: 'commit' };
    case 'rollback-tx':
      return { kind: 'rollback' };
    case 'env-enable-repl-natives':
      return typeof first === 'boolean' ? { kind: 'repl-builtins', allowed: first } : undefined;
    default:
      return undefined;
  }
}

/** Returns the paths that the forms of a file load, as written. */
export const loadPaths = onceFor((forms: readonly TopLevel[]): readonly string[] =>
  forms.flatMap((form) => {
    const known = staticForm(form);
    return known?.kind === 'load' ? [known.path] : [];
  }),
);

/** Returns the modules and interfaces of a file by their full names, in written order. */
export function modulesWithNames(
  forms: readonly TopLevel[],
): readonly (readonly [name: string, form: WrittenModule])[] {
  let namespace = '';
  return forms.flatMap((form) => {
    const known = staticForm(form);
    if (known?.kind === 'namespace') namespace = known.name;
    return isModuleForm(form) ? [[nameIn(namespace, form), form] as const] : [];
  });
}

export const isModuleForm = (form: TopLevel): form is WrittenModule =>
  form.kind === 'module' || form.kind === 'interface';

/** Returns the full name of a module in a namespace, which is empty for the root. */
export const nameIn = (namespace: string, { name }: WrittenModule): string =>
  namespace === '' ? name.text : `${namespace}.${name.text}`;

/** Returns the name of a module or interface; empty for other forms. */
export const nameOfModule = (form: TopLevel | undefined): string =>
  form !== undefined && isModuleForm(form) ? form.name.text : '';

/** The name of a module as written. */
export const writtenModule = ({
  name,
  namespace,
}: {
  readonly name: string;
  readonly namespace: string | undefined;
}): string => (namespace === undefined ? name : `${namespace}.${name}`);

/** Returns whether the form imports that module. */
export function isImported(form: TopLevel | undefined, module: string): boolean {
  const imports =
    form?.kind === 'module'
      ? form.external.filter((each) => each.kind !== 'bless')
      : form?.kind === 'interface'
        ? form.imports
        : form?.kind === 'use'
          ? [form]
          : [];
  return imports.some((each) => writtenModule(each.module) === module);
}

type Application = Extract<
  Extract<TopLevel, { kind: 'term' }>['expression'],
  { kind: 'application' }
>;

type Expression = Application['args'][number];

/** Returns `ns` of `(read-msg 'ns)`. */
function dataKey(expression: Expression | undefined): string | undefined {
  if (expression?.kind !== 'application' || expression.args.length !== 1) return undefined;
  const { head, args } = expression;
  if (head.kind !== 'variable' || head.name.kind !== 'bare') return undefined;
  if (head.name.name !== 'read-msg' && head.name.name !== 'read-string') return undefined;
  const key = args[0] === undefined ? undefined : literalOf(args[0]);
  return typeof key === 'string' ? key : undefined;
}

function textsOf(expression: Expression | undefined): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  if (expression?.kind !== 'object') return texts;
  for (const { field, value } of expression.fields) {
    const text = literalOf(value);
    if (typeof text === 'string') texts.set(field, text);
  }
  return texts;
}

function literalOf(expression: Expression): string | boolean | undefined {
  if (expression.kind !== 'constant') return undefined;
  const { literal } = expression;
  return literal.kind === 'string' || literal.kind === 'bool' ? literal.value : undefined;
}

export type WrittenModule = Extract<TopLevel, { readonly kind: 'module' | 'interface' }>;
export type WrittenDefinition = WrittenModule['definitions'][number];

export function nameOf(written: WrittenDefinition): string {
  if (written.kind === 'defschema' || written.kind === 'deftable') return written.name.text;
  return written.spec.name;
}

export function docOf(written: WrittenDefinition | WrittenModule): string | undefined {
  if (written.kind === 'defconst' || written.kind === 'deftable') return written.doc?.text;
  return written.annotations.find((annotation) => annotation.kind === 'doc')?.text;
}
