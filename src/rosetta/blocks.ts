// The transactions of a block as the Rosetta interface shows them: the coinbase, those that the node itself runs for an upgrade,
// then those of users, each with its operations, the step that it ran, and the transaction that it continues.
// Source: Chainweb/Rosetta/Internal.hs of chainweb-node 2.26 (matchLogs); Mesh API, Transaction.

import { toBase64Url } from '../base/base64url.ts';
import { decodeUtf8 } from '../base/bytes.ts';
import { isJsonObject, printJson, type JsonValue } from '../base/json.ts';
import { readJsonBytes } from '../base/json-reader.ts';
import { bad, good, type Result } from '../base/result.ts';
import { readCommandJson } from '../chain/command/index.ts';
import type { CoinChanges } from '../chain/execute/coin-changes.ts';
import type { ChainId } from '../chain/graph/chain-graph.ts';
import type { BlockHeader } from '../chain/model/header.ts';
import { decodeOutput } from '../chain/model/output-json.ts';
import type { PayloadWithOutputs } from '../chain/model/payload.ts';
import { rulesAbove } from '../chain/rules/execution-rules.ts';
import type { Network } from '../chain/rules/network.ts';
import { rosettaFault, type RosettaFault } from './errors.ts';
import { transactionIdentifierJson } from './identifiers.ts';
import { networkIdentifierJson, type NetworkWords } from './network-words.ts';
import {
  coinbaseOperations,
  operationsText,
  upgradeOperations,
  userOperations,
  type Operation,
} from './operations.ts';
import { earlierTransaction, stepMetadata, stepOf, type EarlierTransaction } from './steps.ts';

/** What the transactions of a block are made from. */
export type BlockData = {
  readonly header: BlockHeader;
  /** `undefined`: it is the first block of its chain. */
  readonly parent: BlockHeader | undefined;
  readonly payload: PayloadWithOutputs;
  readonly changes: CoinChanges;
  readonly network: Network;
  readonly words: NetworkWords;
  /** Those of the network. */
  readonly chains: readonly ChainId[];
};

/** A transaction whose content is made when it is needed: blocks may be large. */
export type BlockTransaction = {
  /** Whether it is the one with this hash; without reading all of it if it is not. */
  readonly has: (hash: string) => boolean;
  readonly hash: () => Result<string, RosettaFault>;
  /** Returns its JSON. */
  readonly text: () => Result<string, RosettaFault>;
};

export function transactionsOf(data: BlockData): Result<readonly BlockTransaction[], RosettaFault> {
  const { payload, changes, parent } = data;
  const upgrades = parent === undefined ? [] : upgradeHashes(data.network, parent);
  const isMatched =
    changes.transactions.length === payload.transactions.length &&
    (changes.upgrades.length === 0 || changes.upgrades.length === upgrades.length);
  if (!isMatched) return bad(mismatched);
  return good([
    ...(parent === undefined ? [] : [coinbaseOf(data, parent)]),
    ...upgrades.map((hash, i) => upgradeOf(data, hash, i)),
    ...payload.transactions.map((_, i) => userTransactionOf(data, i)),
  ]);
}

/** Returns the JSON of a transaction by its hash. */
export function transactionText(data: BlockData, hash: string): Result<string, RosettaFault> {
  const transactions = transactionsOf(data);
  if (!transactions.ok) return transactions;
  const found = transactions.value.find((each) => each.has(hash));
  if (found !== undefined) return found.text();
  return bad(
    rosettaFault('not-in-block', 'the block has no transaction with this hash: block lists them'),
  );
}

const mismatched = rosettaFault(
  'mismatched-changes',
  'the history of balances does not fit the block: this is a fault of the node, whose operator should report it',
);

/** Its identifier is the hash of the parent, which its request key encodes. */
function coinbaseOf({ changes, words }: BlockData, parent: BlockHeader): BlockTransaction {
  const hash = toBase64Url(parent.hash);
  const operations = (): readonly Operation[] =>
    coinbaseOperations(changes.coinbase, words.currency);
  return {
    has: (other) => other === hash,
    hash: () => good(hash),
    text: () => good(textOf({ hash, operations: operations(), metadata: new Map() }, words)),
  };
}

function upgradeOf({ changes, words }: BlockData, hash: string, at: number): BlockTransaction {
  const operations = (): readonly Operation[] =>
    upgradeOperations(changes.upgrades[at] ?? [], words.currency);
  return {
    has: (other) => other === hash,
    hash: () => good(hash),
    text: () => good(textOf({ hash, operations: operations() }, words)),
  };
}

function userTransactionOf(data: BlockData, at: number): BlockTransaction {
  const { header, payload, changes, words, chains } = data;
  const bytes = payload.transactions[at]?.output ?? new Uint8Array();
  const output = (): ReturnType<typeof decodeOutput> => decodeOutput(bytes);
  const { chainId: chain } = header;
  return {
    has: (hash) =>
      decodeUtf8(bytes)?.includes(`"${hash}"`) === true && requestKeyIn(output()) === hash,
    hash: () => {
      const hash = requestKeyIn(output());
      return hash === undefined ? bad(unreadable(at)) : good(hash);
    },
    text: () => {
      const read = output();
      const own = changes.transactions[at];
      if (!read.ok || own === undefined) return bad(unreadable(at));
      const step = stepOf(read.value, chain);
      if (step === undefined && isJsonObject(read.value.continuation)) return bad(badStep(at));
      const shown: Shown = {
        hash: read.value.requestKey,
        operations: userOperations(own, words.currency),
        metadata: stepMetadata(step, chain),
        earlier: earlierTransaction(step, chains),
      };
      return good(textOf(shown, words));
    },
  };
}

function requestKeyIn(output: ReturnType<typeof decodeOutput>): string | undefined {
  return output.ok ? output.value.requestKey : undefined;
}

const badStep = (at: number): RosettaFault =>
  rosettaFault(
    'bad-result-metadata',
    `the step of transaction ${at} of the block cannot be read: pact node replay --verify checks the data of the node`,
  );

const unreadable = (at: number): RosettaFault =>
  rosettaFault(
    'unreadable-output',
    `the stored output of transaction ${at} of the block cannot be read: pact node replay --verify checks the data of the node`,
  );

type Shown = {
  readonly hash: string;
  readonly operations: readonly Operation[];
  readonly metadata?: JsonValue;
  readonly earlier?: EarlierTransaction | undefined;
};

function textOf({ hash, operations, metadata, earlier }: Shown, words: NetworkWords): string {
  const related =
    earlier === undefined ? '' : `,"related_transactions":[${earlierText(earlier, words)}]`;
  return (
    `{"transaction_identifier":${printJson(transactionIdentifierJson(hash))}` +
    `,"operations":${operationsText(operations, words.currency)}${related}` +
    `${metadata === undefined ? '' : `,"metadata":${printJson(metadata)}`}}`
  );
}

function earlierText({ hash, chain }: EarlierTransaction, words: NetworkWords): string {
  const members = new Map<string, JsonValue>();
  if (chain !== undefined) members.set('network_identifier', networkIdentifierJson(words, chain));
  members.set('transaction_identifier', transactionIdentifierJson(hash));
  members.set('direction', 'backward');
  return printJson(members);
}

/** The hashes of transactions that a block on this parent runs for an upgrade, in the order of execution. */
function upgradeHashes(network: Network, parent: BlockHeader): readonly string[] {
  if (network.execution.upgrades.length === 0) return [];
  return rulesAbove(network, parent).upgrades.flatMap((change) =>
    change.kind === 'transactions' ? change.transactions.flatMap(hashIn) : [],
  );
}

function hashIn(command: Uint8Array): readonly string[] {
  const read = readJsonBytes(command);
  const value = read.kind === 'value' ? readCommandJson(read.value) : undefined;
  return value?.ok === true ? [value.value.hash] : [];
}
