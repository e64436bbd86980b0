// Reads the transactions of the first blocks from a folder: lists of signed or unsigned transactions, or a payload of
// another network in the format of its nodes, whose transactions are executed again.

import { join } from 'node:path';
import { fromBase64Url } from '../../../base/base64url.ts';
import { utf8 } from '../../../base/bytes.ts';
import { isJsonArray, isJsonObject, type JsonValue, printJson } from '../../../base/json.ts';
import { readJson } from '../../../base/json-reader.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import { readSourceFile } from '../files.ts';

type FirstTransactions = {
  readonly first: readonly Uint8Array[];
  readonly others: readonly Uint8Array[];
};

/** Faults are sentences. */
export function firstTransactions(folder: string): Result<FirstTransactions, string> {
  const first = transactionsIn(join(folder, 'chain-0.json'));
  if (!first.ok) return first;
  const others = transactionsIn(join(folder, 'other-chains.json'));
  return others.ok ? good({ first: first.value, others: others.value }) : others;
}

function transactionsIn(path: string): Result<readonly Uint8Array[], string> {
  const file = readSourceFile(path);
  if (file.kind !== 'text') return bad(`cannot read ${path}: ${file.reason}`);
  const json = readJson(file.text);
  if (json.kind !== 'value') return bad(`${path} is not valid JSON`);
  const { value } = json;
  const items = isJsonObject(value) ? value.get('transactions') : value;
  if (items === undefined || !isJsonArray(items)) {
    return bad(`${path} must be a list of transactions, or a payload with the member transactions`);
  }
  const transactions: Uint8Array[] = [];
  for (const [i, item] of items.entries()) {
    const bytes = transactionOf(item);
    if (bytes === undefined)
      return bad(`transaction ${i} of ${path} is neither an object nor base64url`);
    transactions.push(bytes);
  }
  return good(transactions);
}

/** Returns the JSON of a transaction. In payloads with outputs it is the first item of a pair. */
function transactionOf(item: JsonValue): Uint8Array | undefined {
  if (isJsonObject(item)) return utf8(printJson(item));
  const text = isJsonArray(item) ? item[0] : item;
  return typeof text === 'string' ? fromBase64Url(text) : undefined;
}
