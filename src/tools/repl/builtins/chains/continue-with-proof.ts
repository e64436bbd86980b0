// `continue-with-proof`: runs a step of a defpact whose last step ran on another chain. An extension.

import { readJson } from '../../../../base/json-reader.ts';
import { assert } from '../../../../base/assert.ts';
import { param } from '../../../../lang/session/extend.ts';
import { resumeDefPact, type DefPactExec } from '../../../../lang/session/run.ts';
import { decodeDefPactExec } from '../../../../lang/session/store.ts';
import { replBuiltin, replOverload } from '../define.ts';
import { proofsOf } from './env-chain-proof.ts';

export const continueWithProof = replBuiltin(['chains'], {
  name: 'continue-with-proof',
  since: '5.4',
  doc: `Runs a step of a defpact whose last step ran on another chain, like a transaction on a network.
      The proof comes from \`env-chain-proof\` and is verified against the blocks of the current chain. An
      extension of this REPL.`,
  overloads: [
    replOverload({
      internal: 'continue-with-proof',
      params: [
        param('step', 'integer', 'The step to run, counted from 0.'),
        param('rollback', 'bool', 'Whether to roll the step back.'),
        param('pact-id', 'string', 'The defpact.'),
        param('proof', 'string', 'The proof of the previous step.'),
      ],
      returns: 'a',
      run: ({ chains }, call, step, rollback, pactId, proof) => {
        const { machine } = call;
        const attested = proofsOf(call, chains.proofs).verify(chains.current, proof);
        if (attested.kind === 'failure') {
          return call.fail('ContinuationError', { cause: attested.message });
        }
        const exec = stepOf(attested.continuation);
        machine.defPactExec = undefined;
        machine.environment.step = {
          step: Number(BigInt.asIntN(64, step)),
          ...{ rollback, pactId, resume: exec.yield },
        };
        try {
          return resumeDefPact(call.context, exec, call.span);
        } finally {
          machine.environment.step = undefined;
        }
      },
    }),
  ],
  examples: [
    { code: '(continue-with-proof 1 false "p" "AAAA")', gives: { fails: 'proof' } },
    { code: '(continue-with-proof 1 false "p" "!")', gives: { fails: 'proof' } },
  ],
});

function stepOf(continuation: string): DefPactExec {
  const json = readJson(continuation);
  const step = json.kind === 'value' ? decodeDefPactExec(json.value) : undefined;
  assert(step !== undefined, 'the blocks of a script contain only steps that its session encoded');
  return step;
}
