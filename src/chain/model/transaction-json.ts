// Signed transactions as stored in blocks: `hash`, `sigs` and `cmd`, in this order. A node serializes each one again
// before it is hashed, so bytes in another form would change the payload hash.
// Source: Chainweb/Pact5/Transaction.hs (payloadCodec), Pact 5 Command/Types.hs; consensus reference, section 3.2.

import { fromBase64Url } from '../../base/base64url.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { jsonFaultTexts, readJson } from '../../base/json-reader.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { Members, readStoredObject, storedBytes } from './members.ts';

export type StoredTransaction = {
  /** The request key. For genesis blocks it is not the hash of `cmd`. */
  readonly hash: string;
  /** Hexadecimal digits, or the JSON text of a WebAuthn signature. */
  readonly signatures: readonly string[];
  /** The payload text that was signed. */
  readonly cmd: string;
};

export function decodeTransaction(bytes: Uint8Array): Result<StoredTransaction, string> {
  const object = readStoredObject(bytes, 'transaction');
  return object.ok ? transactionOf(object.value) : object;
}

export function encodeTransaction({ hash, signatures, cmd }: StoredTransaction): Uint8Array {
  return storedBytes([
    ['hash', hash],
    ['sigs', signatures.map((sig): JsonValue => new Map([['sig', sig]]))],
    ['cmd', cmd],
  ]);
}

/** The bytes of the signatures that gas is charged for: each as a compact object. */
export function signatureBytes({ signatures }: Pick<StoredTransaction, 'signatures'>): number {
  return signatures.reduce((sum, sig) => sum + storedBytes([['sig', sig]]).length, 0);
}

/**
 * Reads the transactions of a file, as stored bytes: one object, or a list of objects or of base64url strings, as nodes
 * accept and send them.
 */
export function readTransactions(text: string): Result<readonly Uint8Array[], string> {
  const reading = readJson(text);
  if (reading.kind !== 'value') {
    return bad(`it is not valid JSON: ${jsonFaultTexts[reading.fault]}`);
  }
  const { value } = reading;
  const found: Uint8Array[] = [];
  for (const [i, each] of (isJsonArray(value) ? value : [value]).entries()) {
    const transaction = readOne(each);
    if (!transaction.ok) return bad(`transaction ${i + 1}: ${transaction.fault}`);
    found.push(encodeTransaction(transaction.value));
  }
  return good(found);
}

function readOne(value: JsonValue): Result<StoredTransaction, string> {
  if (isJsonObject(value)) return transactionOf(value);
  const bytes = typeof value === 'string' ? fromBase64Url(value) : undefined;
  return bytes === undefined
    ? bad('it must be an object with hash, sigs and cmd, or base64url of one')
    : decodeTransaction(bytes);
}

function transactionOf(object: JsonObject): Result<StoredTransaction, string> {
  const members = new Members(object, 'transaction');
  const hash = members.text('hash');
  const signatures = members.items('sigs', 'signature').map((each) => {
    const text = each.text('sig');
    return members.adopt(each, text);
  });
  const cmd = members.text('cmd');
  return members.first === undefined ? good({ hash, signatures, cmd }) : bad(members.first);
}
