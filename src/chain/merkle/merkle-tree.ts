// Merkle trees for headers and payloads: SHA-512/256, the shape of RFC 6962, leaves with a two-byte tag, and roots of
// other trees as entries.
// Source: merkle-log (Data.MerkleLog), Chainweb/Crypto/MerkleLog.hs; consensus reference, section 2.3.
import { sha512t256 } from '../../base/crypto/hashes.ts';

/** The 32 bytes of a node. */
export type MerkleNode = Uint8Array;

/** The hash function: SHA-512/256, but Keccak-256 in proofs for other chains. */
export type MerkleHash = (bytes: Uint8Array) => Uint8Array;

/** The side of a step in a proof: where the sibling is. */
export type ProofStep = { readonly side: 'left' | 'right'; readonly sibling: MerkleNode };

const leafPrefix = 0;
const innerPrefix = 1;
const noBytes = new Uint8Array(0);

/** The node of an entry: the hash of 0x00, the tag in big-endian order, and the bytes. */
export function taggedLeaf(
  tag: number,
  bytes: Uint8Array,
  hash: MerkleHash = sha512t256,
): MerkleNode {
  const input = shortInputs[bytes.length] ?? new Uint8Array(3 + bytes.length);
  input[0] = leafPrefix;
  input[1] = tag >> 8;
  input[2] = tag & 0xff;
  input.set(bytes, 3);
  return hash(input);
}

/** A cache for the numbers in headers, by their length: hashed immediately and never returned. */
const shortInputs: readonly Uint8Array[] = Array.from(
  { length: 33 },
  (_, i) => new Uint8Array(3 + i),
);

/** Returns the node of an entry that already contains its tag, if it has one. */
export function leaf(bytes: Uint8Array, hash: MerkleHash = sha512t256): MerkleNode {
  const input = new Uint8Array(1 + bytes.length);
  input[0] = leafPrefix;
  input.set(bytes, 1);
  return hash(input);
}

export function innerNode(
  left: MerkleNode,
  right: MerkleNode,
  hash: MerkleHash = sha512t256,
): MerkleNode {
  innerInput.set(left, 1);
  innerInput.set(right, 33);
  return hash(innerInput);
}

/** Nodes are made by the thousand, so they share one input buffer. */
const innerInput = new Uint8Array(65);
innerInput[0] = innerPrefix;

/** Returns the root over nodes from left to right. The root of none is the hash of no bytes. */
export function merkleRoot(
  nodes: readonly MerkleNode[],
  hash: MerkleHash = sha512t256,
): MerkleNode {
  return nodes.length === 0 ? hash(noBytes) : rootOf(nodes, hash, 0, nodes.length);
}

/** Returns the steps from the node at `index` up to the root. */
export function merkleProof(
  nodes: readonly MerkleNode[],
  index: number,
  hash: MerkleHash = sha512t256,
): readonly ProofStep[] {
  const steps: ProofStep[] = [];
  let start = 0;
  let end = nodes.length;
  while (end - start > 1) {
    const middle = start + leftSize(end - start);
    if (index < middle) {
      steps.push({ side: 'right', sibling: rootOf(nodes, hash, middle, end) });
      end = middle;
    } else {
      steps.push({ side: 'left', sibling: rootOf(nodes, hash, start, middle) });
      start = middle;
    }
  }
  return steps.reverse();
}

/** Returns the root for a node and the steps of its proof. */
export function runProof(
  node: MerkleNode,
  steps: readonly ProofStep[],
  hash: MerkleHash = sha512t256,
): MerkleNode {
  return steps.reduce(
    (at, { side, sibling }) =>
      side === 'left' ? innerNode(sibling, at, hash) : innerNode(at, sibling, hash),
    node,
  );
}

function rootOf(
  nodes: readonly MerkleNode[],
  hash: MerkleHash,
  start: number,
  end: number,
): MerkleNode {
  if (end - start === 1) return nodes[start] ?? noBytes;
  const middle = start + leftSize(end - start);
  return innerNode(rootOf(nodes, hash, start, middle), rootOf(nodes, hash, middle, end), hash);
}

/** The largest power of two below `count`, which is at least 2. */
function leftSize(count: number): number {
  return 2 ** (31 - Math.clz32(count - 1));
}

/** Returns the root over entries without tags: used only for the parent hash of genesis blocks. */
export function untaggedRoot(entries: readonly Uint8Array[]): MerkleNode {
  return merkleRoot(entries.map((entry) => leaf(entry)));
}

// The tags that distinguish the kinds of Merkle tree entries. They are hexadecimal: 0x0010 follows 0x0009. Source:
// Chainweb/MerkleUniverse.hs; consensus reference, section 2.3.

export const merkleTags = {
  chainId: 0x0002,
  blockHeight: 0x0003,
  blockWeight: 0x0004,
  forkState: 0x0006,
  blockCreationTime: 0x0007,
  networkCode: 0x0008,
  hashTarget: 0x0011,
  transaction: 0x0013,
  transactionOutput: 0x0014,
  minerData: 0x0017,
  coinbaseOutput: 0x0018,
  epochStartTime: 0x0019,
  blockNonce: 0x0020,
  outputEvents: 0x0030,
} as const;
