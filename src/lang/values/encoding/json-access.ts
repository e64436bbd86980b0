// Reads fields of JSON whose shape is not known yet.

import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../../base/json.ts';

export function jsonFields(json: JsonValue | undefined): JsonObject | undefined {
  return json !== undefined && isJsonObject(json) ? json : undefined;
}

export function jsonItems(json: JsonValue | undefined): JsonArray | undefined {
  return json !== undefined && isJsonArray(json) ? json : undefined;
}

export function jsonText(json: JsonValue | undefined): string | undefined {
  return typeof json === 'string' ? json : undefined;
}

export function isAbsentOrNull(json: JsonValue | undefined): boolean {
  return (
    json === undefined ||
    (typeof json === 'object' && !isJsonArray(json) && !isJsonObject(json) && json.kind === 'null')
  );
}

const invalid = Symbol('invalid');
/** An optional string; see `isInvalid` for other values. */
export type OptionalText = string | undefined | typeof invalid;

/** Absent and null are both `undefined`. */
export function optionalText(json: JsonValue | undefined): OptionalText {
  if (isAbsentOrNull(json)) return undefined;
  return typeof json === 'string' ? json : invalid;
}

export function isInvalid(text: OptionalText): text is typeof invalid {
  return text === invalid;
}

/** `undefined` unless every item is a string. */
export function allTexts(items: JsonArray): readonly string[] | undefined {
  const texts: string[] = [];
  for (const item of items) {
    if (typeof item !== 'string') return undefined;
    texts.push(item);
  }
  return texts;
}
