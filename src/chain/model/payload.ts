// The payload of a block: the miner, signed transactions, and their results, as the bytes that are hashed. This module
// does not interpret the bytes.
// Source: Chainweb/Payload.hs; consensus reference, section 3.1.
import { concatBytes, equalBytes } from '../../base/bytes.ts';
import { innerNode, merkleRoot, merkleTags, taggedLeaf } from '../merkle/merkle-tree.ts';
import type { Hash } from './header.ts';

export type PayloadHashes = {
  readonly transactionsHash: Hash;
  readonly outputsHash: Hash;
  readonly payloadHash: Hash;
};

/** Without outputs: as peers send it, and as a node executes it. */
export type PayloadData = PayloadHashes & {
  readonly kind: 'data';
  /** JSON of signed transactions. */
  readonly transactions: readonly Uint8Array[];
  /** JSON of the miner's account and keys. */
  readonly minerData: Uint8Array;
};

export type PayloadWithOutputs = PayloadHashes & {
  readonly kind: 'with-outputs';
  readonly transactions: readonly ExecutedTransaction[];
  readonly minerData: Uint8Array;
  /** JSON of the result of the miner's reward. */
  readonly coinbase: Uint8Array;
};

export type ExecutedTransaction = { readonly input: Uint8Array; readonly output: Uint8Array };

export function transactionsHash(minerData: Uint8Array, transactions: readonly Uint8Array[]): Hash {
  return merkleRoot([
    taggedLeaf(merkleTags.minerData, minerData),
    ...transactions.map((bytes) => taggedLeaf(merkleTags.transaction, bytes)),
  ]);
}

export function outputsHash(coinbase: Uint8Array, outputs: readonly Uint8Array[]): Hash {
  return merkleRoot([
    taggedLeaf(merkleTags.coinbaseOutput, coinbase),
    ...outputs.map((bytes) => taggedLeaf(merkleTags.transactionOutput, bytes)),
  ]);
}

/** The hash in headers. */
export function payloadHash(hashes: Omit<PayloadHashes, 'payloadHash'>): Hash {
  return innerNode(hashes.transactionsHash, hashes.outputsHash);
}

export function makePayload(parts: {
  readonly minerData: Uint8Array;
  readonly coinbase: Uint8Array;
  readonly transactions: readonly ExecutedTransaction[];
  /** Skips hashing if the hash is known: hashing is most of the work here. */
  readonly transactionsHash?: Hash | undefined;
}): PayloadWithOutputs {
  const { minerData, coinbase, transactions } = parts;
  const inputs = transactions.map(({ input }) => input);
  const hashes = {
    transactionsHash: parts.transactionsHash ?? transactionsHash(minerData, inputs),
    outputsHash: outputsHash(
      coinbase,
      transactions.map(({ output }) => output),
    ),
  };
  return { kind: 'with-outputs', ...parts, ...hashes, payloadHash: payloadHash(hashes) };
}

/** What peers send of a payload: everybody executes it. */
export function withoutOutputs(payload: PayloadWithOutputs): PayloadData {
  const { minerData, transactionsHash, outputsHash, payloadHash } = payload;
  const transactions = payload.transactions.map(({ input }) => input);
  const hashes = { transactionsHash, outputsHash, payloadHash };
  return { kind: 'data', minerData, transactions, ...hashes };
}

export type PayloadFault = keyof PayloadHashes;

/**
 * Returns the hashes that do not match the content. Without outputs, the hash of outputs is not checked, as in the
 * reference (`verifyPayloadData`).
 */
export function wrongHashes(payload: PayloadData | PayloadWithOutputs): readonly PayloadFault[] {
  const { minerData } = payload;
  const right: PayloadHashes = {
    transactionsHash: transactionsHash(
      minerData,
      payload.kind === 'data'
        ? payload.transactions
        : payload.transactions.map(({ input }) => input),
    ),
    outputsHash:
      payload.kind === 'data'
        ? payload.outputsHash
        : outputsHash(
            payload.coinbase,
            payload.transactions.map(({ output }) => output),
          ),
    payloadHash: payloadHash(payload),
  };
  const names = ['transactionsHash', 'outputsHash', 'payloadHash'] as const;
  return names.filter((name) => !equalBytes(payload[name], right[name]));
}

// Payloads as bytes for other programs, with and without outputs: numbers have 8 bytes, the greatest first, and each text
// is preceded by its length.
// Source: Chainweb/Payload.hs (putPayloadData, putPayloadWithOutputs).

export function encodePayload(payload: PayloadData | PayloadWithOutputs): Uint8Array {
  const { minerData, payloadHash, transactionsHash, outputsHash } = payload;
  const texts =
    payload.kind === 'data'
      ? payload.transactions
      : payload.transactions.flatMap(({ input, output }) => [input, output]);
  const coinbase = payload.kind === 'data' ? [] : withLength(payload.coinbase);
  return concatBytes([
    encodePayloadCount(payload.transactions.length),
    ...texts.flatMap(withLength),
    ...withLength(minerData),
    ...coinbase,
    payloadHash,
    transactionsHash,
    outputsHash,
  ]);
}

/** What a list of payloads begins with. */
export function encodePayloadCount(count: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(count));
  return bytes;
}

const withLength = (text: Uint8Array): readonly Uint8Array[] => [
  encodePayloadCount(text.length),
  text,
];
