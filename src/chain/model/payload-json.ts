// Payloads as JSON, with and without outputs. Bytes are base64url without padding.
// Source: Chainweb/Payload.hs; consensus reference, section 3.5; specification, "Block payload".
import { fromBase64Url, toBase64Url } from '../../base/base64url.ts';
import { type JsonObject, type JsonValue, isJsonArray, isJsonObject } from '../../base/json.ts';
import { type Result, bad, good } from '../../base/result.ts';
import type { ExecutedTransaction, PayloadData, PayloadWithOutputs } from './payload.ts';
import { compareText } from '../../base/text.ts';
import { Members, readStoredObject, storedBytes } from './members.ts';

/** Members in the order of the reference. */
export function payloadToJson(payload: PayloadData | PayloadWithOutputs): JsonObject {
  const transactions: readonly JsonValue[] =
    payload.kind === 'data'
      ? payload.transactions.map(toBase64Url)
      : payload.transactions.map(({ input, output }) => [toBase64Url(input), toBase64Url(output)]);
  return new Map<string, JsonValue>([
    ['transactions', transactions],
    ['minerData', toBase64Url(payload.minerData)],
    ['transactionsHash', toBase64Url(payload.transactionsHash)],
    ['outputsHash', toBase64Url(payload.outputsHash)],
    ['payloadHash', toBase64Url(payload.payloadHash)],
    ...(payload.kind === 'data'
      ? []
      : [['coinbase', toBase64Url(payload.coinbase)] satisfies [string, JsonValue]]),
  ]);
}

/** Reads both forms: one with a coinbase has outputs. Hashes are not checked: see `wrongHashes`. */
export function payloadFromJson(
  value: JsonValue,
): Result<PayloadData | PayloadWithOutputs, string> {
  if (!isJsonObject(value)) return bad('a payload must be an object');
  const minerData = bytesMember(value, 'minerData');
  if (!minerData.ok) return minerData;
  const hashes = {
    transactionsHash: hashMember(value, 'transactionsHash'),
    outputsHash: hashMember(value, 'outputsHash'),
    payloadHash: hashMember(value, 'payloadHash'),
  };
  const { transactionsHash, outputsHash, payloadHash } = hashes;
  if (!transactionsHash.ok) return transactionsHash;
  if (!outputsHash.ok) return outputsHash;
  if (!payloadHash.ok) return payloadHash;
  const shared = {
    minerData: minerData.value,
    transactionsHash: transactionsHash.value,
    outputsHash: outputsHash.value,
    payloadHash: payloadHash.value,
  };
  if (!value.has('coinbase')) {
    const transactions = listMember(value, (each, name) => bytesOf(each, name));
    if (!transactions.ok) return transactions;
    return good({ kind: 'data', ...shared, transactions: transactions.value });
  }
  const coinbase = bytesMember(value, 'coinbase');
  if (!coinbase.ok) return coinbase;
  const transactions = listMember(value, executedOf);
  if (!transactions.ok) return transactions;
  const { value: list } = transactions;
  return good({ kind: 'with-outputs', ...shared, coinbase: coinbase.value, transactions: list });
}

function listMember<T>(
  object: JsonObject,
  read: (value: JsonValue, name: string) => Result<T, string>,
): Result<readonly T[], string> {
  const value = object.get('transactions');
  if (value === undefined || !isJsonArray(value)) {
    return bad('the member transactions of the payload must be an array');
  }
  const items: T[] = [];
  for (const [i, each] of value.entries()) {
    const item = read(each, `transactions[${i}]`);
    if (!item.ok) return item;
    items.push(item.value);
  }
  return good(items);
}

function executedOf(value: JsonValue, name: string): Result<ExecutedTransaction, string> {
  if (!isJsonArray(value) || value.length !== 2) {
    return bad(`${name} of the payload must be an array of a transaction and its output`);
  }
  const input = bytesOf(value[0] as JsonValue, `${name}[0]`);
  if (!input.ok) return input;
  const output = bytesOf(value[1] as JsonValue, `${name}[1]`);
  return output.ok ? good({ input: input.value, output: output.value }) : output;
}

function bytesMember(object: JsonObject, name: string): Result<Uint8Array, string> {
  const value = object.get(name);
  if (value === undefined) return bad(`the member ${name} of the payload is missing`);
  return bytesOf(value, `the member ${name}`);
}

function hashMember(object: JsonObject, name: string): Result<Uint8Array, string> {
  const bytes = bytesMember(object, name);
  if (!bytes.ok || bytes.value.length === 32) return bytes;
  return bad(`the member ${name} of the payload must have 32 bytes`);
}

function bytesOf(value: JsonValue, name: string): Result<Uint8Array, string> {
  const bytes = typeof value === 'string' ? fromBase64Url(value) : undefined;
  return bytes === undefined ? bad(`${name} of the payload must be base64url`) : good(bytes);
}

// The miner of a block and the account for the reward, as stored in payloads. Keys are sorted and unique: nodes
// serialize miner data again before it is hashed.
// Source: Chainweb/Miner/Pact.hs; consensus reference, section 3.2.

export type Miner = {
  readonly account: string;
  /** `keys-all`, or any other name. */
  readonly predicate: string;
  readonly publicKeys: readonly string[];
};

/** The miner of genesis blocks. */
export const noMiner: Miner = { account: 'NoMiner', predicate: '<', publicKeys: [] };

export function encodeMiner({ account, predicate, publicKeys }: Miner): Uint8Array {
  return storedBytes([
    ['account', account],
    ['predicate', predicate],
    ['public-keys', [...new Set(publicKeys)].sort(compareText)],
  ]);
}

export function decodeMiner(bytes: Uint8Array): Result<Miner, string> {
  const object = readStoredObject(bytes, 'miner data');
  if (!object.ok) return object;
  const members = new Members(object.value, 'miner data');
  const miner = {
    account: members.text('account'),
    predicate: members.text('predicate'),
    publicKeys: members.texts('public-keys'),
  };
  return members.first === undefined ? good(miner) : bad(members.first);
}
