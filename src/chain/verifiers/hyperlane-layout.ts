// The binary layouts of Hyperlane: a message, and the data that validators signed about it. Numbers are big-endian.
// Source: Chainweb/VerifierPlugin/Hyperlane/Binary.hs, Utils.hs (branchRoot).
import { concatBytes } from '../../base/bytes.ts';
import { keccak256 } from '../../base/crypto/keccak256.ts';
import { showHaskellText } from '../../base/haskell-text.ts';
import { readJson } from '../../base/json-reader.ts';
import {
  Decimal,
  ListValue,
  ObjectValue,
  type PactValue,
  TimeValue,
  decodeStable,
  encodeStable,
  showValue,
} from '../../lang/session/run.ts';

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

// Values of Pact 4, for which the reference's verifiers are written: values are passed to them as JSON.
// Source: pact, Pact/Types/PactValue.hs, Exp.hs (Literal); Chainweb/Pact5/TransactionExec.hs (convertPactValue).

/** Returns the value that Pact 4 reads from its JSON: decimals have no trailing zeros. */
export function throughJson(value: PactValue): PactValue {
  const reading = readJson(encodeStable(value));
  return reading.kind === 'value' ? decodeStable(reading.value) : value;
}

/** Strings, numbers, booleans and times. */
export function isLiteral(value: PactValue): boolean {
  return typeof value !== 'object' || value instanceof Decimal || value instanceof TimeValue;
}

/**
 * Prints a value like Haskell's `show`. Guards, times and module references are only named: they cannot be the expected
 * value, and the text is cut at 256 characters.
 */
export function showLegacy(value: PactValue): string {
  if (value instanceof ListValue) return `PList [${value.items.map(showLegacy).join(',')}]`;
  if (value instanceof ObjectValue) {
    const fields = [...value.fields].map(
      ([key, field]) => `(FieldKey ${showHaskellText(key)},${showLegacy(field)})`,
    );
    return `PObject (ObjectMap {_objectMap = fromList [${fields.join(',')}]})`;
  }
  const literal = showLiteral(value);
  return literal === undefined ? 'PGuard' : `PLiteral (${literal})`;
}

function showLiteral(value: PactValue): string | undefined {
  switch (typeof value) {
    case 'string':
      return `LString {_lString = ${showHaskellText(value)}}`;
    case 'bigint':
      return `LInteger {_lInteger = ${value}}`;
    case 'boolean':
      return `LBool {_lBool = ${value ? 'True' : 'False'}}`;
    default:
      return value instanceof Decimal ? `LDecimal {_lDecimal = ${decimalText(value)}}` : undefined;
  }
}

/** Prints all decimal places, and no point if there are none. */
export function decimalText(value: Decimal): string {
  return value.places === 0 ? String(value.mantissa) : showValue(value);
}
