// Evaluates an expression where the run has stopped, with the variables of a call. The run does not change: writes go
// to a copy of the tables, and everything else is restored.

import { Source } from '../../base/span.ts';
import {
  evaluateTopLevel,
  fromGas,
  GasMeter,
  Interrupted,
  isEvalError,
  tableModel,
  ValueTooLarge,
  type Machine,
  usualGasLimit,
} from '../../lang/session/run.ts';
import {
  defName,
  FullyQualifiedName,
  parseProgram,
  type Term,
  type TopLevel,
} from '../../lang/session/analyse.ts';
import { isClosure, type MachineValue } from '../../lang/session/extend.ts';
import { MemoryDatabase } from '../../lang/session/store.ts';
import type { ReplEngine } from '../repl/engine.ts';
import { builtinTable, withPact4 } from '../../script/builtins.ts';
import type { Activation } from './active-terms.ts';
import { debugLimits } from './limits.ts';
import type { RunWatcher } from './run-watcher.ts';
import { variablesOf } from './variables.ts';

export type Evaluated =
  | { readonly kind: 'value'; readonly value: MachineValue }
  | { readonly kind: 'failed'; readonly reason: string };

export type EvaluationPlace = {
  readonly engine: ReplEngine;
  readonly watcher: RunWatcher;
  readonly at: Activation | undefined;
};

/** `mayWrite`: otherwise an expression that writes is refused, and no copy of the tables is needed. */
export function evaluateAt(
  expression: string,
  { engine, watcher, at }: EvaluationPlace,
  { mayWrite }: { readonly mayWrite: boolean },
): Evaluated {
  if (expression.length > debugLimits.expression) return failed('the expression is too long');
  const { machine } = engine;
  const variables = at === undefined ? [] : variablesOf(at, watcher.names);
  const form = formOf(
    expression,
    variables.map(({ name }) => name),
  );
  if (typeof form === 'string') return failed(form);
  return undisturbed(engine, watcher, at, mayWrite, () => {
    const term = resolved(engine, form);
    if (term === undefined) return failed('this is not an expression');
    const context = machine.context(mayWrite ? 'impure' : 'read-only');
    const closure = machine.compile(term).code(undefined, context);
    if (typeof closure !== 'object' || !isClosure(closure))
      return failed('this is not an expression');
    return {
      kind: 'value',
      value: machine.applyClosure(
        machine,
        closure,
        variables.map(({ value }) => value),
      ),
    };
  });
}

/** Makes a function with the variables as parameters and the expression as body. */
function formOf(expression: string, names: readonly string[]): TopLevel | string {
  const source = new Source('(evaluated)', `(lambda (${names.join(' ')})\n${expression}\n)`);
  const { value, diagnostics } = parseProgram(source, { dialect: 'repl', nestingLimit: 200 });
  const [first] = diagnostics;
  if (first !== undefined) return first.message;
  const [form, ...others] = value;
  return form === undefined || others.length > 0 ? 'this must be a single expression' : form;
}

function resolved(engine: ReplEngine, form: TopLevel): Term | undefined {
  const { machine, sets } = engine;
  // The builtins of scripts change the session.
  const builtins = builtinTable(withPact4(sets), machine.environment, () => 'pact');
  const found = evaluateTopLevel(machine, form, builtins, (top) => ({
    kind: 'resolved' as const,
    top,
  }));
  return found.kind === 'resolved' && found.top.kind === 'term' ? found.top.term : undefined;
}

function undisturbed(
  engine: ReplEngine,
  watcher: RunWatcher,
  at: Activation | undefined,
  mayWrite: boolean,
  run: () => Evaluated,
): Evaluated {
  const { machine } = engine;
  const saved = machine.save();
  const { loaded, database, meter, defPactExec, stack } = machine;
  const events = machine.events.slice();
  const environment = { ...machine.environment };
  const copied = mayWrite ? copyOf(database) : database;
  if (copied === undefined) return failed('the tables of this session cannot be copied');
  watcher.isMuted = true;
  try {
    machine.database = copied;
    machine.loaded = loaded.layer();
    machine.meter = new GasMeter(tableModel, fromGas(BigInt(usualGasLimit))).active;
    machine.stack = at?.frame;
    nameMembers(machine);
    return run();
  } catch (thrown) {
    return failed(reasonOf(engine, thrown));
  } finally {
    machine.restore({ ...saved, stack: at?.frame });
    machine.stack = stack;
    machine.loaded = loaded;
    machine.database = database;
    machine.meter = meter;
    machine.defPactExec = defPactExec;
    machine.events = events;
    Object.assign(machine.environment, environment);
    watcher.isMuted = false;
  }
}

/** Within a module, its members are known by their unqualified names. */
function nameMembers({ loaded, stack }: Machine): void {
  if (stack === undefined) return;
  const module = loaded.module(stack.name.module.text)?.module;
  if (module?.kind !== 'module') return;
  for (const def of module.defs) {
    const name = new FullyQualifiedName(module.name, defName(def), module.hash);
    loaded.addTopLevelName(defName(def), { name, def: def.kind });
  }
}

function copyOf(database: Machine['database']): MemoryDatabase | undefined {
  return database instanceof MemoryDatabase ? database.copy() : undefined;
}

function reasonOf(engine: ReplEngine, thrown: unknown): string {
  if (isEvalError(thrown)) return engine.textOf(thrown);
  if (thrown instanceof ValueTooLarge) return `${thrown.what} is too large`;
  if (thrown instanceof Interrupted) return 'ended';
  throw thrown;
}

function failed(reason: string): Evaluated {
  return { kind: 'failed', reason };
}
