// `chain-data` and `tx-hash`: data of the block and the transaction.

import { publicDataObject } from '../../state/environment.ts';
import { builtin, overload } from '../define.ts';

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
