// Reads values stored by Pact 4. They are recognised by their exact set of properties, unlike the JSON of
// transactions, where objects may have other properties as well.
// Source: Serialise/LegacyPact/Types.hs (Literal, PactValue, Guard, KeySet), LegacyPact.hs.

import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { compareText } from '../../base/text.ts';
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
} from '../values/encoding/json-access.ts';
import { KeySetName } from '../values/names.ts';
import { parseQualifiedName } from '../values/text/names-parse.ts';
import { decodeStable } from '../values/encoding/stable-decode.ts';
import {
  CapabilityGuard,
  Decimal,
  KeySetGuard,
  KeySetRefGuard,
  ListValue,
  ModRef,
  objectValue,
  sortedSet,
  TimeValue,
  UserGuard,
  type Guard,
  type KeySetPredicate,
  type PactValue,
} from '../values/value.ts';
import { refuse } from './fault.ts';

export type LegacyLiteral = string | bigint | boolean | Decimal | TimeValue;

export function legacyLiteral(json: JsonValue | undefined): LegacyLiteral | undefined {
  if (json === undefined || isJsonArray(json)) return undefined;
  const value = decodeStable(json);
  if (typeof value !== 'object') return value;
  return value instanceof Decimal || value instanceof TimeValue ? value : undefined;
}

export function legacyValue(json: JsonValue | undefined): PactValue {
  const literal = legacyLiteral(json);
  if (literal !== undefined) return literal;
  if (json !== undefined && isJsonArray(json)) return new ListValue(json.map(legacyValue));
  if (json === undefined || !isJsonObject(json)) return refuse('expected a value');
  const fields = [...json];
  return (
    legacyGuard(json, legacyValue) ??
    legacyModRef(json) ??
    objectValue(fields.map(([name, value]) => [name, legacyValue(value)]))
  );
}

/** Returns `undefined` if the object is not a guard; `valueOf` reads arguments, which may be terms. */
export function legacyGuard(
  fields: JsonObject,
  valueOf: (json: JsonValue) => PactValue,
): Guard | undefined {
  switch ([...fields.keys()].sort(compareText).join(' ')) {
    case 'keys pred':
      return legacyKeySet(fields);
    case 'keysetref':
      return new KeySetRefGuard(legacyKeySetName(fields.get('keysetref')));
    case 'args fun': {
      const fun = decodeQualifiedName(fields.get('fun'));
      const args = jsonItems(fields.get('args'));
      return fun === undefined || args === undefined
        ? undefined
        : new UserGuard(fun, args.map(valueOf));
    }
    case 'cgArgs cgName cgPactId': {
      const name = decodeQualifiedName(fields.get('cgName'));
      const args = jsonItems(fields.get('cgArgs'));
      const pactId = optionalText(fields.get('cgPactId'));
      if (name === undefined || args === undefined || isInvalid(pactId)) return undefined;
      return new CapabilityGuard(name, args.map(valueOf), pactId);
    }
    default:
      // Module guards and pact guards were written with property names that the reference's reader does not know.
      return undefined;
  }
}

export function legacyKeySetName(json: JsonValue | undefined): KeySetName {
  const fields = jsonFields(json);
  if (fields === undefined) return new KeySetName(jsonText(json) ?? refuse('not a keyset name'));
  const namespace = optionalText(fields.get('ns'));
  const name = jsonText(fields.get('ksn')) ?? refuse('a keyset without a name');
  return isInvalid(namespace) ? refuse('no namespace') : new KeySetName(name, namespace);
}

export function legacyModRef(fields: JsonObject): ModRef | undefined {
  const module = decodeModuleName(fields.get('refName'));
  const interfaces = decodeModuleNames(fields.get('refSpec'));
  if (module === undefined || interfaces === undefined || !fields.has('refSpec')) return undefined;
  return new ModRef(module, interfaces);
}

function legacyKeySet(fields: JsonObject): KeySetGuard | undefined {
  const keys = allTexts(jsonItems(fields.get('keys')) ?? [false]);
  const name = optionalText(fields.get('pred'));
  if (keys === undefined || isInvalid(name)) return undefined;
  return new KeySetGuard(sortedSet(keys), legacyPredicate(name ?? 'keys-all'));
}

function legacyPredicate(text: string): KeySetPredicate {
  if (text === 'keys-all' || text === 'keys-any' || text === 'keys-2') return { kind: text };
  const name = parseQualifiedName(text);
  return name === undefined
    ? refuse(`the predicate ${text} belongs to no module`)
    : { kind: 'qualified', name };
}
