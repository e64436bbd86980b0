// `verify-spv`

import { builtin, overload, param } from '../define.ts';

export const verifySpv = builtin({
  name: 'verify-spv',
  since: '2.4',
  builtins: { 'verify-spv': { number: 127, gas: { '5.0': 100_000 }, does: 'transaction' } },
  doc:
    'Verifies a proof that something happened on another chain and returns what it proves. The ' +
    'supported kinds of proof depend on the chain; the REPL supports none.',
  types: { 'verify-spv': ['string -> object{r} -> object{r}'] },
  overloads: [
    overload({
      internal: 'verify-spv',
      params: [
        param('type', 'string', 'The kind of proof.'),
        param('proof', 'object', 'The proof.'),
      ],
      returns: 'object',
      run(call, type, proof) {
        const answer = call.machine.environment.spv.verify(type, proof);
        if (answer.kind === 'verified') return answer.value;
        return call.fail('SPVVerificationFailure', { cause: answer.message });
      },
    }),
  ],
  examples: [
    {
      code: '(verify-spv "TXOUT" {"proof": "a2V5"})',
      gives: { fails: 'SPV verification failure: SPV verification not supported' },
    },
    { code: '(verify-spv "TXOUT" "a2V5")', gives: { fails: 'type(s): string, string' } },
  ],
});
