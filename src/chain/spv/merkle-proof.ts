// Merkle proofs as exchanged by chains: a subject, and the steps from it to the root of the outermost of several nested
// trees. Roots of inner trees are entries of outer ones, so the steps simply follow each other.
// Source: merkle-log (Data.MerkleLog: MerkleProofObject, runMerkleProof); consensus reference, section 7.1.

import { sha512t256 } from '../../base/crypto/hashes.ts';
import { type Result, bad, good } from '../../base/result.ts';
import {
  leaf,
  merkleProof,
  merkleTags,
  type MerkleHash,
  type MerkleNode,
} from '../merkle/merkle-tree.ts';
import type { ProofStep } from '../merkle/merkle-tree.ts';

export type MerkleProof = {
  readonly subject: ProofSubject;
  /** Its size was checked: see `isProofObject`. Its sides are checked when the proof is run. */
  readonly object: Uint8Array;
};

export type ProofSubject =
  /** The bytes of an entry, its tag of two bytes first. */
  | { readonly kind: 'input'; readonly bytes: Uint8Array }
  /** The root of a tree: 32 bytes. */
  | { readonly kind: 'tree'; readonly hash: Uint8Array };

/** One of the nested trees, and the index of the entry on the path of the proof. */
export type ProofLevel = { readonly nodes: readonly MerkleNode[]; readonly index: number };

const hashSize = 32;
/** The count of steps (4 bytes) and the index of the subject in the innermost tree (8), big-endian. */
const headSize = 12;
const stepSize = 1 + hashSize;
const sides = { left: 0, right: 1 } as const;

/** Makes the proof through trees from the innermost to the outermost. */
export function composeProof(
  subject: ProofSubject,
  levels: readonly [ProofLevel, ...ProofLevel[]],
  hash: MerkleHash = sha512t256,
): MerkleProof {
  const steps = levels.flatMap(({ nodes, index }) => merkleProof(nodes, index, hash));
  return { subject, object: encodeProofObject(BigInt(levels[0].index), steps) };
}

export function encodeProofObject(leafIndex: bigint, steps: readonly ProofStep[]): Uint8Array {
  const bytes = new Uint8Array(headSize + stepSize * steps.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, steps.length);
  view.setBigUint64(4, leafIndex);
  for (const [i, { side, sibling }] of steps.entries()) {
    bytes[headSize + stepSize * i] = sides[side];
    bytes.set(sibling, headSize + stepSize * i + 1);
  }
  return bytes;
}

/** Checks whether the length of the bytes matches the stated number of steps. */
export function isProofObject(bytes: Uint8Array): boolean {
  return bytes.length >= headSize && bytes.length === headSize + stepSize * stepCount(bytes);
}

/** Informational only: the root does not depend on it. */
export function leafIndexOf({ object }: MerkleProof): bigint {
  return viewOf(object).getBigUint64(4);
}

/** Returns the steps; `undefined` if a step has no valid side. */
export function stepsOf({ object }: MerkleProof): readonly ProofStep[] | undefined {
  const steps: ProofStep[] = [];
  for (let at = headSize; at < object.length; at += stepSize) {
    const side = object[at];
    if (side !== sides.left && side !== sides.right) return undefined;
    const sibling = object.slice(at + 1, at + stepSize);
    steps.push({ side: side === sides.left ? 'left' : 'right', sibling });
  }
  return steps;
}

/** Returns the root of a proof; `undefined` if a step has no valid side. */
export function runMerkleProof(
  { subject, object }: MerkleProof,
  hash: MerkleHash = sha512t256,
): MerkleNode | undefined {
  let node = subject.kind === 'tree' ? subject.hash : leaf(subject.bytes, hash);
  // One buffer for all inner nodes: the prefix, the left node, the right node.
  const inner = new Uint8Array(1 + 2 * hashSize);
  inner[0] = 1;
  for (let at = headSize; at < object.length; at += stepSize) {
    const side = object[at];
    if (side !== sides.left && side !== sides.right) return undefined;
    const sibling = object.subarray(at + 1, at + stepSize);
    inner.set(side === sides.left ? sibling : node, 1);
    inner.set(side === sides.left ? node : sibling, 1 + hashSize);
    node = hash(inner);
  }
  return node;
}

function stepCount(bytes: Uint8Array): number {
  return viewOf(bytes).getUint32(0);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

// The bytes of a subject after its tag. Source: Chainweb/Crypto/MerkleLog.hs (fromMerkleNodeTagged).

const tagOf = {
  transaction: merkleTags.transaction,
  output: merkleTags.transactionOutput,
  events: merkleTags.outputEvents,
} as const;

export type SubjectKind = keyof typeof tagOf;

/** Fails with the name of the reference's exception. */
export function taggedBytes(subject: ProofSubject, tag: number): Result<Uint8Array, string> {
  if (subject.kind === 'tree') {
    return bad('MerkleLogWrongNodeTypeException (Expected "InputNode") (Actual "TreeNode")');
  }
  const [high, low] = subject.bytes;
  if (high === undefined || low === undefined) {
    return bad('MerkleLogDecodeException "failed to parse Word from bytes: not enough bytes"');
  }
  const actual = high * 256 + low;
  if (actual === tag) return good(subject.bytes.subarray(2));
  return bad(`MerkleLogWrongTagException (Expected "${tag}") (Actual "${actual}")`);
}

/** Describes a subject by its tag, for people; the bytes are those after the tag. */
export function subjectOf(subject: ProofSubject): {
  readonly kind: SubjectKind | 'tree' | 'unknown';
  readonly bytes: Uint8Array;
} {
  if (subject.kind === 'tree') return { kind: 'tree', bytes: subject.hash };
  for (const kind of ['transaction', 'output', 'events'] as const) {
    const bytes = taggedBytes(subject, tagOf[kind]);
    if (bytes.ok) return { kind, bytes: bytes.value };
  }
  return { kind: 'unknown', bytes: subject.bytes };
}
