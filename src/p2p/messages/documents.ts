// JSON in messages, and the hashes in it. Faults are sentences that fit after `Error in $: `.

import { utf8 } from '../../base/bytes.ts';
import { jsonFaultTexts, readJsonBytes } from '../../base/json-reader.ts';
import { isJsonArray, isJsonObject, printJson } from '../../base/json.ts';
import type { JsonArray, JsonObject, JsonValue } from '../../base/json.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { parseHash } from '../../chain/model/header.ts';
import { messageLimits } from './limits.ts';

export function readDocument(bytes: Uint8Array): Result<JsonValue, string> {
  const { depth, values } = messageLimits;
  const reading = readJsonBytes(bytes, { depth, values });
  if (reading.kind === 'value') return good(reading.value);
  return bad(`it is not JSON: ${jsonFaultTexts[reading.fault]} at character ${reading.offset}`);
}

export function readObject(bytes: Uint8Array): Result<JsonObject, string> {
  const read = readDocument(bytes);
  if (!read.ok) return read;
  return isJsonObject(read.value) ? good(read.value) : bad('it must be an object');
}

/** Reads a list of at most so many items. */
export function readList(value: JsonValue | undefined, max: number): Result<JsonArray, string> {
  if (value === undefined || !isJsonArray(value)) return bad('it must be a list');
  return value.length > max ? bad(`the list has more than ${max} items`) : good(value);
}

/** Reads each item of a list; the first fault is that of the list. */
export function readEach<T>(
  items: JsonArray,
  read: (item: JsonValue) => Result<T, string>,
): Result<readonly T[], string> {
  const values: T[] = [];
  for (const [i, item] of items.entries()) {
    const value = read(item);
    if (!value.ok) return bad(`item ${i}: ${value.fault}`);
    values.push(value.value);
  }
  return good(values);
}

export function readText(value: JsonValue): Result<string, string> {
  return typeof value === 'string' ? good(value) : bad('it must be a string');
}

/** Reads the base64url of 32 bytes. */
export function readHashText(value: JsonValue): Result<string, string> {
  const isHash = typeof value === 'string' && parseHash(value) !== undefined;
  return isHash ? good(value) : bad('it must be a hash: 43 characters of base64url');
}

export const documentBytes = (value: JsonValue): Uint8Array => utf8(printJson(value));
