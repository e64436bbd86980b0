// Converts Pact values from and to the JSON in transactions.
// Source: StableEncoding.hs; section 3.9.

import { readJson } from '../../base/json-reader.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { decodeStable } from '../values/encoding/stable-decode.ts';
import { encodeStable } from '../values/encoding/stable-json.ts';
import type { PactValue } from '../values/value.ts';

/** On failure, returns a phrase that says what is wrong with the JSON. */
export function parseJsonValue(text: string): Result<PactValue, string> {
  const reading = readJson(text);
  if (reading.kind === 'value') return good(decodeStable(reading.value));
  return bad(`no JSON (${reading.fault} at offset ${reading.offset})`);
}

/** Returns the value as read back after writing it to a transaction. */
export function roundTripJson(value: PactValue): PactValue | undefined {
  const read = parseJsonValue(encodeStable(value));
  return read.ok ? read.value : undefined;
}
