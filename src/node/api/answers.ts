// Answers that several endpoints use.

import { printJson, type JsonValue } from '../../base/json.ts';
import type { Answer } from '../../base/http/index.ts';
import { hashText } from './hashes.ts';
import type { AnswerDoc } from './endpoint.ts';
import { ref, type Schema } from './json-schema.ts';

export const jsonType = 'application/json;charset=utf-8';
export const objectHeaderType = 'application/json;blockheader-encoding=object';
export const bytesType = 'application/octet-stream';
export const textType = 'text/plain;charset=utf-8';
export const eventsType = 'text/event-stream';

export const json = (value: JsonValue): Answer => ({ kind: 'json', text: printJson(value) });

/** The answer for a key that the node does not have: JSON, as in the reference. */
export function keyNotFound(key: Uint8Array): Answer {
  const text = `{"reason":"key not found","key":"${hashText(key)}"}`;
  return { kind: 'json', status: 404, text };
}

export const jsonDoc = (doc: string, schema: Schema): AnswerDoc => ({
  doc,
  types: ['application/json'],
  schema,
});

export const notFoundDoc = jsonDoc('The node does not know the hash.', ref('keyNotFound'));
