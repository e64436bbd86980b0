// A minimal environment to resolve sources in: builtins by name, modules that were resolved before, no gas, and evaluation
// only of literal constants.

import { BugError } from '../../src/base/assert.ts';
import { Source, type Span } from '../../src/base/span.ts';
import { coreBuiltins, replBuiltins } from '../../src/lang/core/encoding/builtin-index.ts';
import {
  defName,
  type Def,
  type Interface,
  type Module,
  type ModuleData,
  loadableDefs,
} from '../../src/lang/core/model/definition.ts';
import { Loaded, memberName } from '../../src/lang/core/model/loaded.ts';
import { hashInterface, hashModule } from '../../src/lang/core/encoding/module-hash.ts';
import { transitiveDependencies } from '../../src/lang/core/model/transitive-dependencies.ts';
import { newestGasSchedule } from '../../src/lang/gas/releases/index.ts';
import type { Name, Term } from '../../src/lang/core/model/term.ts';
import { isEvalError, type EvalError } from '../../src/lang/diagnostics/error.ts';
import {
  evaluateInterfaceConstants,
  evaluateModuleConstants,
} from '../../src/lang/resolve/constants.ts';
import type {
  LoadCharge,
  BuiltinTable,
  ResolveEnvironment,
} from '../../src/lang/resolve/environment.ts';
import { arityOverloads } from '../../src/lang/resolve/overloads.ts';
import { resolveTopLevel, type ResolvedTopLevel } from '../../src/lang/resolve/top-level.ts';
import type { TopLevel } from '../../src/lang/syntax/ast.ts';
import { parseProgram } from '../../src/lang/syntax/parse.ts';
import { emptyHash } from '../../src/lang/values/encoding/hash.ts';
import { FullyQualifiedName } from '../../src/lang/values/names.ts';
import {
  Decimal,
  KeySetGuard,
  ListValue,
  objectValue,
  unit,
  type PactValue,
} from '../../src/lang/values/value.ts';
import { moduleText, termText } from './core-text.ts';

const overloadsOnly = new Set(
  [...arityOverloads.values()].flatMap((byCount) => [...byCount.values()]),
);
overloadsOnly.delete('negate');

/** The builtins that users can name. */
export const visibleCoreBuiltins: readonly string[] = coreBuiltins.filter(
  (name) => !overloadsOnly.has(name),
);
const visibleBuiltins = new Set([
  ...visibleCoreBuiltins,
  ...replBuiltins.filter((name) => !overloadsOnly.has(name)),
]);

export const allBuiltins: BuiltinTable = {
  lookup: (name) => (visibleBuiltins.has(name) ? { internal: name } : undefined),
  overload: (internal) => internal,
};

export type WorldOptions = {
  readonly flags?: readonly string[];
  readonly namespace?: string;
  /** Evaluates constants that are not literals; returns `undefined` if it cannot. */
  readonly evaluate?: ConstantEvaluator;
};

export type ConstantEvaluator = (
  term: Term,
  evaluate: (term: Term) => PactValue,
) => PactValue | undefined;

export class World {
  loaded = new Loaded();
  readonly flags: ReadonlySet<string>;
  /** The reads from the database, with the gas charged. */
  readonly loads: string[] = [];
  private readonly stored = new Map<string, ModuleData>();
  private readonly evaluate: ConstantEvaluator;

  constructor({ flags = [], namespace, evaluate }: WorldOptions = {}) {
    this.flags = new Set(flags);
    this.evaluate = evaluate ?? (() => undefined);
    this.enter(namespace);
  }

  enter(namespace: string | undefined): void {
    const anybody = new KeySetGuard([], { kind: 'keys-all' });
    this.loaded.namespace =
      namespace === undefined ? undefined : { name: namespace, user: anybody, admin: anybody };
  }

  /** Forgets what is loaded, as at the end of a transaction: stored modules must be loaded again. */
  forget(): void {
    const { namespace } = this.loaded;
    this.loaded = new Loaded();
    this.loaded.namespace = namespace;
  }

  /** Resolves and installs one form after the other. */
  run(text: string, name = 'test.repl'): readonly ResolvedTopLevel[] {
    return parse(text, name).map((form) => this.runForm(form));
  }

  runForm(form: TopLevel): ResolvedTopLevel {
    const resolved = resolveTopLevel(form, this.environment());
    if (resolved.kind === 'module') this.installModule(resolved.module);
    if (resolved.kind === 'interface') this.installInterface(resolved.interface);
    if (resolved.kind === 'repl-definition') this.loaded.addDef(resolved.name, resolved.def);
    return resolved;
  }

  environment(): ResolveEnvironment {
    return {
      builtins: allBuiltins,
      flags: this.flags,
      loaded: this.loaded,
      txHash: emptyHash,
      loadModule: (name, _span: Span, charge: LoadCharge) => {
        this.loads.push(`${name.text} ${charge}`);
        const data = this.stored.get(name.text);
        if (data !== undefined) this.loaded.addModule(data);
        return data;
      },
    };
  }

  moduleNamed(name: string): Module | Interface | undefined {
    return this.stored.get(name)?.module;
  }

  private installModule(resolved: Module): void {
    const constants = new Constants(this.evaluate, this.loaded);
    const module = hashModule(evaluateModuleConstants(resolved, constants));
    for (const def of module.defs) this.loaded.addDef(memberName(module, def), def);
    const dependencies = transitiveDependencies({
      module,
      find: (name) => this.loaded.def(name),
      loadedCount: this.loaded.defCount,
      budget: undefined,
      costs: newestGasSchedule.costs.dependencies,
      charge: () => undefined,
    });
    this.install({ module, dependencies });
  }

  private installInterface(resolved: Interface): void {
    const module = hashInterface(
      evaluateInterfaceConstants(resolved, new Constants(this.evaluate, this.loaded)),
    );
    this.install({ module, dependencies: new Map() });
  }

  private install(data: ModuleData): void {
    const { module } = data;
    this.stored.set(module.name.text, data);
    this.loaded.addModule(data);
    for (const def of loadableDefs(module)) {
      this.loaded.addTopLevelName(defName(def), { name: memberName(module, def), def: def.kind });
    }
  }
}

export function parse(text: string, name = 'test.repl'): readonly TopLevel[] {
  const dialect = name.endsWith('.pact') ? 'pact' : 'repl';
  const { value, diagnostics } = parseProgram(new Source(name, text), { dialect });
  const [first] = diagnostics;
  if (first !== undefined) throw new BugError(`the test does not parse: ${first.message}`);
  return value;
}

/**
 * Returns the last form as Core text, with one line for each definition of a module, or the error as `Name: message` and the
 * source text that it points at.
 */
export function outcome(source: string, options?: WorldOptions): string {
  try {
    const last = new World(options).run(source).at(-1);
    return last === undefined ? '' : resolvedText(last);
  } catch (error) {
    if (!isEvalError(error)) throw error;
    return errorText(error);
  }
}

export function resolvedText(resolved: ResolvedTopLevel): string {
  switch (resolved.kind) {
    case 'module':
      return moduleText(resolved.module).join('\n');
    case 'interface':
      return moduleText(resolved.interface).join('\n');
    case 'term':
      return termText(resolved.term);
    case 'use':
      return `use ${resolved.import.module.text}`;
    case 'repl-definition': {
      const { def } = resolved;
      if (def.kind === 'defun') return termText(def.term);
      return def.value.kind === 'term' ? termText(def.value.term) : 'evaluated';
    }
  }
}

function errorText(error: EvalError): string {
  const place = error.span.text.replace(/\s+/g, ' ');
  const shown = place.length > 40 ? `${place.slice(0, 37)}...` : place;
  return `${error.name}: ${error.message} [${shown}]`;
}

/** Thrown for constants that are not literals. */
export class NotLiteral extends Error {}

class Constants {
  private readonly known = new Map<string, PactValue>();
  private readonly others: ConstantEvaluator;
  private readonly loaded: Loaded;

  constructor(others: ConstantEvaluator, loaded: Loaded) {
    this.others = others;
    this.loaded = loaded;
  }

  evaluate = (term: Term): PactValue => {
    switch (term.kind) {
      case 'literal':
        return this.literal(term);
      case 'list':
        return new ListValue(term.items.map(this.evaluate));
      case 'object':
        return objectValue(
          term.fields.map(([field, value]) => [field, this.evaluate(value)] as const),
        );
      case 'var': {
        const value = term.name.kind === 'top' ? this.constant(term.name) : undefined;
        if (value === undefined) throw new NotLiteral(termText(term));
        return value;
      }
      default: {
        const value = this.others(term, this.evaluate);
        if (value === undefined) throw new NotLiteral(termText(term));
        return value;
      }
    }
  };

  checkType = (): void => undefined;

  define = (name: FullyQualifiedName, def: Def): void => {
    if (def.kind !== 'defconst' || def.value.kind !== 'evaluated') return;
    this.known.set(name.key, def.value.value);
  };

  private constant({ module, text, hash }: Extract<Name, { kind: 'top' }>): PactValue | undefined {
    const name = new FullyQualifiedName(module, text, hash);
    const def = this.loaded.def(name);
    const stored =
      def?.kind === 'defconst' && def.value.kind === 'evaluated' ? def.value : undefined;
    return this.known.get(name.key) ?? stored?.value;
  }

  private literal({ literal }: Extract<Term, { kind: 'literal' }>): PactValue {
    switch (literal.kind) {
      case 'decimal':
        return new Decimal(literal.mantissa, literal.places);
      case 'unit':
        return unit;
      default:
        return literal.value;
    }
  }
}
