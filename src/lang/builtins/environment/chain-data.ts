// `chain-data`, `tx-hash` and `verify-spv`: data of the block and the transaction, and proofs of other chains.
import { publicDataObject } from '../../state/environment.ts';
import { builtin, overload, param } from '../define.ts';

export const chainData = builtin({
  name: 'chain-data',
  since: '3.0',
  builtins: { 'chain-data': { number: 116, gas: { '5.0': 500 }, does: 'transaction' } },
  doc:
    'Returns the block and the transaction that the code runs in, as an object: chain-id, ' +
    'block-height, block-time and prev-block-hash, and the sender, gas-limit and gas-price of the ' +
    'transaction.',
  types: {
    'chain-data': [
      '() -> object{block-height: integer, block-time: time, chain-id: string, gas-limit: integer, gas-price: decimal, prev-block-hash: string, sender: string}',
    ],
  },
  overloads: [
    overload({
      internal: 'chain-data',
      params: [],
      returns: 'object',
      run: (call) => publicDataObject(call.machine.environment.publicData),
    }),
  ],
  examples: [
    {
      setup: '(env-chain-data {"chain-id": "3", "block-height": 20})',
      code: `(take ['chain-id 'block-height] (chain-data))`,
      gives: '{"block-height": 20,"chain-id": "3"}',
    },
    { code: `(at 'sender (chain-data))`, gives: '""' },
  ],
});

export const txHash = builtin({
  name: 'tx-hash',
  since: '2.4',
  builtins: { 'tx-hash': { number: 93, gas: { '5.0': 100 }, does: 'transaction' } },
  doc: 'Returns the hash of the transaction, in base64url.',
  overloads: [
    overload({
      internal: 'tx-hash',
      params: [],
      returns: 'string',
      run: (call) => call.machine.environment.hash,
    }),
  ],
  examples: [
    { code: '(tx-hash)', gives: '"DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g"' },
    {
      setup: '(env-hash (hash "transaction"))',
      code: '(= (tx-hash) (hash "transaction"))',
      gives: 'true',
    },
  ],
});

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
