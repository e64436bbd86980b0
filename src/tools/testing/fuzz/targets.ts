// Finds the targets in a module: properties of single calls, and invariants that must hold after any calls.

import type { Span } from '../../../base/span.ts';
import { type Defun, type LoadedModule, TableName, type Type } from '../../../lang/session/run.ts';
import { type SyntaxModule, forEachTermUpwards, termsOf } from '../../../lang/session/analyse.ts';
import { type FunctionWords, reachedWords } from './dictionary.ts';
import { type UncheckedStatement, modelProperties, rowInvariants } from './models.ts';

export type Parameter = { readonly name: string; readonly type: Type | undefined };

/** A property function, or a property of a function's model. */
export type PropertyTarget = {
  /** The name in reports. */
  readonly name: string;
  readonly span: Span;
  readonly params: readonly Parameter[];
  /** The words in the function. */
  readonly words: FunctionWords;
  /** Returns a program whose last value tells whether the property holds. */
  readonly program: (args: readonly string[]) => string;
  readonly judge: 'not-false' | 'no-error' | 'model';
};

/** A function that may be called between checks, with its words. */
export type CallTarget = {
  readonly name: string;
  readonly module: string;
  readonly params: readonly Parameter[];
  readonly words: FunctionWords;
  readonly isDefPact: boolean;
  /** Whether it may change tables that an invariant reads, or is in the same module; others prepare such calls. */
  readonly isDirect: boolean;
};

export type RowInvariant = {
  readonly kind: 'rows';
  /** The name, which is the same for all tables of a schema. */
  readonly name: string;
  readonly span: Span;
  readonly table: TableName;
  readonly text: string;
  /** The fields in it. */
  readonly fields: readonly string[];
  /** All names in it: some may be functions. */
  readonly names: ReadonlySet<string>;
};

/** A condition that must hold between calls. */
export type Invariant =
  | RowInvariant
  /** A function of the module that must not return false. */
  | { readonly kind: 'function'; readonly name: string; readonly span: Span };

export type SequenceTarget = {
  readonly name: string;
  readonly module: string;
  readonly calls: readonly CallTarget[];
  readonly invariants: readonly Invariant[];
  /** Names of invariants that no call can affect. */
  readonly constant: ReadonlySet<string>;
  /** The tables of all modules that are called. */
  readonly tables: readonly TableName[];
};

type Targets = {
  readonly properties: readonly PropertyTarget[];
  readonly invariants: readonly Invariant[];
  readonly unchecked: readonly UncheckedStatement[];
};

type Kind = 'prop' | 'fuzz' | 'invariant' | 'ordinary';

/** `written`: the syntax of the same module, which alone has the models. */
export function targetsOf(module: LoadedModule, written: SyntaxModule): Targets {
  const defuns = module.defs
    .filter((def): def is Defun => def.kind === 'defun')
    .toSorted((one, other) => one.span.start - other.span.start);
  const models = modelProperties(module, written, defuns);
  const { invariants, unchecked } = rowInvariants(module, written);
  const name = module.name.text;
  const functions = defuns
    .filter((def) => kindOf(def) === 'invariant' && def.params.length === 0)
    .map(({ spec, span }) => ({ kind: 'function' as const, name: `${name}.${spec.name}`, span }));
  return {
    properties: [...defuns.flatMap((def) => ownProperty(module, def)), ...models.properties],
    invariants: [...functions, ...invariants],
    unchecked: [...models.unchecked, ...unchecked],
  };
}

export function tablesOf({ name, defs }: LoadedModule): readonly TableName[] {
  return defs.flatMap((def) => (def.kind === 'deftable' ? [new TableName(def.name, name)] : []));
}

export function kindOf({ spec }: Defun): Kind {
  const [, kind] = /^(prop|fuzz|invariant)-/.exec(spec.name) ?? [];
  return kind === 'prop' || kind === 'fuzz' || kind === 'invariant' ? kind : 'ordinary';
}

function ownProperty(module: LoadedModule, def: Defun): PropertyTarget[] {
  const kind = kindOf(def);
  if (kind !== 'prop' && kind !== 'fuzz') return [];
  const { spec, params, span } = def;
  const name = `${module.name.text}.${spec.name}`;
  const words = reachedWords(spec.name, module);
  const program = (args: readonly string[]): string => `(${[name, ...args].join(' ')})`;
  return [
    { name, span, params, words, program, judge: kind === 'prop' ? 'not-false' : 'no-error' },
  ];
}

/** More than large projects have. */
const maxModules = 200;

/**
 * Returns the internal names of the builtins that a module uses, directly and through the modules that it calls, to decide
 * whether it depends on the time or on principals.
 */
export function builtinsReached(
  first: LoadedModule,
  moduleNamed: (name: string) => LoadedModule | undefined,
): ReadonlySet<string> {
  const builtins = new Set<string>();
  const modules = new Set([first.name.text]);
  // The loop includes items that are added to the set meanwhile.
  for (const name of modules) {
    const module = name === first.name.text ? first : moduleNamed(name);
    for (const def of module?.defs ?? []) {
      for (const term of termsOf(def)) {
        forEachTermUpwards(term, (each) => {
          if (each.kind === 'builtin') builtins.add(each.name);
          if (each.kind !== 'var' || each.name.kind === 'local' || each.name.kind === 'dynamic') {
            return;
          }
          if (modules.size < maxModules) modules.add(each.name.module.text);
        });
      }
    }
  }
  return builtins;
}
