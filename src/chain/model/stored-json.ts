// JSON as payloads store it: bytes of compact UTF-8.

import { utf8 } from '../../base/bytes.ts';
import { isJsonObject, printJson, type JsonObject, type JsonValue } from '../../base/json.ts';
import { readJsonBytes } from '../../base/json-reader.ts';
import { jsonFaultTexts } from '../../base/json-fault-text.ts';
import { bad, good, type Result } from '../../base/result.ts';

/** `what`: a name for the content, for the sentence of a fault. */
export function readStoredObject(bytes: Uint8Array, what: string): Result<JsonObject, string> {
  const reading = readJsonBytes(bytes, { depth: Infinity });
  if (reading.kind !== 'value') {
    return bad(`the ${what} is not valid JSON: ${jsonFaultTexts[reading.fault]}`);
  }
  return isJsonObject(reading.value) ? good(reading.value) : bad(`the ${what} must be an object`);
}

export function storedBytes(members: readonly (readonly [string, JsonValue])[]): Uint8Array {
  return utf8(printJson(new Map(members)));
}
