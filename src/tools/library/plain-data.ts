// Converts plain JavaScript data to Pact values, like the JSON of a transaction.

import { JsonNumber, type JsonValue, jsonNull } from '../../base/json.ts';
import { readJson } from '../../base/json-reader.ts';
import {
  CapToken,
  CapabilityGuard,
  DefPactGuard,
  KeySetGuard,
  KeySetRefGuard,
  ListValue,
  ModRef,
  ModuleGuard,
  ObjectValue,
  Decimal as PactDecimal,
  type PactValue,
  TableValue,
  TimeValue,
  Unit,
  UserGuard,
  decodeStable,
} from '../../lang/session/run.ts';
import { isDecimal, pactDecimalOf, type Decimal, type OpaqueValue, jsonOfPact } from './values.ts';

/**
 * Data as in JSON. Objects with the fields of a guard, a time and so on are converted: `{ keys: ['...'], pred: 'keys-all'
 * }` is a keyset, `{ decimal: '1.50' }` a decimal with its places, `{ time: '2026-01-01T00:00:00Z' }` a time. A `bigint` is
 * an integer, a `Decimal` a decimal, `null` the unit value, and a `number` is converted like its JSON text: to a decimal.
 * Guards, times and so on that a session returned are not converted.
 */
export type PlainData =
  | string
  | number
  | bigint
  | boolean
  | null
  | Decimal
  | OpaqueValue
  | readonly PlainData[]
  | ReadonlyMap<string, PlainData>
  | { readonly [field: string]: PlainData };

const deepest = 100;

/** The most values in data, where each counts as often as it is used: a small one may share its parts. */
const maxParts = 4_000_000;

/** Converts data. Throws a `TypeError` for other values, which are a bug of the calling program. */
export function valueOfPlain(data: PlainData): PactValue {
  return decodeStable(jsonOf(data, { levels: deepest, budget: { left: maxParts } }));
}

type Room = { readonly levels: number; readonly budget: { left: number } };

function jsonOf(data: PlainData, room: Room): JsonValue {
  if (room.budget.left-- === 0) throw new TypeError(`data has more than ${maxParts} values`);
  if (room.levels === 0) throw new TypeError(`data nests deeper than ${deepest} levels`);
  switch (typeof data) {
    case 'string':
    case 'boolean':
      return data;
    case 'bigint':
      return new Map([['int', new JsonNumber(data.toString())]]);
    case 'number':
      if (!Number.isFinite(data)) throw new TypeError(`${data} is not a Pact number`);
      return new JsonNumber(String(data));
    case 'object':
      return data === null ? jsonNull : jsonOfObject(data, { ...room, levels: room.levels - 1 });
    default:
      throw new TypeError(`a ${typeof data} is not a Pact value`);
  }
}

function jsonOfObject(data: Exclude<PlainData, Primitive>, inner: Room): JsonValue {
  if (Array.isArray(data)) return data.map((item: PlainData) => jsonOf(item, inner));
  if (isDecimal(data)) return jsonOfValue(pactDecimalOf(data));
  if (isPactInstance(data)) return jsonOfValue(data);
  const fields = data instanceof Map ? data : new Map(Object.entries(data));
  const json = new Map<string, JsonValue>();
  for (const [name, value] of fields as ReadonlyMap<string, PlainData>) {
    json.set(name, jsonOf(value, inner));
  }
  return json;
}

const classes = [
  CapabilityGuard,
  CapToken,
  PactDecimal,
  DefPactGuard,
  KeySetGuard,
  KeySetRefGuard,
  ListValue,
  ModRef,
  ModuleGuard,
  ObjectValue,
  TableValue,
  TimeValue,
  Unit,
  UserGuard,
] as const;

type PactInstance = InstanceType<(typeof classes)[number]>;

function isPactInstance(data: object): data is PactInstance {
  return classes.some((each) => data instanceof each);
}

type Primitive = string | number | bigint | boolean | null;

function jsonOfValue(value: PactValue): JsonValue {
  const text = jsonOfPact(value);
  if (text === undefined) throw new TypeError('the JSON of the value is too long');
  const reading = readJson(text);
  if (reading.kind === 'value') return reading.value;
  throw new TypeError(`the value nests too deeply`);
}
