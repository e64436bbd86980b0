// Decodes values from JSON. Every JSON text is a value: an object with the fields of a guard, a module
// reference, a time and so on is that value, whatever other fields it has; otherwise it is an object. Without
// recursion.
// Source: pact/Pact/Core/StableEncoding.hs, Legacy/LegacyCodec.hs; section 3.9.

import { assert } from '../../../base/assert.ts';
import { haskellSpace } from '../../../base/haskell-text.ts';
import {
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  type JsonArray,
  type JsonNumber,
  type JsonObject,
  type JsonValue,
} from '../../../base/json.ts';
import {
  decimalFromScientific,
  maxDigits,
  readDecimal,
  roundScientific,
} from '../number/decimal.ts';
import {
  allTexts,
  isInvalid,
  jsonFields,
  jsonItems,
  jsonText,
  optionalText,
  decodeModuleName,
  decodeModuleNames,
  decodeQualifiedName,
  decodeTable,
} from './json-access.ts';
import { KeySetName } from '../names.ts';
import { parseFullyQualifiedName, parsePredicate } from '../text/names-parse.ts';
import { defaultTimeFormat, preciseTimeFormat } from '../time/time-format.ts';
import { parseTime } from '../time/time-parse.ts';
import { ValueTooLarge } from '../value-too-large.ts';
import {
  CapabilityGuard,
  CapToken,
  DefPactGuard,
  KeySetGuard,
  KeySetRefGuard,
  ListValue,
  ModRef,
  ModuleGuard,
  objectValue,
  sortedSet,
  unit,
  UserGuard,
  type Decimal,
  type Guard,
  type ObjectValue,
  type PactValue,
} from '../value.ts';

/** Throws `ValueTooLarge` for numbers of more than `maxDigits` digits. */
export function decodeStable(json: JsonValue): PactValue {
  const frames: Frame[] = [];
  return finishAll(frames, begin(json, frames));
}

/** Reads a value that must be a guard; a list of keys is a guard too. */
export function decodeGuard(json: JsonValue | undefined): Guard | undefined {
  const items = jsonItems(json);
  if (items !== undefined) {
    const keys = allTexts(items);
    return keys === undefined ? undefined : new KeySetGuard(sortedSet(keys), { kind: 'keys-all' });
  }
  const fields = jsonFields(json);
  if (fields === undefined) return undefined;
  const frames: Frame[] = [];
  const begun = beginGuard(fields, frames);
  if (begun === undefined) return undefined;
  const guard = finishAll(frames, begun);
  assert(typeof guard === 'object' && guard.kind === 'guard', 'a guard was begun');
  return guard;
}

/** A row or the data of a yield: always the bare fields, whatever they look like. */
export function decodeStableFields(
  json: JsonValue | undefined,
): ReadonlyMap<string, PactValue> | undefined {
  const fields = jsonFields(json);
  if (fields === undefined) return undefined;
  return fieldsWith(fields, [...fields.values()].map(decodeStable)).fields;
}

export function decodeStableList(json: JsonValue | undefined): PactValue[] | undefined {
  return jsonItems(json)?.map(decodeStable);
}

/** A container of which some parts are decoded. */
type Frame = {
  readonly parts: JsonArray;
  readonly values: PactValue[];
  readonly finish: (values: PactValue[]) => PactValue;
};

/** A placeholder for a value whose frame was opened. */
const opened = Symbol('opened');
type Begun = PactValue | typeof opened;

function finishAll(frames: Frame[], begun: Begun): PactValue {
  let value = begun;
  for (;;) {
    const frame = frames.at(-1);
    if (frame === undefined) {
      assert(value !== opened, 'a value is there when no frame is');
      return value;
    }
    if (value !== opened) frame.values.push(value);
    if (frame.values.length < frame.parts.length) {
      value = begin(frame.parts[frame.values.length] as JsonValue, frames);
    } else {
      frames.pop();
      value = frame.finish(frame.values);
    }
  }
}

function open(
  frames: Frame[],
  parts: JsonArray,
  finish: (values: PactValue[]) => PactValue,
): typeof opened {
  frames.push({ parts, values: [], finish });
  return opened;
}

function begin(json: JsonValue, frames: Frame[]): Begun {
  if (typeof json === 'string' || typeof json === 'boolean') return json;
  if (isJsonArray(json)) return open(frames, json, (items) => new ListValue(items));
  if (isJsonObject(json)) return beginObject(json, frames);
  return json.kind === 'null' ? unit : decodeNumber(json);
}

/** JSON numbers are decimals, always, and lose trailing zeros. */
function decodeNumber({ coefficient, exponent }: JsonNumber): Decimal {
  return decimalFromScientific(coefficient, exponent) ?? tooLarge();
}

function tooLarge(): never {
  throw new ValueTooLarge(maxDigits);
}

function beginObject(fields: JsonObject, frames: Frame[]): Begun {
  return (
    decodeInteger(fields.get('int')) ??
    decodeDecimal(fields.get('decimal')) ??
    beginGuard(fields, frames) ??
    decodeModRef(fields) ??
    decodeTime(fields) ??
    beginCapToken(fields, frames) ??
    decodeTable(fields) ??
    open(frames, [...fields.values()], (values) => fieldsWith(fields, values))
  );
}

function fieldsWith(fields: JsonObject, values: readonly PactValue[]): ObjectValue {
  return objectValue([...fields.keys()].map((key, i) => [key, values[i] as PactValue]));
}

function decodeInteger(json: JsonValue | undefined): bigint | undefined {
  if (typeof json === 'string') return readInteger(json);
  if (json === undefined || !isJsonNumber(json)) return undefined;
  return roundScientific(json.coefficient, json.exponent) ?? tooLarge();
}

function decodeDecimal(json: JsonValue | undefined): Decimal | undefined {
  return typeof json === 'string' ? readDecimal(json) : undefined;
}

/**
 * Reads an integer as Haskell does (`readMaybe`): surrounding spaces and balanced parentheses, a minus sign,
 * decimal, hexadecimal or octal digits. GHC 9.12 also reads binary digits; nodes are built with 9.10.
 */
function readInteger(text: string): bigint | undefined {
  const match = integerPattern.exec(text);
  if (match === null) return undefined;
  const [, before = '', sign, digits = '', after = ''] = match;
  if (countOf('(', before) !== countOf(')', after)) return undefined;
  const magnitude = BigInt(digits);
  return sign === undefined ? magnitude : -magnitude;
}

const integerPattern = new RegExp(
  `^([${haskellSpace}(]*)(-[${haskellSpace}]*)?([0-9]+|0[xX][0-9a-fA-F]+|0[oO][0-7]+)([${haskellSpace})]*)$`,
);

function countOf(character: string, text: string): number {
  return text.split(character).length - 1;
}

function beginGuard(fields: JsonObject, frames: Frame[]): Begun | undefined {
  return (
    decodeKeySet(fields) ??
    decodeKeySetRef(fields.get('keysetref')) ??
    beginUserGuard(fields, frames) ??
    beginCapabilityGuard(fields, frames) ??
    decodeModuleGuard(fields) ??
    decodeDefPactGuard(fields)
  );
}

function decodeKeySet(fields: JsonObject): KeySetGuard | undefined {
  const keys = allTexts(jsonItems(fields.get('keys')) ?? [false]);
  const name = optionalText(fields.get('pred'));
  if (keys === undefined || isInvalid(name)) return undefined;
  const predicate = parsePredicate(name ?? 'keys-all');
  return predicate === undefined ? undefined : new KeySetGuard(sortedSet(keys), predicate);
}

function decodeKeySetRef(json: JsonValue | undefined): KeySetRefGuard | undefined {
  // A plain text is never split at a dot.
  if (typeof json === 'string') return new KeySetRefGuard(new KeySetName(json));
  const fields = jsonFields(json);
  const namespace = optionalText(fields?.get('ns'));
  const name = jsonText(fields?.get('ksn'));
  if (isInvalid(namespace) || name === undefined) return undefined;
  return new KeySetRefGuard(new KeySetName(name, namespace));
}

function beginUserGuard(fields: JsonObject, frames: Frame[]): Begun | undefined {
  const fun = decodeQualifiedName(fields.get('fun'));
  const args = jsonItems(fields.get('args'));
  if (fun === undefined || args === undefined) return undefined;
  return open(frames, args, (values) => new UserGuard(fun, values));
}

function beginCapabilityGuard(fields: JsonObject, frames: Frame[]): Begun | undefined {
  const name = decodeQualifiedName(fields.get('cgName'));
  const args = jsonItems(fields.get('cgArgs'));
  const pactId = optionalText(fields.get('cgPactId'));
  if (name === undefined || args === undefined || isInvalid(pactId)) return undefined;
  return open(frames, args, (values) => new CapabilityGuard(name, values, pactId));
}

function decodeModuleGuard(fields: JsonObject): ModuleGuard | undefined {
  const module = decodeModuleName(fields.get('moduleName'));
  const name = jsonText(fields.get('name'));
  return module === undefined || name === undefined ? undefined : new ModuleGuard(module, name);
}

function decodeDefPactGuard(fields: JsonObject): DefPactGuard | undefined {
  const pactId = jsonText(fields.get('pactId'));
  const name = jsonText(fields.get('name'));
  return pactId === undefined || name === undefined ? undefined : new DefPactGuard(pactId, name);
}

function decodeModRef(fields: JsonObject): ModRef | undefined {
  const module = decodeModuleName(fields.get('refName'));
  const interfaces = decodeModuleNames(fields.get('refSpec'));
  if (module === undefined || interfaces === undefined) return undefined;
  return new ModRef(module, interfaces);
}

function decodeTime(fields: JsonObject): PactValue | undefined {
  const plain = jsonText(fields.get('time'));
  const time = plain === undefined ? undefined : parseTime(defaultTimeFormat, plain);
  if (time !== undefined) return time;
  const precise = jsonText(fields.get('timep'));
  return precise === undefined ? undefined : parseTime(preciseTimeFormat, precise);
}

function beginCapToken(fields: JsonObject, frames: Frame[]): Begun | undefined {
  const text = jsonText(fields.get('#ctName'));
  const name = text === undefined ? undefined : parseFullyQualifiedName(text);
  const args = jsonItems(fields.get('#ctArgs'));
  if (name === undefined || args === undefined) return undefined;
  return open(frames, args, (values) => new CapToken(name, values));
}
