// Encodes values as the JSON used for hashes and data exchange. Decoding is in stable-decode.ts.
// Source: pact/Pact/Core/StableEncoding.hs, Legacy/LegacyCodec.hs; section 3.9.

import { printJsonNumber, printJsonString } from '../../../base/json.ts';
import { normalizeDecimal, showDecimal } from '../number/decimal.ts';
import type { KeySetName, ModuleName } from '../names.ts';
import { writeNested, type NestedText } from '../text/nested-text.ts';
import { predicateText } from '../text/show.ts';
import { defaultTimeFormat, formatTime, preciseTimeFormat } from '../time/time-format.ts';
import { posixMicros } from '../time/time.ts';
import type { Schema, Type } from '../type.ts';
import {
  ListValue,
  ObjectValue,
  type Decimal,
  type Guard,
  type PactValue,
  type TimeValue,
} from '../value.ts';
import { utf8ForNow } from '../../../base/bytes.ts';
import { blake2b256 } from '../../../base/crypto/hashes.ts';
import { hashFromBytes, type Hash } from './hash.ts';

/** Returns compact JSON. Throws `ValueTooLarge` if it would be longer than `limit` characters. */
export function encodeStable(value: PactValue, limit?: number): string {
  return writeNested(value, describeStable, limit);
}

/** An array of values. */
export function encodeStableList(values: readonly PactValue[], limit?: number): string {
  return encodeStable(new ListValue(values), limit);
}

/** A row or the data of a yield, as a plain object. */
export function encodeStableFields(fields: ReadonlyMap<string, PactValue>, limit?: number): string {
  return encodeStable(new ObjectValue(fields), limit);
}

export function encodeModuleName(name: ModuleName): string {
  const namespace = name.namespace === undefined ? 'null' : printJsonString(name.namespace);
  return `{"namespace":${namespace},"name":${printJsonString(name.name)}}`;
}

const largestExact = 9007199254740991n;

const isExact = (value: bigint): boolean => value >= -largestExact && value <= largestExact;

/** Returns the JSON of a value without parts, and that around the parts of others. */
export function describeStable(value: PactValue): string | NestedText {
  switch (typeof value) {
    case 'string':
      return printJsonString(value);
    case 'bigint':
      return isExact(value) ? `{"int":${value}}` : `{"int":"${value}"}`;
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return describeInstance(value);
  }
}

function describeInstance(
  value: Exclude<PactValue, string | bigint | boolean>,
): string | NestedText {
  switch (value.kind) {
    case 'decimal':
      return decimalText(value);
    case 'unit':
      return 'null';
    case 'time':
      return timeText(value);
    case 'list':
      return { open: '[', parts: value.items, separator: ',', close: ']' };
    case 'object': {
      const keys = legacyOrder([...value.fields.keys()]);
      return {
        open: '{',
        parts: keys.map((key) => value.fields.get(key) as PactValue),
        labels: keys.map((key) => `${printJsonString(key)}:`),
        separator: ',',
        close: '}',
      };
    }
    case 'guard':
      return describeGuard(value);
    case 'modref': {
      const interfaces = value.interfaces.map(encodeModuleName).join(',');
      return `{"refSpec":[${interfaces}],"refName":${encodeModuleName(value.module)}}`;
    }
    case 'captoken': {
      const open = `{"#ctName":${printJsonString(value.name.key)},"#ctArgs":[`;
      return { open, parts: value.args, separator: ',', close: ']}' };
    }
    case 'table': {
      const { name } = value;
      const table = printJsonString(`${name.module.text}:${name.name}`);
      const schema = schemaText(value.schema);
      return `{":tableName":${table},":moduleHash":"${value.moduleHash}",":schema":${schema}}`;
    }
  }
}

function decimalText(value: Decimal): string {
  if (!isExact(value.mantissa)) return `{"decimal":"${showDecimal(value)}"}`;
  const { mantissa, places } = normalizeDecimal(value);
  return printJsonNumber(mantissa, -places);
}

function timeText(time: TimeValue): string {
  // Whole milliseconds count as whole seconds here, and lose their fraction: a bug that is part of consensus.
  return posixMicros(time) % 1000n === 0n
    ? `{"time":"${formatTime(defaultTimeFormat, time)}"}`
    : `{"timep":"${formatTime(preciseTimeFormat, time)}"}`;
}

function describeGuard(guard: Guard): string | NestedText {
  switch (guard.guard) {
    case 'keyset': {
      const keys = guard.keys.map(printJsonString).join(',');
      return `{"pred":${printJsonString(predicateText(guard.predicate))},"keys":[${keys}]}`;
    }
    case 'keyset-ref':
      return `{"keysetref":${keySetNameText(guard.name)}}`;
    case 'user': {
      const close = `],"fun":${printJsonString(guard.fun.text)}}`;
      return { open: '{"args":[', parts: guard.args, separator: ',', close };
    }
    case 'capability': {
      const pactId = guard.pactId === undefined ? 'null' : printJsonString(guard.pactId);
      const open = `{"cgPactId":${pactId},"cgArgs":[`;
      const close = `],"cgName":${printJsonString(guard.name.text)}}`;
      return { open, parts: guard.args, separator: ',', close };
    }
    case 'module': {
      const module = encodeModuleName(guard.module);
      return `{"moduleName":${module},"name":${printJsonString(guard.name)}}`;
    }
    case 'pact': {
      const pactId = printJsonString(guard.pactId);
      return `{"pactId":${pactId},"name":${printJsonString(guard.name)}}`;
    }
  }
}

function keySetNameText({ name, namespace }: KeySetName): string {
  if (namespace === undefined) return printJsonString(name);
  return `{"ns":${printJsonString(namespace)},"ksn":${printJsonString(name)}}`;
}

function schemaText({ name, fields }: Schema): string {
  const types = legacyOrder([...fields.keys()]).map(
    (field) => `${printJsonString(field)}:${typeText(fields.get(field) as Type)}`,
  );
  return `{"sc_name":${printJsonString(name.text)},"sc_fields":{${types.join(',')}}}`;
}

function typeText(type: Type): string {
  switch (type.kind) {
    case 'primitive':
      return `"${type.name}"`;
    case 'any-list':
      return '"list"';
    case 'any-object':
      return '"object"';
    case 'any':
      return '"*"';
    case 'captoken':
      return '"cap-token"';
    case 'list':
      return `{"tylist":${typeText(type.element)}}`;
    case 'object':
      return `{"tyobject":${schemaText(type.schema)}}`;
    case 'modref':
      return `{"tymodref":[${type.interfaces.map(encodeModuleName).join(',')}]}`;
    case 'table':
      return `{"tytable":${schemaText(type.schema)}}`;
  }
}

// The order of object keys in JSON: the order of a hash map that the reference no longer uses. Hashes of values and
// principals depend on it. Keys ascend by the nibbles of a 64-bit FNV-1 hash, lowest nibble first.
// Source: pact-json's Legacy/HashMap.hs and Legacy/Hashable.hs, section 3.10.

/** Returns keys in this order. They must be given in ascending code-point order, which decides full collisions. */
export function legacyOrder(keys: readonly string[]): readonly string[] {
  if (keys.length < 2) return keys;
  // Sorting is stable, so colliding keys keep the order they were given in.
  const paths = keys.map(pathOf).sort((a, b) => a.low - b.low || a.high - b.high);
  return paths.map(({ key }) => key);
}

/** The halves of the hash of a key with their nibbles reversed, so that numbers compare like the branches of the map. */
type Path = { readonly key: string; readonly low: number; readonly high: number };

// Field names recur; the limit prevents hostile names from accumulating.
const knownPaths = new Map<string, Path>();
const maxKnownPaths = 4096;
const maxKnownLength = 64;

function pathOf(key: string): Path {
  const known = knownPaths.get(key);
  if (known !== undefined) return known;
  const hash = fnv1(key);
  const path = { key, low: reversed(hash.low), high: reversed(hash.high) };
  if (knownPaths.size < maxKnownPaths && key.length <= maxKnownLength) knownPaths.set(key, path);
  return path;
}

// The prime is 2^24 + 0x193, the salt -2578643520546668380, both modulo 2^64.
const primeLow = 0x193;
const saltHigh = 0xdc36d161;
const saltLow = 0x5b7400a4;
const twoTo24 = 0x1000000;
const twoTo32 = 0x100000000;

/** FNV-1 over the UTF-16LE bytes, modulo 2^64, in two unsigned halves. */
function fnv1(key: string): { readonly high: number; readonly low: number } {
  let high = saltHigh;
  let low = saltLow;
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i);
    for (let shift = 0; shift < 16; shift += 8) {
      // The products stay below 2^53.
      const product = low * primeLow + (low & 0xff) * twoTo24;
      const carry = Math.floor(product / twoTo32) + (low >>> 8);
      high = (high * primeLow + (high & 0xff) * twoTo24 + carry) >>> 0;
      low = (product ^ ((unit >> shift) & 0xff)) >>> 0;
    }
  }
  return { high, low };
}

/** Reverses the nibbles of 32 bits. */
function reversed(half: number): number {
  const pairs = ((half & 0x0f0f0f0f) << 4) | ((half >>> 4) & 0x0f0f0f0f);
  const bytes = ((pairs & 0x00ff00ff) << 8) | ((pairs >>> 8) & 0x00ff00ff);
  return ((bytes << 16) | (bytes >>> 16)) >>> 0;
}

/**
 * For `hash` and for pact ids (coreHash in IR/Eval/CEK/CoreBuiltin.hs, section 3.8). Hashes a string directly and any other value as JSON; throws
 * `ValueTooLarge` beyond `limit` characters of JSON.
 */
export function hashValue(value: PactValue, limit?: number): Hash {
  return hashText(typeof value === 'string' ? value : encodeStable(value, limit));
}

/** BLAKE2b-256 of the UTF-8 form. */
export function hashText(text: string): Hash {
  return hashFromBytes(blake2b256(utf8ForNow(text)));
}
