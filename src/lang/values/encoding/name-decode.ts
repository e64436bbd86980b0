// Names inside JSON.
// Source: pact/Pact/Core/StableEncoding.hs; section 3.9.

import type { JsonValue } from '../../../base/json.ts';
import {
  isAbsentOrNull,
  isInvalid,
  jsonFields,
  jsonItems,
  jsonText,
  optionalText,
} from './json-access.ts';
import { compareModuleNames, ModuleName, type QualifiedName } from '../names.ts';
import { parseModuleName, parseQualifiedName } from '../text/names-parse.ts';

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
