// Runs one resolved term, in an empty scope or with variables.
// Source: IR/Eval/CEK/Evaluator.hs (eval).
import type { Span } from '../../base/span.ts';
import type { Term } from '../core/model/term.ts';
import { CompiledFunction, CompiledCode } from '../state/code.ts';
import { describedCall, type Closure, type Local, isClosure } from '../state/value.ts';
import type { Purity } from '../state/context.ts';
import { Machine, type MachineOptions } from '../state/machine.ts';
import type { PactValue } from '../values/value.ts';
import { attemptOf, compileBody } from '../eval/compile/compile.ts';
import { applyClosure } from '../eval/calls/apply.ts';
import { compileWatched, watchedBuiltins, watchOf, type Watcher } from '../eval/watching.ts';
import { loadModule } from '../eval/calls/modules.ts';
import type { BuiltinTable, ResolveEnvironment } from '../resolve/environment.ts';
import type { DefConst, Module } from '../core/model/definition.ts';
import { replModuleName } from '../resolve/top-level.ts';
import { FullyQualifiedName } from '../values/names.ts';
import { replHash } from '../values/encoding/hash.ts';
import { Loaded } from '../core/model/loaded.ts';

export function evaluateTerm(machine: Machine, term: Term, purity: Purity): PactValue {
  const code = new CompiledFunction<never>([], machine.compile(term), undefined, term.span);
  const result = machine.descend(code, undefined, machine.context(purity));
  return isClosure(result) ? failUnfinished(machine, result, term.span) : result;
}

/** Like `evaluateTerm`, for a compiled term with variables. */
export function evaluateCode(
  machine: Machine,
  code: CompiledFunction,
  variables: Local | undefined,
  purity: Purity,
): PactValue {
  const result = machine.descend(code, variables, machine.context(purity));
  return isClosure(result) ? failUnfinished(machine, result, code.span) : result;
}

function failUnfinished(machine: Machine, closure: Closure, span: Span): never {
  const cause = 'Evaluation did not reduce to a value';
  return machine.fail('EvalError', { cause, call: describedCall(closure, 0) }, span);
}

// Creates a machine with its compiler: the two depend on each other.

/** The meter reports charges: GasMeter.watch. */
export function createMachine(
  options: Omit<MachineOptions, 'compile' | 'compileTried' | 'applyClosure' | 'watch'>,
  watchers: readonly Watcher[] = [],
): Machine {
  const ofTerms = watchers.filter(({ watchTerm }) => watchTerm !== undefined);
  const ofCalls = watchers.filter(
    ({ beforeCall, afterCall, emitted }) => (beforeCall ?? afterCall ?? emitted) !== undefined,
  );
  const watch = ofCalls.length === 0 ? undefined : watchOf(ofCalls);
  const { environment } = options;
  if (watch !== undefined) environment.builtins = watchedBuiltins(environment.builtins, watch);
  const complete = { ...options, applyClosure, watch };
  return ofTerms.length === 0
    ? new Machine({ ...complete, compile: compileBody, compileTried: attemptOf })
    : // Code that notifies watchers is never shared with machines without watchers.
      new Machine({
        ...complete,
        compile: compileWatched(ofTerms),
        code: options.code ?? new CompiledCode(),
      });
}

// The environment of resolution, given by a machine: its loaded modules, its database (charged in gas), its transaction.

export function resolveEnvironment(machine: Machine, builtins: BuiltinTable): ResolveEnvironment {
  return {
    builtins,
    flags: machine.environment.flags,
    loaded: machine.loaded,
    txHash: machine.environment.hash,
    loadModule: (name, span, charge) => loadModule(machine, name, span, charge),
  };
}

// Wraps a term outside any module in a module, for code that processes modules.

export const termOf = ({ value }: DefConst): Term | undefined =>
  value.kind === 'term' ? value.term : undefined;

/** So that a lone term is checked like a function. */
export function moduleAround(body: Term): Module {
  const { span } = body;
  const spec = { name: '', type: undefined, span };
  const term: Term = { kind: 'nullary', body, span };
  return {
    kind: 'module',
    name: replModuleName,
    governance: {
      kind: 'capability',
      name: new FullyQualifiedName(replModuleName, '', replHash),
    },
    defs: [{ kind: 'defun', spec, params: [], term, span }],
    blessed: [],
    imports: [],
    implements: [],
    hash: replHash,
    txHash: replHash,
    code: '',
    span,
  };
}

// The state that outlives a transaction: functions and constants defined at top level.

const replModule = new Set([replModuleName.text]);

export function replPartOf(before: Loaded): Loaded {
  const loaded = new Loaded();
  for (const { name, def } of before.dependenciesIn(replModule)) {
    if (isReplName(name)) loaded.addDef(name, def);
  }
  for (const text of before.topLevelNames()) {
    const meaning = before.topLevelName(text);
    if (meaning !== undefined && isReplName(meaning.name)) loaded.addTopLevelName(text, meaning);
  }
  return loaded;
}

function isReplName({ module, hash }: FullyQualifiedName): boolean {
  return module.text === replModuleName.text && hash === replHash;
}
