// Defpacts: starts one, runs a step inside another defpact, continues one, and stores and emits the results when a step
// ends.
// Source: IR/Eval/CEK/Evaluator.hs (initPact, applyPact, applyNestedPact, resumePact, DefPactStepC); section 6.

import { enterFunction } from '../calls/enter.ts';
import type { Span } from '../../../base/span.ts';
import type { Doc } from '../../../base/doc.ts';
import type { DefPact, Step } from '../../core/model/definition.ts';
import type {
  Continuation,
  DefPactExec,
  DefPactStep,
  NestedDefPactExec,
  Yield,
} from '../../core/model/defpact.ts';
import type { Hash } from '../../values/encoding/hash.ts';
import { equalValues } from '../../values/order/equality.ts';
import { FullyQualifiedName } from '../../values/names.ts';
import { prettyCall } from '../../values/text/pretty.ts';
import { nestedPactId } from '../../core/encoding/defpact-json.ts';
import { ListValue, sortedFields, type PactValue } from '../../values/value.ts';
import { chargeDefPactWrite } from '../calls/charges.ts';
import type { Context } from '../../state/context.ts';
import { emitReservedEvent, getMember } from '../calls/modules.ts';
import { type Machine, copyOf, noDefPacts } from '../../state/machine.ts';
import { rollbackBody, stepBody } from '../compile/reference.ts';
import { writeDefPact } from '../calls/storage.ts';
import { Local } from '../../state/value.ts';

/** Runs a call of a defpact: starts it, or, inside a running step, advances a nested one. */
export function startDefPact(
  machine: Machine,
  continuation: Continuation,
  context: Context,
  span: Span,
): PactValue {
  const { step } = context;
  if (step === undefined) {
    const first = { step: 0, rollback: false, pactId: machine.environment.hash, resume: undefined };
    return runStep(machine, continuation, first, context.withStep(first), noDefPacts, span);
  }
  if (machine.hasFlag('DisablePact43')) {
    machine.fail('EvalError', { cause: 'a step of a defpact cannot start a defpact' }, span);
  }
  const pactId = nestedPactId(step.pactId, continuation);
  return runNestedStep(
    machine,
    continuation,
    { ...step, pactId, resume: undefined },
    context,
    span,
  );
}

/** Continues the defpact named by the environment's step; `crossChain` is the state proved by an SPV proof. */
export function resumeDefPact(
  context: Context,
  crossChain: DefPactExec | undefined,
  span: Span,
): PactValue {
  const { machine } = context;
  const step = machine.environment.step;
  if (step === undefined) return machine.fail('DefPactStepNotInEnvironment', {}, span);
  const exec = execToResume(machine, step, crossChain, span);
  checkResumption(machine, step, exec, span);
  const resumed = { ...step, resume: step.resume ?? exec.yield };
  const inner = context.withStep(resumed);
  return runStep(machine, exec.continuation, resumed, inner, exec.nested, span);
}

function execToResume(
  machine: Machine,
  step: DefPactStep,
  crossChain: DefPactExec | undefined,
  span: Span,
): DefPactExec {
  const ofPact = { defPactId: step.pactId };
  const stored = machine.database.readDefPact(step.pactId);
  if (stored === 'completed') return machine.fail('DefPactAlreadyCompleted', ofPact, span);
  if (crossChain === undefined) {
    return stored ?? machine.fail('NoPreviousDefPactExecutionFound', ofPact, span);
  }
  if (stored === undefined) return crossChain;
  // Records on both sides are legal only if the other chain is at least one whole step ahead.
  const fits =
    crossChain.step > stored.step + 1 &&
    sameContinuation(stored.continuation, crossChain.continuation) &&
    stored.stepCount === crossChain.stepCount;
  if (fits) return crossChain;
  return machine.fail('CCDefPactContinuationError', { ...ofPact, step: step.step }, span);
}

function checkResumption(machine: Machine, step: DefPactStep, exec: DefPactExec, span: Span): void {
  const { pactId, stepCount } = exec;
  if (step.pactId !== pactId) {
    machine.fail('DefPactIdMismatch', { requested: step.pactId, current: pactId }, span);
  }
  if (step.step < 0 || step.step >= stepCount) {
    machine.fail('InvalidDefPactStepSupplied', { step: step.step, stepCount }, span);
  }
  const ofPact = { defPactId: pactId };
  if (step.rollback && step.step !== exec.step) {
    const flags = { stepRollback: step.rollback, executionRollback: exec.stepHasRollback };
    machine.fail('DefPactRollbackMismatch', { ...ofPact, ...flags }, span);
  }
  if (!step.rollback && step.step !== exec.step + 1) {
    const steps = { step: step.step, lastStep: exec.step };
    machine.fail('DefPactStepMismatch', { ...ofPact, ...steps }, span);
  }
}

function runStep(
  machine: Machine,
  continuation: Continuation,
  step: DefPactStep,
  context: Context,
  nested: ReadonlyMap<string, NestedDefPactExec>,
  span: Span,
): PactValue {
  const running = machine.defPactExec;
  if (running !== undefined) {
    machine.fail('MultipleOrNestedDefPactExecFound', { defPactId: running.pactId }, span);
  }
  const { def, hash } = defPactOf(machine, continuation, span);
  const body = stepAt(machine, def, step, def.steps.length, span);
  machine.defPactExec = {
    stepCount: def.steps.length,
    yield: undefined,
    step: step.step,
    pactId: step.pactId,
    continuation,
    stepHasRollback: hasRollback(body),
    nested: copyOf(nested),
  };
  const result = runBody(machine, { def, hash, continuation, step, body }, context, span);
  finishStep(machine, step, context, span);
  return result;
}

function runNestedStep(
  machine: Machine,
  continuation: Continuation,
  step: DefPactStep,
  context: Context,
  span: Span,
): PactValue {
  const parent = machine.defPactExec;
  if (parent === undefined) {
    const shown = (): Doc => prettyCall(continuation.def.text, continuation.args);
    return machine.fail('InvariantPactExecNotInEnv', { continuation: shown }, span);
  }
  const { def, hash } = defPactOf(machine, continuation, span);
  const body = stepAt(machine, def, step, parent.stepCount, span);
  checkNesting(machine, parent, def, body, span);
  const exec = nestedExec(machine, parent, continuation, step, def, body, span);
  machine.defPactExec = exec;
  const resumed = exec.yield === undefined ? step : { ...step, resume: exec.yield };
  const inner = context.withStep(resumed);
  const result = runBody(machine, { def, hash, continuation, step, body }, inner, span);
  const after = machine.defPactExec;
  enforceAdvanced(machine, after, step, span);
  addNested(parent, after);
  machine.defPactExec = parent;
  return result;
}

/**
 * A step may nest hundreds of thousands of defpacts: copying the map for each would take hours, and an empty map for each
 * much memory. Mutation is safe because a running exec belongs to this file, and its map, unless it is the shared empty
 * one, was created for it (`runStep`, `nestedExec`, `Machine.attempt`). The map is sorted when the step ends.
 */
function addNested(parent: DefPactExec, exec: DefPactExec): void {
  const running = parent as Omit<DefPactExec, 'nested'> & {
    nested: Map<string, NestedDefPactExec>;
  };
  if (parent.nested === noDefPacts) running.nested = new Map();
  running.nested.set(exec.pactId, recordOf(exec));
}

function recordOf(exec: DefPactExec): NestedDefPactExec {
  const { stepCount, step, pactId, continuation } = exec;
  return { stepCount, yield: exec.yield, step, pactId, continuation, nested: inOrder(exec.nested) };
}

function inOrder(nested: DefPactExec['nested']): DefPactExec['nested'] {
  return nested.size === 0 ? noDefPacts : sortedFields(nested);
}

function checkNesting(
  machine: Machine,
  parent: DefPactExec,
  def: DefPact,
  body: Step,
  span: Span,
): void {
  const ofPact = { defPactId: parent.pactId };
  const stepCount = def.steps.length;
  if (stepCount !== parent.stepCount) {
    const counts = { stepCount, parentStepCount: parent.stepCount };
    machine.fail('NestedDefPactParentStepCountMismatch', { ...ofPact, ...counts }, span);
  }
  const rollback = hasRollback(body);
  if (rollback !== parent.stepHasRollback) {
    const flags = { rollback, parentRollback: parent.stepHasRollback };
    machine.fail('NestedDefPactParentRollbackMismatch', { ...ofPact, ...flags }, span);
  }
}

function nestedExec(
  machine: Machine,
  parent: DefPactExec,
  continuation: Continuation,
  step: DefPactStep,
  def: DefPact,
  body: Step,
  span: Span,
): DefPactExec {
  const ofPact = { defPactId: step.pactId };
  const stepHasRollback = hasRollback(body);
  const known = parent.nested.get(step.pactId);
  if (known === undefined) {
    // The reference has these two texts swapped (section 6), and its tests expect that.
    if (step.step !== 0) machine.fail('NestedDefPactDoubleExecution', ofPact, span);
    return {
      stepCount: def.steps.length,
      yield: undefined,
      step: step.step,
      pactId: step.pactId,
      continuation,
      stepHasRollback,
      nested: noDefPacts,
    };
  }
  if (step.step >= 0 && stepHasRollback && known.step === step.step) {
    return { ...known, stepHasRollback, nested: copyOf(known.nested) };
  }
  if (step.step > 0 && known.step + 1 === step.step) {
    return { ...known, stepHasRollback, step: step.step, nested: copyOf(known.nested) };
  }
  return machine.fail('NestedDefPactNeverStarted', ofPact, span);
}

type Run = {
  readonly def: DefPact;
  readonly hash: Hash;
  readonly continuation: Continuation;
  readonly step: DefPactStep;
  readonly body: Step;
};

function runBody(machine: Machine, run: Run, context: Context, span: Span): PactValue {
  const { def, hash, continuation, step, body } = run;
  const { module, name } = continuation.def;
  if (body.kind === 'entity-step' || body.kind === 'entity-step-with-rollback') {
    if (step.rollback && body.kind === 'entity-step') failNoRollback(machine, step, span);
    return machine.fail('EntityNotAllowedInDefPact', { name: continuation.def.text }, span);
  }
  if (step.rollback && body.kind === 'step') failNoRollback(machine, step, span);
  const code =
    step.rollback && body.kind === 'step-with-rollback'
      ? rollbackBody(machine, def, body, body.rollback, continuation.args.length)
      : stepBody(machine, def, body, continuation.args.length);
  let local: Local | undefined = undefined;
  for (const arg of continuation.args) local = new Local(arg, local);
  const fullName = new FullyQualifiedName(module, name, hash);
  return enterFunction(machine, fullName, continuation.args, 'defpact', code, local, context, span);
}

/** Stores the record of an outermost step, and emits the cross-chain events. */
function finishStep(machine: Machine, step: DefPactStep, context: Context, span: Span): void {
  const running = machine.defPactExec;
  if (running === undefined) {
    return machine.fail('InvariantPactExecNotInEnv', { continuation: undefined }, span);
  }
  const exec = { ...running, nested: inOrder(running.nested) };
  machine.defPactExec = exec;
  enforceAdvanced(machine, exec, step, span);
  chargeDefPactWrite(machine, exec, span);
  const done = step.rollback || step.step === exec.stepCount - 1;
  writeDefPact(context, step.pactId, done ? 'completed' : exec, span);
  emitCrossChain(machine, step.resume, exec);
}

/** Fails unless every defpact nested in the step has run the same step. */
function enforceAdvanced(machine: Machine, exec: DefPactExec, step: DefPactStep, span: Span): void {
  for (const nested of exec.nested.values()) {
    if (nested.step === step.step) continue;
    machine.fail('NestedDefpactsNotAdvanced', { defPactId: exec.pactId }, span);
  }
}

function emitCrossChain(machine: Machine, resumed: Yield | undefined, exec: DefPactExec): void {
  if (machine.hasFlag('DisablePact40')) return;
  const { def, args } = exec.continuation;
  const rest = [def.text, new ListValue(args)];
  if (resumed?.provenance !== undefined && resumed.sourceChain !== undefined) {
    const { moduleHash } = resumed.provenance;
    emitReservedEvent(machine, 'X_RESUME', [resumed.sourceChain, ...rest], moduleHash);
  }
  const provenance = exec.yield?.provenance;
  if (provenance !== undefined) {
    emitReservedEvent(machine, 'X_YIELD', [provenance.targetChain, ...rest], provenance.moduleHash);
  }
}

function defPactOf(
  machine: Machine,
  { def: name }: Continuation,
  span: Span,
): { readonly def: DefPact; readonly hash: Hash } {
  const { def, hash } = getMember(machine, name, span);
  if (def.kind === 'defpact') return { def, hash };
  return machine.fail('InvariantExpectedDefPact', { name: name.text, moduleHash: hash }, span);
}

function stepAt(
  machine: Machine,
  def: DefPact,
  { step }: DefPactStep,
  stepCount: number,
  span: Span,
): Step {
  return def.steps[step] ?? machine.fail('InvalidDefPactStepSupplied', { step, stepCount }, span);
}

const hasRollback = ({ kind }: Step): boolean =>
  kind === 'step-with-rollback' || kind === 'entity-step-with-rollback';

function failNoRollback(machine: Machine, { pactId }: DefPactStep, span: Span): never {
  return machine.fail('DefPactStepHasNoRollback', { defPactId: pactId }, span);
}

function sameContinuation(left: Continuation, right: Continuation): boolean {
  return (
    left.def.text === right.def.text &&
    left.args.length === right.args.length &&
    left.args.every((arg, i) => equalValues(arg, right.args[i] as PactValue))
  );
}
