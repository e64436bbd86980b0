// A block header and its bytes. The order of the bytes differs from that of the hashed Merkle tree (block-hash.ts).
// Source: Chainweb/BlockHeader/Internal.hs (encodeBlockHeader); consensus reference, section 2.1.
import { fromBase64Url } from '../../base/base64url.ts';
import { concatBytes } from '../../base/bytes.ts';
import { type Result, bad, good } from '../../base/result.ts';
import type { ChainId } from '../graph/chain-graph.ts';
import { BinaryReader, putWord256, word256Bytes, word256Of, word32 } from './binary.ts';

/** 32 bytes. */
export type Hash = Uint8Array;

/** Returns `undefined` unless the text is the canonical base64url of 32 bytes, without padding. */
export function parseHash(text: string): Hash | undefined {
  const bytes = text.length === 43 ? fromBase64Url(text) : undefined;
  return bytes?.length === hashSize ? bytes : undefined;
}

/** Microseconds since the Unix epoch. */
export type Micros = bigint;

export type BlockHeader = {
  /** The fork number in the low 32 bits, fork votes in the high 32: see fork-state.ts. */
  readonly forkState: bigint;
  readonly creationTime: Micros;
  readonly parent: Hash;
  /** The parent blocks on neighbouring chains, in ascending order of chains. */
  readonly adjacents: readonly AdjacentParent[];
  readonly target: bigint;
  readonly payloadHash: Hash;
  readonly chainId: ChainId;
  /** The sum of the difficulties of the block and all its ancestors. */
  readonly weight: bigint;
  readonly height: number;
  /** The code of the network. */
  readonly networkCode: number;
  readonly epochStart: Micros;
  readonly nonce: bigint;
  readonly hash: Hash;
};

/** By height, then by chain: a block comes after those that it refers to. */
export function byHeight(left: BlockHeader, right: BlockHeader): number {
  return left.height - right.height || left.chainId - right.chainId;
}

export type AdjacentParent = { readonly chainId: ChainId; readonly hash: Hash };

/** Bytes of a header without its adjacent parents. */
const fixedSize = 210;
const adjacentSize = 36;
const hashSize = 32;

/** The size of a header on a graph of this degree: 318 bytes at degree 3. */
export function headerSize(degree: number): number {
  return fixedSize + adjacentSize * degree;
}

export function encodeHeader(header: BlockHeader): Uint8Array {
  return concatBytes([encodeHeaderWithoutHash(header), header.hash]);
}

/** Returns the bytes that the proof of work covers. */
export function encodeHeaderWithoutHash(header: Omit<BlockHeader, 'hash'>): Uint8Array {
  const { adjacents } = header;
  const bytes = new Uint8Array(headerSize(adjacents.length) - hashSize);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(headerAt.forkState, header.forkState, true);
  view.setBigInt64(headerAt.creationTime, header.creationTime, true);
  bytes.set(header.parent, headerAt.parent);
  view.setUint16(headerAt.adjacentCount, adjacents.length, true);
  for (let i = 0; i < adjacents.length; i++) {
    const { chainId, hash } = adjacents[i] as AdjacentParent;
    const at = headerAt.adjacents + adjacentSize * i;
    view.setUint32(at, chainId, true);
    bytes.set(hash, at + 4);
  }
  const rest = headerRestAt(adjacents.length);
  putWord256(view, rest.target, header.target);
  bytes.set(header.payloadHash, rest.payloadHash);
  view.setUint32(rest.chainId, header.chainId, true);
  putWord256(view, rest.weight, header.weight);
  view.setBigUint64(rest.height, BigInt(header.height), true);
  view.setUint32(rest.networkCode, header.networkCode, true);
  view.setBigInt64(rest.epochStart, header.epochStart, true);
  view.setBigUint64(rest.nonce, header.nonce, true);
  return bytes;
}

/** Offsets of the members before the adjacent parents. */
export const headerAt = {
  forkState: 0,
  creationTime: 8,
  parent: 16,
  adjacentCount: 48,
  adjacents: 50,
} as const;

/** Offsets of the members after the adjacent parents, by the number of these. */
export function headerRestAt(degree: number) {
  const at = headerAt.adjacents + adjacentSize * degree;
  return {
    target: at,
    payloadHash: at + 32,
    chainId: at + 64,
    weight: at + 68,
    height: at + 100,
    networkCode: at + 108,
    epochStart: at + 112,
    nonce: at + 120,
  } as const;
}

/**
 * Reads one header that fills all the bytes. The hash is not checked here: `validateHeader` does that. Adjacent parents
 * may be in any order.
 */
export function decodeHeader(bytes: Uint8Array): Result<BlockHeader, string> {
  const reader = new BinaryReader(bytes);
  const header = readWithoutHash(reader);
  if (!header.ok) return header;
  const hash = reader.take(hashSize);
  if (hash === undefined) return bad(tooShort(bytes));
  if (!reader.isAtEnd) return bad(tooLong(bytes, header.value.adjacents.length));
  return good({ ...header.value, hash });
}

/** Reads a header as miners return it: the bytes without the hash. */
export function decodeHeaderWithoutHash(
  bytes: Uint8Array,
): Result<Omit<BlockHeader, 'hash'>, string> {
  const reader = new BinaryReader(bytes);
  const header = readWithoutHash(reader);
  if (!header.ok || reader.isAtEnd) return header;
  return bad(tooLong(bytes, header.value.adjacents.length));
}

function readWithoutHash(reader: BinaryReader): Result<Omit<BlockHeader, 'hash'>, string> {
  const forkState = reader.word64();
  const creationTime = reader.int64();
  const parent = reader.take(hashSize);
  const adjacents = readAdjacents(reader);
  const target = reader.take(hashSize);
  const payloadHash = reader.take(hashSize);
  const chainId = reader.word32();
  const weight = reader.take(hashSize);
  const height = reader.word64();
  const networkCode = reader.word32();
  const epochStart = reader.int64();
  const nonce = reader.word64();
  if (
    forkState === undefined ||
    creationTime === undefined ||
    parent === undefined ||
    adjacents === undefined ||
    target === undefined ||
    payloadHash === undefined ||
    chainId === undefined ||
    weight === undefined ||
    height === undefined ||
    networkCode === undefined ||
    epochStart === undefined ||
    nonce === undefined
  ) {
    return bad('the header ends too early');
  }
  if (height > Number.MAX_SAFE_INTEGER) return bad(`no chain has a block height of ${height}`);
  const repeated = adjacents.find(({ chainId: id }, i) => adjacents[i - 1]?.chainId === id);
  if (repeated !== undefined) return bad(`adjacent chain ${repeated.chainId} is listed twice`);
  return good({
    forkState,
    creationTime,
    parent,
    adjacents,
    target: word256Of(target),
    payloadHash,
    chainId,
    weight: word256Of(weight),
    height: Number(height),
    networkCode,
    epochStart,
    nonce,
  });
}

function readAdjacents(reader: BinaryReader): readonly AdjacentParent[] | undefined {
  const count = reader.word16();
  if (count === undefined) return undefined;
  const adjacents: AdjacentParent[] = [];
  for (let i = 0; i < count; i++) {
    const chainId = reader.word32();
    const hash = reader.take(hashSize);
    if (chainId === undefined || hash === undefined) return undefined;
    adjacents.push({ chainId, hash });
  }
  return adjacents.sort((a, b) => a.chainId - b.chainId);
}

const tooShort = (bytes: Uint8Array): string =>
  `the header ends too early: it has ${bytes.length} bytes`;

const tooLong = (bytes: Uint8Array, degree: number): string =>
  `there are bytes after the header: ${bytes.length} bytes, where a header with ${degree} adjacent parents has ${headerSize(degree)}`;

// The fork number and the votes for the next one, which share 64 bits of a header. Older releases
// called the member "feature flags", as its JSON still does.
// Source: Chainweb/ForkState.hs; consensus reference, section 2.2.

const half = 32n;
const lowHalf = 0xffff_ffffn;

export function forkNumberOf(forkState: bigint): number {
  return Number(forkState & lowHalf);
}

export function forkVotesOf(forkState: bigint): number {
  return Number(forkState >> half);
}

export function forkStateOf(state: { readonly number: number; readonly votes: number }): bigint {
  return (BigInt(state.votes) << half) | BigInt(state.number);
}

// Work for miners: the chain, the target, and the header without its hash, 322 bytes at degree 3. They return only the
// header, with another nonce and possibly another time.
// Source: Chainweb/BlockHeader/Internal.hs (encodeAsWorkHeader); consensus reference, section 2.5;
// specification, "Work header".

export function encodeWorkHeader(header: Omit<BlockHeader, 'hash'>): Uint8Array {
  return concatBytes([
    word32(header.chainId),
    word256Bytes(header.target),
    encodeHeaderWithoutHash(header),
  ]);
}
