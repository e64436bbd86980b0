// The binary layouts of Hyperlane: a message, and the data that validators signed about it. Numbers are big-endian.
// Source: Chainweb/VerifierPlugin/Hyperlane/Binary.hs, Utils.hs (branchRoot).

import { concatBytes } from '../../base/bytes.ts';
import { keccak256 } from '../../base/crypto/keccak256.ts';

export type HyperlaneMessage = {
  readonly version: number;
  readonly nonce: number;
  readonly originDomain: number;
  /** 32 bytes. */
  readonly sender: Uint8Array;
  readonly destinationDomain: number;
  /** 32 bytes. */
  readonly recipient: Uint8Array;
  readonly body: Uint8Array;
};

const messageHead = 77;

/** Returns `undefined` if there are too few bytes. */
export function readMessage(bytes: Uint8Array): HyperlaneMessage | undefined {
  if (bytes.length < messageHead) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    version: view.getUint8(0),
    nonce: view.getUint32(1),
    originDomain: view.getUint32(5),
    sender: bytes.subarray(9, 41),
    destinationDomain: view.getUint32(41),
    recipient: bytes.subarray(45, messageHead),
    body: bytes.subarray(messageHead),
  };
}

export type SignedCheckpoint = {
  readonly treeAddress: Uint8Array;
  /** Root, index and message id, in the form that is hashed. */
  readonly checkpoint: Uint8Array;
  /** 65 bytes each; remaining bytes at the end are ignored. */
  readonly signatures: readonly Uint8Array[];
};

const wordSize = 32;
const indexSize = 4;
const branchLength = 32;
const treeHead = 2 * wordSize + indexSize + branchLength * wordSize + indexSize;
const plainHead = 2 * wordSize + indexSize;
const signatureSize = 65;

/** Metadata with the branch of a tree: its root is computed from the message id. */
export function hasBranch(bytes: Uint8Array): boolean {
  return bytes.length >= treeHead;
}

/** Returns `undefined` if there are too few bytes. */
export function readTreeCheckpoint(
  bytes: Uint8Array,
  messageId: Uint8Array,
): SignedCheckpoint | undefined {
  if (!hasBranch(bytes)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const idAt = wordSize + indexSize;
  const branchAt = idAt + wordSize;
  const indexAt = branchAt + branchLength * wordSize;
  const root = branchRoot(messageId, bytes.subarray(branchAt, indexAt), view.getUint32(wordSize));
  return {
    treeAddress: bytes.subarray(0, wordSize),
    checkpoint: concatBytes([
      root,
      bytes.subarray(indexAt, indexAt + indexSize),
      bytes.subarray(idAt, branchAt),
    ]),
    signatures: signaturesIn(bytes.subarray(treeHead)),
  };
}

/** Returns `undefined` if there are too few bytes. */
export function readPlainCheckpoint(
  bytes: Uint8Array,
  messageId: Uint8Array,
): SignedCheckpoint | undefined {
  if (bytes.length < plainHead) return undefined;
  return {
    treeAddress: bytes.subarray(0, wordSize),
    checkpoint: concatBytes([bytes.subarray(wordSize, plainHead), messageId]),
    signatures: signaturesIn(bytes.subarray(plainHead)),
  };
}

function branchRoot(leaf: Uint8Array, branch: Uint8Array, index: number): Uint8Array {
  let node = leaf;
  for (let i = 0; i < branchLength; i++) {
    const sibling = branch.subarray(i * wordSize, (i + 1) * wordSize);
    const isRight = ((index >>> i) & 1) === 1;
    node = keccak256(concatBytes(isRight ? [sibling, node] : [node, sibling]));
  }
  return node;
}

function signaturesIn(bytes: Uint8Array): readonly Uint8Array[] {
  return Array.from({ length: Math.floor(bytes.length / signatureSize) }, (_, i) =>
    bytes.subarray(i * signatureSize, (i + 1) * signatureSize),
  );
}
