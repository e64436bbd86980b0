// Rosetta: the transactions that wait in the mempool. What they will change is not known before they run, so they have no
// operations.
// Source: interface reference, section 6; Mesh API, /mempool, /mempool/transaction.

import type { JsonValue } from '../../../base/json.ts';
import { bad, good } from '../../../base/result.ts';
import { rosettaFault } from '../../../rosetta/errors.ts';
import { transactionHashIn, transactionIdentifierJson } from '../../../rosetta/identifiers.ts';
import { arrayOf, objectOf, ref } from '../json-schema.ts';
import { chainEndpoint, exampleNetwork } from '../rosetta/rosetta-endpoint.ts';

export const rosettaMempoolEndpoints = [
  chainEndpoint({
    path: 'mempool',
    id: 'rosettaMempool',
    summary:
      'Returns the transactions that wait in the mempool: those that arrived first, up to a limit',
    example: { network_identifier: exampleNetwork },
    answer: objectOf({ transaction_identifiers: arrayOf(ref('rosettaTransactionIdentifier')) }),
    limits: ['rosettaMempoolKeys'],
    read: () => undefined,
    run: async ({ limits }, { chain }) => {
      const keys = await chain.waiting(limits.rosettaMempoolKeys);
      return good(new Map([['transaction_identifiers', keys.map(transactionIdentifierJson)]]));
    },
  }),
  chainEndpoint({
    path: 'mempool/transaction',
    id: 'rosettaMempoolTransaction',
    summary: 'Returns a transaction that waits in the mempool',
    example: {
      network_identifier: exampleNetwork,
      transaction_identifier: { hash: 'k1H3DsInAPvJ0W_zPxnrpkeSNdPUT0S9U8bqDLG739o' },
    },
    answer: objectOf({ transaction: ref('rosettaTransaction') }),
    read: (body) => transactionHashIn(body.field('transaction_identifier')),
    run: async (_, { asked: hash, chain }) => {
      if (!hash.ok) return hash;
      if (!(await chain.isWaiting(hash.value))) {
        return bad(
          rosettaFault(
            'not-in-mempool',
            'the transaction does not wait on this chain: it may be in a block, expired, or on another chain',
          ),
        );
      }
      const transaction = new Map<string, JsonValue>([
        ['transaction_identifier', transactionIdentifierJson(hash.value)],
        ['operations', []],
      ]);
      return good(new Map([['transaction', transaction]]));
    },
  }),
];
