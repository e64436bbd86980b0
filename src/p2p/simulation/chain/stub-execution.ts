// Execution of simulated blocks: the state is the hash of the state before and of the transactions, so that two nodes agree
// on it only if they executed the same blocks. A transaction is valid once on a chain, and before it expires.

import { concatBytes, equalBytes } from '../../../base/bytes.ts';
import { sha512t256 } from '../../../base/crypto/hashes.ts';
import type { BlockHeader, Hash } from '../../../chain/model/header.ts';
import { payloadHash, transactionsHash, type PayloadData } from '../../../chain/model/payload.ts';
import { encodeMiner } from '../../../chain/model/payload-json.ts';
import { readTransaction, type SimulatedTransaction } from './transactions.ts';

/** What a chain looks like after a block: where its transactions are included, by key. */
export type StubState = { readonly hash: Hash; readonly has: (key: string) => boolean };

export type StubExecuted = { readonly stateHash: Hash; readonly keys: readonly string[] };

/** Returns why a block is invalid. */
export function executeStub(
  state: StubState,
  { header, payload }: { readonly header: BlockHeader; readonly payload: PayloadData },
): StubExecuted | string {
  const stateHash = stateAfter(state.hash, payload.transactionsHash);
  if (!equalBytes(payload.outputsHash, stateHash)) return 'its outputs differ';
  const keys = new Set<string>();
  for (const bytes of payload.transactions) {
    const read = readTransaction(bytes);
    if (!read.ok) return `a transaction cannot be read: ${read.fault}`;
    const { key, chain } = read.value;
    if (chain !== header.chainId) return `the transaction ${key} is for another chain`;
    if (keys.has(key) || state.has(key)) return `the transaction ${key} is included twice`;
    if (isExpired(read.value, header)) return `the transaction ${key} has expired`;
    keys.add(key);
  }
  return { stateHash, keys: [...keys] };
}

export function isExpired(
  { expiresSeconds }: SimulatedTransaction,
  { creationTime }: Pick<BlockHeader, 'creationTime'>,
): boolean {
  return BigInt(expiresSeconds) * 1_000_000n <= creationTime;
}

export function stubPayload(
  state: Hash,
  transactions: readonly SimulatedTransaction[],
  miner: string,
): PayloadData {
  const minerData = encodeMiner({ account: miner, predicate: 'keys-all', publicKeys: [] });
  const inputs = transactions.map(({ bytes }) => bytes);
  const hash = transactionsHash(minerData, inputs);
  const hashes = { transactionsHash: hash, outputsHash: stateAfter(state, hash) };
  return {
    kind: 'data',
    transactions: inputs,
    minerData,
    ...hashes,
    payloadHash: payloadHash(hashes),
  };
}

const stateAfter = (before: Hash, transactions: Hash): Hash =>
  sha512t256(concatBytes([before, transactions]));
