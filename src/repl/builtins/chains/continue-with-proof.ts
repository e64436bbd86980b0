// `continue-with-proof`: runs a step of a defpact whose last step ran on another chain. An extension.

import { param } from '../../../lang/session/extend.ts';
import { resumeDefPact } from '../../../lang/session/run.ts';
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
        const attested = proofsOf(call, chains.proofs)
          .supportOn(chains.current)
          .continuation(proof);
        if (attested.kind === 'failure') {
          return call.fail('ContinuationError', { cause: attested.message });
        }
        const exec = attested.value;
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
