// `yield`, `resume` and `pact-id`: pass data between the steps of a defpact.
// Source: section 6.

import type { Yield } from '../../core/model/defpact.ts';
import { callingModule, getModule } from '../../eval/calls/modules.ts';
import { runningPactId } from '../../eval/capabilities/guards.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import type { Module } from '../../core/model/definition.ts';
import { ObjectValue } from '../../values/value.ts';
import { builtin, overload, param } from '../define.ts';

const setup = `(begin-tx) (module m G (defcap G () true)
  (defpact p (n:integer)
    (step (yield {"n": n, "id": (pact-id)}))
    (step (resume {"n" := x} (+ x 1))))
  (defpact far () (step (yield {"n": 1} "2")) (step (resume {"n" := x} x)))) (commit-tx)`;
const txId = 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g';

export const yieldBuiltin = builtin({
  name: 'yield',
  since: '2.0',
  builtins: {
    yield: { number: 65, gas: { '5.0': 100 }, does: 'transaction' },
    'yield-to-chain': { number: 66, gas: { '5.0': 100 }, does: 'transaction' },
  },
  doc:
    'Keeps an object for the next step of the running defpact, which reads it with `resume`. If a ' +
    'chain is given, the next step runs on that chain, with the same version of the module or one ' +
    'that blesses it. A step with rollback cannot yield to a chain.',
  types: {
    yield: ['object{r} -> object{r}'],
    'yield-to-chain': ['object{r} -> string -> object{r}'],
  },
  overloads: [
    overload({
      internal: 'yield',
      params: [param('object', 'object', 'The data for the next step.')],
      returns: 'object',
      run(call, object) {
        enforceRunning(call);
        return keep(call, object, { provenance: undefined, sourceChain: undefined });
      },
    }),
    overload({
      internal: 'yield-to-chain',
      params: [
        param('object', 'object', 'The data for the next step.'),
        param('chain', 'string', 'The chain of the next step.'),
      ],
      returns: 'object',
      run(call, object, targetChain) {
        enforceRunning(call);
        const { chainId } = call.machine.environment.publicData;
        const sourceChain = call.machine.hasFlag('DisablePact40') ? undefined : chainId;
        const moduleHash = presentModule(call).hash;
        if (call.machine.defPactExec?.stepHasRollback === true) {
          const cause = 'Cross-chain yield not allowed in step with rollback';
          call.fail('EvalError', { cause });
        }
        return keep(call, object, { provenance: { targetChain, moduleHash }, sourceChain });
      },
    }),
  ],
  examples: [
    { setup, code: `(at 'n (m.p 5))`, gives: '5' },
    { setup: `${setup} (m.p 5)`, code: '(continue-pact 1)', gives: '6' },
    {
      code: '(yield {"n": 1})',
      gives: { fails: 'Try to yield a value outside a running defpact' },
    },
  ],
});

export const resume = builtin({
  name: 'resume',
  since: '2.0',
  builtins: { resume: { number: 67, gas: { '5.0': 500 }, does: 'transaction' } },
  doc:
    'Binds fields of the object that the previous step yielded to names and evaluates a body with ' +
    'them. Data yielded to a chain is available only on that chain.',
  types: { resume: [] },
  overloads: [
    overload({
      internal: 'resume',
      params: [param('body', 'closure', 'A binding `{ "field" := name }` followed by a body.')],
      returns: 'any',
      run(call, body) {
        const { step } = call.context;
        if (step === undefined) return call.fail('NoActiveDefPactExec', {});
        if (step.resume === undefined) {
          const where = { step: step.step, defPactId: step.pactId };
          return call.fail('NoYieldInDefPactStep', where);
        }
        enforceProvenance(call, step.resume);
        return call.apply(body, [new ObjectValue(step.resume.data)]);
      },
    }),
  ],
  examples: [
    { setup: `${setup} (m.p 41)`, code: '(continue-pact 1)', gives: '42' },
    {
      setup: `${setup} (m.far)`,
      code: '(continue-pact 1)',
      gives: { fails: 'Yield provenance does not match' },
    },
    {
      code: '(resume {"n" := x} x)',
      gives: { fails: 'No active defpact execution in the environment' },
    },
  ],
});

export const pactId = builtin({
  name: 'pact-id',
  since: '2.0',
  builtins: { 'pact-id': { number: 118, gas: { '5.0': 100 }, does: 'transaction' } },
  doc: 'Returns the id of the running defpact.',
  overloads: [
    overload({
      internal: 'pact-id',
      params: [],
      returns: 'string',
      run: (call) => runningPactId(call.machine, call.span),
    }),
  ],
  examples: [
    { setup, code: `(at 'id (m.p 5))`, gives: `"${txId}"` },
    { code: '(pact-id)', gives: { fails: 'currently not within defpact execution' } },
  ],
});

function enforceRunning(call: BuiltinCall): void {
  if (call.machine.defPactExec === undefined) call.fail('YieldOutsideDefPact', {});
}

function keep(call: BuiltinCall, object: ObjectValue, target: Omit<Yield, 'data'>): ObjectValue {
  const { machine } = call;
  const exec = machine.defPactExec;
  if (exec === undefined) return call.fail('YieldOutsideDefPact', {});
  const { provenance, sourceChain } = target;
  machine.defPactExec = { ...exec, yield: { data: object.fields, provenance, sourceChain } };
  return object;
}

/** Checks that a yield to a chain names this chain and the current or a blessed version of the module. */
function enforceProvenance(call: BuiltinCall, { provenance }: Yield): void {
  if (provenance === undefined) return;
  const { hash, blessed } = presentModule(call);
  const { chainId } = call.machine.environment.publicData;
  const { targetChain, moduleHash } = provenance;
  const hashes = call.machine.hasFlag('DisablePact40') ? [hash] : [hash, ...blessed];
  if (targetChain === chainId && hashes.includes(moduleHash)) return;
  call.fail('YieldProvenanceDoesNotMatch', {
    receivedChain: targetChain,
    receivedHash: moduleHash,
    expectedChains: hashes.map(() => chainId),
    expectedHashes: hashes,
  });
}

/** Returns the stored version of the running module. */
function presentModule(call: BuiltinCall): Module {
  const caller = callingModule(call.machine);
  if (caller === undefined) return call.fail('EvalError', { cause: 'no module call in stack' });
  return getModule(call.machine, caller, call.span);
}
