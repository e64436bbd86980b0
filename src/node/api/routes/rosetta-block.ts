// Rosetta: blocks with their transactions as operations, and single transactions of them.
// Source: interface reference, section 6; Mesh API, /block, /block/transaction.

import { utf8Length } from '../../../base/bytes.ts';
import { printJson } from '../../../base/json.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import type { BlockHeader } from '../../../chain/model/header.ts';
import { chainsOf, isGenesis } from '../../../chain/rules/network.ts';
import { transactionsOf, transactionText, type BlockData } from '../../../rosetta/blocks.ts';
import { rosettaFault, type RosettaFault } from '../../../rosetta/errors.ts';
import {
  blockIdentifierIn,
  blockIdentifierJson,
  partialBlockIn,
  transactionHashIn,
  transactionIdentifierJson,
} from '../../../rosetta/identifiers.ts';
import type { NetworkWords } from '../../../rosetta/network-words.ts';
import type { ChainPort } from '../../port.ts';
import { fault } from '../faults.ts';
import { arrayOf, objectOf, ref } from '../json-schema.ts';
import type { NodeApiParts } from '../parts.ts';
import { findBlock } from '../rosetta/find-block.ts';
import { fromHistory } from '../rosetta/kept-history.ts';
import {
  chainEndpoint,
  exampleNetwork,
  type RosettaReply,
  type RosettaRequest,
} from '../rosetta/rosetta-endpoint.ts';
import { timestampJson } from './rosetta-network.ts';

export const rosettaBlockEndpoints = [
  chainEndpoint({
    path: 'block',
    id: 'rosettaBlock',
    summary:
      'Returns a block with the operations of its transactions; those that do not fit into the answer are only named',
    example: { network_identifier: exampleNetwork, block_identifier: { index: 0 } },
    answer: objectOf(
      {
        block: objectOf({
          block_identifier: ref('rosettaBlock'),
          parent_block_identifier: ref('rosettaBlock'),
          timestamp: { type: 'integer', minimum: 0 },
          transactions: arrayOf(ref('rosettaTransaction')),
        }),
        other_transactions: arrayOf(ref('rosettaTransactionIdentifier'), { minItems: 1 }),
      },
      ['other_transactions'],
    ),
    limits: ['rosettaBlockBytes'],
    read: (body) => partialBlockIn(body.field('block_identifier')),
    run: (parts, request) => {
      const { asked, chain, words } = request;
      const data = blockData(parts, chain, { asked: findBlock(chain, asked), words });
      return data.ok ? blockReply(parts, data.value, request) : data;
    },
  }),
  chainEndpoint({
    path: 'block/transaction',
    id: 'rosettaBlockTransaction',
    summary: 'Returns a transaction of a block with its operations',
    example: {
      network_identifier: exampleNetwork,
      block_identifier: { index: 1, hash: 'k1H3DsInAPvJ0W_zPxnrpkeSNdPUT0S9U8bqDLG739o' },
      transaction_identifier: { hash: '_ClWjmm0mDhD0jOPXRuS0ri-gIfKtZ_zXQKMc28Mg8U' },
    },
    answer: objectOf({ transaction: ref('rosettaTransaction') }),
    read: (body) => ({
      block: blockIdentifierIn(body.field('block_identifier')),
      transaction: transactionHashIn(body.field('transaction_identifier')),
    }),
    run: (parts, { asked, chain, words }) => {
      const block = findBlock(chain, asked.block);
      if (!block.ok) return block;
      if (!asked.transaction.ok) return asked.transaction;
      const data = blockData(parts, chain, { asked: block, words });
      if (!data.ok) return data;
      const text = transactionText(data.value, asked.transaction.value);
      return text.ok ? good(`{"transaction":${text.value}}`) : text;
    },
  }),
];

type Asked = {
  readonly asked: Result<BlockHeader, RosettaFault>;
  readonly words: NetworkWords;
};

function blockData(
  { node: { network } }: NodeApiParts,
  chain: ChainPort,
  { asked, words }: Asked,
): Result<BlockData, RosettaFault> {
  if (!asked.ok) return asked;
  const { value: header } = asked;
  const payload = chain.payload(header.payloadHash, header.height);
  if (payload === undefined) {
    return bad(
      rosettaFault(
        'no-payload',
        'this node does not keep payloads that are so old: ask another node',
      ),
    );
  }
  const changes = fromHistory(chain, (history) => history.changes(header));
  if (!changes.ok) return changes;
  if (changes.value === undefined) {
    return bad(
      rosettaFault(
        'not-in-block',
        'this node does not have what the block changed, or not yet: ask for a later block, or another node',
      ),
    );
  }
  const parent = isGenesis(network, header) ? undefined : chain.headers.get(header.parent);
  return good({
    header,
    parent,
    payload,
    changes: changes.value,
    network,
    words,
    chains: chainsOf(network),
  });
}

/** Transactions are made in turns of a few milliseconds, so that large blocks hold up nobody else. */
async function blockReply(
  { limits, slices }: Pick<NodeApiParts, 'limits' | 'slices'>,
  data: BlockData,
  { client }: Pick<RosettaRequest<unknown>, 'client'>,
): Promise<RosettaReply> {
  const transactions = transactionsOf(data);
  if (!transactions.ok) return transactions;
  const texts: string[] = [];
  const others: string[] = [];
  let bytes = 0;
  for (const [i, each] of transactions.value.entries()) {
    const isTurn = i % transactionsOfTurn === transactionsOfTurn - 1;
    if (isTurn && !(await slices.next(client))) return bad(fault('too-many-questions'));
    const text = bytes < limits.rosettaBlockBytes ? each.text() : undefined;
    if (text?.ok === false) return text;
    bytes += text === undefined ? 0 : utf8Length(text.value);
    if (text !== undefined && bytes <= limits.rosettaBlockBytes) texts.push(text.value);
    else {
      const hash = each.hash();
      if (!hash.ok) return hash;
      others.push(printJson(transactionIdentifierJson(hash.value)));
    }
  }
  const more = others.length === 0 ? '' : `,"other_transactions":[${others.join(',')}]`;
  return good(`{"block":${blockText(data, texts)}${more}}`);
}

/** Of one slice of the thread: some milliseconds. */
const transactionsOfTurn = 32;

/** The first block is its own parent. */
function blockText(
  { header, parent = header }: BlockData,
  transactions: readonly string[],
): string {
  return (
    `{"block_identifier":${printJson(blockIdentifierJson(header))}` +
    `,"parent_block_identifier":${printJson(blockIdentifierJson(parent))}` +
    `,"timestamp":${printJson(timestampJson(header))}` +
    `,"transactions":[${transactions.join(',')}]}`
  );
}
