// Rosetta: the balance of an account, now or after any block that the node keeps the history of.
// Source: interface reference, section 6; Mesh API, /account/balance.

import type { JsonValue } from '../../../base/json.ts';
import { bad, good } from '../../../base/result.ts';
import { rosettaFault } from '../../../rosetta/errors.ts';
import {
  accountIn,
  addressOf,
  blockIdentifierJson,
  partialBlockIn,
} from '../../../rosetta/identifiers.ts';
import { amountJson, unitsOf } from '../../../rosetta/network-words.ts';
import { arrayOf, objectOf, ref } from '../json-schema.ts';
import { findBlock } from '../rosetta/find-block.ts';
import { fromHistory } from '../rosetta/kept-history.ts';
import { chainEndpoint, exampleNetwork } from '../rosetta/rosetta-endpoint.ts';

export const rosettaAccountEndpoints = [
  chainEndpoint({
    path: 'account/balance',
    id: 'rosettaAccountBalance',
    summary:
      'Returns the balance of an account after a block, by default the newest; 0 if there is no such account',
    example: { network_identifier: exampleNetwork, account_identifier: { address: 'sender00' } },
    answer: objectOf({
      block_identifier: ref('rosettaBlock'),
      balances: arrayOf(ref('rosettaAmount'), { minItems: 1, maxItems: 1 }),
    }),
    read: (body) => ({
      account: accountIn(body.field('account_identifier')),
      block: partialBlockIn(body.optionalField('block_identifier')),
    }),
    run: (_, { asked, chain, words: { currency } }) => {
      const account = addressOf(asked.account);
      if (!account.ok) return account;
      const block = findBlock(chain, asked.block);
      if (!block.ok) return block;
      const row = fromHistory(chain, (history) => history.rowAt(account.value, block.value.height));
      if (!row.ok) return row;
      const { value: found } = row;
      if (found.kind === 'not-kept') {
        return bad(
          rosettaFault(
            'not-in-block',
            `this node has balances from height ${found.since} of the chain: ask for a later block, or another node`,
          ),
        );
      }
      const units = found.kind === 'absent' ? 0n : unitsOf(found.row.balance, currency);
      return good(
        new Map<string, JsonValue>([
          ['block_identifier', blockIdentifierJson(block.value)],
          ['balances', [amountJson(units, currency)]],
        ]),
      );
    },
  }),
];
