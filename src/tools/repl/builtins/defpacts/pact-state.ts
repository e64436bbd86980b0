// `pact-state`: the state of the last defpact.
// Source: pact-repl/Pact/Core/Repl/Runtime/ReplBuiltin.hs (pactState).

import { type MachineValue, type BuiltinCall, param } from '../../../../lang/session/extend.ts';
import { ObjectValue, objectValue } from '../../../../lang/session/run.ts';
import { replBuiltin, replOverload } from '../define.ts';

const setup =
  '(module m G (defcap G () true) (defpact p () (step 1) (step-with-rollback 2 3) (step 4))) (m.p)';

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
