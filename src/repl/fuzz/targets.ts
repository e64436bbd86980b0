// What of a module there is to try: properties of single calls, and invariants that have to hold after any calls.

import type { Span } from '../../base/span.ts';
import type {
  Defun,
  LoadedModule,
  SyntaxModule,
  TableName,
  Type,
} from '../../lang/session/index.ts';
import { reachOf, type FunctionWords } from './reach.ts';
import { modelProperties, tableInvariants, type UncheckedStatement } from './models.ts';

type Parameter = { readonly name: string; readonly type: Type | undefined };

/** A function that tells by itself, or a property of its model. */
export type PropertyTarget = {
  /** As it is reported. */
  readonly name: string;
  readonly span: Span;
  readonly params: readonly Parameter[];
  /** A program whose last value says whether it holds. */
  readonly program: (args: readonly string[]) => string;
  readonly judge: 'not-false' | 'no-error' | 'model';
};

/** A function that may be called in between, with what it speaks of. */
export type CallTarget = {
  readonly name: string;
  readonly params: readonly Parameter[];
  readonly words: FunctionWords;
};

export type TableInvariant = {
  readonly name: string;
  readonly table: TableName;
  readonly text: string;
  /** Fields that it speaks of. */
  readonly fields: readonly string[];
};

export type SequenceTarget = {
  readonly name: string;
  readonly span: Span;
  readonly module: string;
  readonly calls: readonly CallTarget[];
  readonly tables: readonly TableInvariant[];
  /** Functions of the module that must not be false. */
  readonly functions: readonly string[];
};

type Targets = {
  readonly properties: readonly PropertyTarget[];
  readonly sequence: SequenceTarget | undefined;
  readonly unchecked: readonly UncheckedStatement[];
};

type Kind = 'prop' | 'fuzz' | 'invariant' | 'ordinary';

/** `written` is the syntax of the same module: models are nowhere else. */
export function targetsOf(module: LoadedModule, written: SyntaxModule): Targets {
  const defuns = module.defs.filter((def): def is Defun => def.kind === 'defun');
  const models = modelProperties(module, written, defuns);
  const { tables, unchecked } = tableInvariants(module, written);
  const name = module.name.text;
  const functions = defuns
    .filter((def) => kindOf(def) === 'invariant' && def.params.length === 0)
    .map(({ spec }) => spec.name);
  const calls = defuns
    .filter((def) => kindOf(def) === 'ordinary')
    .map(({ spec, params }) => ({
      name: `${name}.${spec.name}`,
      params,
      ...reachOf(spec.name, module),
    }));
  // The others leave everything as it is.
  const changing = calls.filter(({ mayChange }) => mayChange);
  const hasInvariant = tables.length + functions.length > 0;
  const { span } = written;
  return {
    properties: [...defuns.flatMap((def) => ownProperty(name, def)), ...models.properties],
    sequence:
      hasInvariant && changing.length > 0
        ? { name: `calls of ${name}`, span, module: name, calls: changing, tables, functions }
        : undefined,
    unchecked: [...models.unchecked, ...unchecked],
  };
}

function kindOf({ spec }: Defun): Kind {
  const [, kind] = /^(prop|fuzz|invariant)-/.exec(spec.name) ?? [];
  return kind === 'prop' || kind === 'fuzz' || kind === 'invariant' ? kind : 'ordinary';
}

function ownProperty(module: string, def: Defun): PropertyTarget[] {
  const kind = kindOf(def);
  if (kind !== 'prop' && kind !== 'fuzz') return [];
  const { spec, params, span } = def;
  const name = `${module}.${spec.name}`;
  const program = (args: readonly string[]): string => `(${[name, ...args].join(' ')})`;
  return [{ name, span, params, program, judge: kind === 'prop' ? 'not-false' : 'no-error' }];
}
