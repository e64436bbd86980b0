// Converts Pact values from and to the JSON in transactions.
// Source: StableEncoding.hs; section 3.9.

import { readJson } from '../../base/json-reader.ts';
import { decodeStable } from '../values/encoding/stable-decode.ts';
import { encodeStable } from '../values/encoding/stable-json.ts';
import type { PactValue } from '../values/value.ts';

export type JsonAnswer =
  | { readonly kind: 'value'; readonly value: PactValue }
  /** A sentence that says what is wrong with the JSON. */
  | { readonly kind: 'failure'; readonly reason: string };

export function parseJsonValue(text: string): JsonAnswer {
  const reading = readJson(text);
  if (reading.kind === 'value') return { kind: 'value', value: decodeStable(reading.value) };
  return { kind: 'failure', reason: `no JSON (${reading.fault} at offset ${reading.offset})` };
}

/** The value that is read back after writing this one to a transaction. */
export function roundTripJson(value: PactValue): PactValue | undefined {
  const answer = parseJsonValue(encodeStable(value));
  return answer.kind === 'value' ? answer.value : undefined;
}
