// Steps of defpacts: `continue-pact`, `pact-state`.
// Source: pact-repl/Pact/Core/Repl/Runtime/ReplBuiltin.hs (continuePact, pactState); section 6.

import { type BuiltinCall, type MachineValue, param } from '../../../lang/session/extend.ts';
import {
  ObjectValue,
  type Yield,
  objectValue,
  resumeDefPact,
  type DefPactExec,
  type TransactionEnvironment,
} from '../../../lang/session/run.ts';
import { replBuiltin, replOverload } from './define.ts';

const step = param('step', 'integer', 'The step to run, counted from 0.');
const rollback = param('rollback', 'bool', 'Whether to roll the step back.');
const pactId = param('pact-id', 'string', 'The defpact; default: the last one started.');
const yielded = param(
  'yielded',
  'object',
  'The object that the step resumes, instead of the yielded one.',
);

const setup =
  '(module m G (defcap G () true) (defpact p () (step 1) (step-with-rollback 2 3) (step 4))) (m.p)';

export const continuePactBuiltin = replBuiltin([], {
  name: 'continue-pact',
  since: '2.0',
  doc: 'Runs a step of a defpact that was started before, and returns its value.',
  overloads: [
    replOverload({
      internal: 'continue-pact',
      params: [step],
      returns: 'a',
      run: (_, call, n) => resume(call, { step: n, rollback: false }),
    }),
    replOverload({
      internal: 'continue-pact-with-rollback',
      params: [step, rollback],
      returns: 'a',
      run: (_, call, n, back) => resume(call, { step: n, rollback: back }),
    }),
    replOverload({
      internal: 'continue-pact-rollback-yield',
      params: [step, rollback, pactId],
      returns: 'a',
      run: (_, call, n, back, id) => resume(call, { step: n, rollback: back, pactId: id }),
    }),
    replOverload({
      internal: 'continue-pact-rollback-yield-object',
      params: [step, rollback, pactId, yielded],
      returns: 'a',
      run: (_, call, n, back, id, data) =>
        resume(call, { step: n, rollback: back, pactId: id, yielded: data }),
    }),
  ],
  examples: [
    { setup, code: '(continue-pact 1)', gives: '2' },
    { setup, code: '(continue-pact 2)', gives: { fails: 'Step mismatch' } },
  ],
});

type Request = {
  readonly step: bigint;
  readonly rollback: boolean;
  readonly pactId?: string;
  readonly yielded?: ObjectValue;
};

function resume(call: BuiltinCall, request: Request): MachineValue {
  const running = call.machine.defPactExec;
  const id = request.pactId ?? running?.pactId;
  if (id === undefined) return call.fail('NoDefPactIdAndExecEnvSupplied', {});
  return runStep(call, undefined, {
    step: stepNumber(request.step),
    rollback: request.rollback,
    pactId: id,
    resume: resumedYield(request.yielded, running?.yield),
  });
}

/** The reference stores steps in 64-bit integers; a step that the defpact does not have is refused. */
export const stepNumber = (step: bigint): number => Number(BigInt.asIntN(64, step));

/** Runs a step. `exec`: the previous step if it ran on another chain. */
export function runStep(
  call: BuiltinCall,
  exec: DefPactExec | undefined,
  step: TransactionEnvironment['step'],
): MachineValue {
  const { machine } = call;
  machine.defPactExec = undefined;
  machine.environment.step = step;
  try {
    return resumeDefPact(call.context, exec, call.span);
  } finally {
    machine.environment.step = undefined;
  }
}

/** Given data keeps the provenance of the yielded object but loses its source chain. */
function resumedYield(
  given: ObjectValue | undefined,
  before: Yield | undefined,
): Yield | undefined {
  if (given === undefined) return before;
  return { data: given.fields, provenance: before?.provenance, sourceChain: undefined };
}

export const pactState = replBuiltin([], {
  name: 'pact-state',
  since: '2.0',
  doc: `Returns the state of the last defpact: its 'pactId, its 'step and the object that it yielded
      ('yield, false if there is none).`,
  overloads: [
    replOverload({
      internal: 'pact-state',
      params: [],
      returns: 'object',
      run: (_, call) => state(call, false),
    }),
    replOverload({
      internal: 'reset-pact-state',
      params: [param('clear', 'bool', 'Whether to clear it.')],
      returns: 'object',
      run: (_, call, clear) => state(call, clear),
    }),
  ],
  examples: [
    { setup, code: "(at 'step (pact-state))", gives: '0' },
    { code: '(pact-state)', gives: { fails: 'pact-state: no pact exec in context' } },
  ],
});

function state(call: BuiltinCall, clear: boolean): MachineValue {
  const { machine } = call;
  const exec = machine.defPactExec;
  if (exec === undefined) {
    return call.refuse('pact-state: no pact exec in context');
  }
  if (clear) machine.defPactExec = undefined;
  return objectValue([
    ['pactId', exec.pactId],
    ['step', BigInt(exec.step)],
    ['yield', exec.yield === undefined ? false : new ObjectValue(exec.yield.data)],
  ]);
}
