// Reads fields and names in JSON whose shape is not known yet.

import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../../base/json.ts';
import { compareModuleNames, ModuleName, type QualifiedName } from '../names.ts';
import { parseModuleName, parseQualifiedName } from '../text/names-parse.ts';

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
type OptionalText = string | undefined | typeof invalid;

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

// Names. Source: pact/Pact/Core/StableEncoding.hs; section 3.9.

/** The name must only have the form of a name: a dot in it does not split it. */
export function decodeModuleName(json: JsonValue | undefined): ModuleName | undefined {
  const fields = jsonFields(json);
  const name = jsonText(fields?.get('name'));
  const namespace = optionalText(fields?.get('namespace'));
  if (name === undefined || isInvalid(namespace)) return undefined;
  return parseModuleName(name) === undefined ? undefined : new ModuleName(name, namespace);
}

/** A set; absent or null is the empty one. */
export function decodeModuleNames(json: JsonValue | undefined): ModuleName[] | undefined {
  if (isAbsentOrNull(json)) return [];
  const items = jsonItems(json);
  if (items === undefined) return undefined;
  const names: ModuleName[] = [];
  for (const item of items) {
    const name = decodeModuleName(item);
    if (name === undefined) return undefined;
    names.push(name);
  }
  names.sort(compareModuleNames);
  return names.filter((name, i) => i === 0 || compareModuleNames(names[i - 1] ?? name, name) !== 0);
}

export function decodeQualifiedName(json: JsonValue | undefined): QualifiedName | undefined {
  const text = jsonText(json);
  return text === undefined ? undefined : parseQualifiedName(text);
}
