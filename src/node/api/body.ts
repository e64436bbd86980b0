// Reads what clients send: JSON bodies, losslessly and with a limit on their depth; hashes of blocks and payloads, 43
// characters of base64url; request keys, whose faults have the reference's wording.

import { jsonFaultTexts, readJson } from '../../base/json-reader.ts';
import { isJsonArray, isJsonNumber, isJsonObject, type JsonValue } from '../../base/json.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { parseHash, type Hash } from '../../chain/model/header.ts';
import { fromBase64Url, toBase64Url } from '../../base/base64url.ts';

/** `path`: the place in the document, such as `cmds[1]`. */
export type BodyFault = { readonly path?: string | undefined; readonly why: string };

export function readBody(text: string, depth: number): Result<JsonValue, BodyFault> {
  const reading = readJson(text, { depth });
  if (reading.kind === 'value') return good(reading.value);
  const { fault, offset } = reading;
  return bad({ why: `the body is not JSON: ${jsonFaultTexts[fault]} at character ${offset}` });
}

/** Reads a member that must be a string. */
export function textMember(value: JsonValue, name: string): Result<string, BodyFault> {
  if (!isJsonObject(value)) return bad({ why: 'the body must be an object' });
  const member = value.get(name);
  if (typeof member === 'string') return good(member);
  const why = member === undefined ? `key "${name}" not found` : 'it must be a string';
  return bad({ ...(member !== undefined && { path: name }), why });
}

/** Reads a list of hashes; `path` names it in faults. */
export function readHashes(
  value: JsonValue | undefined,
  path: string,
): Result<readonly Hash[], BodyFault> {
  if (value === undefined || !isJsonArray(value)) {
    return bad({ path, why: 'it must be a list of hashes' });
  }
  const hashes: Hash[] = [];
  for (const [i, each] of value.entries()) {
    const hash = typeof each === 'string' ? parseHash(each) : undefined;
    if (hash === undefined) {
      return bad({ path: `${path}[${i}]`, why: 'it must be a hash: 43 characters of base64url' });
    }
    hashes.push(hash);
  }
  return good(hashes);
}

/** Reads a list of block heights. */
export function readHeights(
  value: JsonValue | undefined,
  path: string,
): Result<readonly number[], BodyFault> {
  if (value === undefined || !isJsonArray(value)) {
    return bad({ path, why: 'it must be a list of heights' });
  }
  const heights: number[] = [];
  for (const [i, each] of value.entries()) {
    if (!isJsonNumber(each) || !/^[0-9]{1,15}$/.test(each.text)) {
      return bad({ path: `${path}[${i}]`, why: 'it must be a whole number from 0' });
    }
    heights.push(Number(each.text));
  }
  return good(heights);
}

export const hashText = (hash: Hash): string => toBase64Url(hash);

/** Returns what is wrong with a request key, if anything. */
export function keyFault(value: JsonValue): string | undefined {
  if (typeof value !== 'string') return 'it must be a string: a request key';
  if (parseHash(value) !== undefined) return undefined;
  if (fromBase64Url(value) === undefined) {
    return 'a request key must be base64url without padding';
  }
  return value.length === 43
    ? 'a request key must be canonical base64url: its last character has unused bits that are not zero'
    : `Invalid hash length ${value.length}`;
}
