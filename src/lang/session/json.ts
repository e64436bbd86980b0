// Pact values from and to the JSON that transactions carry.
// Source: StableEncoding.hs; section 3.9.

import { readJson } from '../../base/json-reader.ts';
import { decodeStable } from '../values/stable-decode.ts';
import { encodeStable } from '../values/stable-json.ts';
import type { PactValue } from '../values/value.ts';

export type JsonAnswer =
  | { readonly kind: 'value'; readonly value: PactValue }
  /** A sentence that says what is wrong with the text. */
  | { readonly kind: 'failure'; readonly reason: string };

export function parseJsonValue(text: string): JsonAnswer {
  const reading = readJson(text);
  if (reading.kind === 'value') return { kind: 'value', value: decodeStable(reading.value) };
  return { kind: 'failure', reason: `no JSON (${reading.fault} at offset ${reading.offset})` };
}

/** What a value becomes on its way through a transaction. */
export function roundTripJson(value: PactValue): PactValue | undefined {
  const answer = parseJsonValue(encodeStable(value));
  return answer.kind === 'value' ? answer.value : undefined;
}
