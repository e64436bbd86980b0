// Lossless JSON values, and their text as in the reference: compact, with as few escapes as possible.
// Numbers keep their digits, objects their order of insertion. json-reader.ts reads JSON.

import { utf8Length } from './bytes.ts';

export type JsonValue = JsonNull | boolean | JsonNumber | string | JsonArray | JsonObject;
type JsonNull = { readonly kind: 'null' };
export type JsonArray = readonly JsonValue[];
export type JsonObject = ReadonlyMap<string, JsonValue>;

export const jsonNull: JsonNull = { kind: 'null' };

/** A number as written, with its value `coefficient * 10 ^ exponent` on demand. */
export class JsonNumber {
  readonly kind = 'number';
  readonly text: string;
  private value: { readonly coefficient: bigint; readonly exponent: number } | undefined;

  /** `text` must be a JSON number. */
  constructor(text: string) {
    this.text = text;
  }

  /** Takes more than linear time in the digits, so the caller must limit the document. */
  get coefficient(): bigint {
    return this.parts().coefficient;
  }

  /** Never expanded; wraps at 64 bits like the reference's machine integer. */
  get exponent(): number {
    return this.parts().exponent;
  }

  private parts(): { readonly coefficient: bigint; readonly exponent: number } {
    this.value ??= parseNumber(this.text);
    return this.value;
  }
}

export function isJsonArray(value: JsonValue): value is JsonArray {
  return Array.isArray(value);
}

export function isJsonObject(value: JsonValue): value is JsonObject {
  return value instanceof Map;
}

export function isJsonNumber(value: JsonValue): value is JsonNumber {
  return value instanceof JsonNumber;
}

/** Returns compact JSON; numbers are as they were written. Not recursive, so any depth can be printed. */
export function printJson(value: JsonValue): string {
  const pieces: string[] = [];
  // What remains to be printed, last first: finished text, or a value.
  const pending: Pending[] = [{ value }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') pieces.push(next);
    else if (isJsonArray(next.value)) {
      pieces.push('[');
      pending.push(']');
      pushReversed(pending, next.value, () => '');
    } else if (isJsonObject(next.value)) {
      const keys = [...next.value.keys()];
      const values = [...next.value.values()];
      pieces.push('{');
      pending.push('}');
      pushReversed(pending, values, (i) => `${printJsonString(keys[i] as string)}:`);
    } else pieces.push(printScalar(next.value));
  }
  return pieces.join('');
}

type Pending = string | { readonly value: JsonValue };

function pushReversed(
  pending: Pending[],
  values: readonly JsonValue[],
  label: (i: number) => string,
): void {
  for (let i = values.length - 1; i >= 0; i--) {
    pending.push({ value: values[i] as JsonValue }, (i === 0 ? '' : ',') + label(i));
  }
}

function printScalar(value: Exclude<JsonValue, JsonArray | JsonObject>): string {
  if (typeof value === 'string') return printJsonString(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return value.kind === 'number' ? value.text : 'null';
}

/**
 * Returns a string literal: `\\ \" \n \r \t`, other controls as `\u00xx` in lower case, everything
 * else unchanged.
 */
export function printJsonString(text: string): string {
  if (!needsEscape.test(text)) return `"${text}"`;
  // JavaScript's output is the same except for these, and takes a tenth of the time.
  if (!writtenOtherwise.test(text)) return JSON.stringify(text);
  return `"${text.replace(everyEscape, escapeCharacter)}"`;
}

/** The UTF-8 length of `printJsonString(text)`, without building it. */
export function jsonStringBytes(text: string): number {
  const plain = utf8Length(text) + 2;
  return needsEscape.test(text) ? plain + escapeBytes(text) : plain;
}

/** The bytes that escapes add to the characters that they stand for. */
function escapeBytes(text: string): number {
  let added = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x22 || unit === 0x5c || (unit < 0x20 && isShort(unit))) added += 1;
    else if (unit < 0x20) added += 5;
  }
  return added;
}

/** Line feed, carriage return and tab have escapes of two characters, other controls of six. */
const isShort = (control: number): boolean =>
  control === 0x09 || control === 0x0a || control === 0x0d;

/** JavaScript writes `\b` and `\f`, and escapes lone surrogates. */
const writtenOtherwise = /[\b\f\ud800-\udfff]/;
const needsEscape = /[\u0000-\u001f"\\]/;
const everyEscape = new RegExp(needsEscape, 'g');
const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function escapeCharacter(character: string): string {
  const short = shortEscapes.get(character);
  return short ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Formats `coefficient * 10 ^ exponent` like the reference's encoder: an integer as its digits (with
 * an exponent from 1025 on), other numbers from `0.1` to below ten million in plain notation, and the
 * rest like `1.0e-2`; without trailing zeros. Source: `Data.Aeson.Encoding.Builder`,
 * `Data.Scientific` (Generic).
 */
export function printJsonNumber(coefficient: bigint, exponent: number): string {
  const sign = coefficient < 0n ? '-' : '';
  const written = String(coefficient < 0n ? -coefficient : coefficient);
  const digits = written.replace(/0+$/, '');
  if (digits === '') return '0';
  const power = exponent + written.length - digits.length;
  if (power >= 0 && power <= 1024) return sign + digits + '0'.repeat(power);
  // The value is 0.digits * 10 ^ point.
  const point = power + digits.length;
  if (point < 0 || point > 7) {
    return `${sign}${digits.charAt(0)}.${digits.slice(1) || '0'}e${point - 1}`;
  }
  return `${sign}${digits.slice(0, point) || '0'}.${digits.slice(point)}`;
}

function parseNumber(text: string): { readonly coefficient: bigint; readonly exponent: number } {
  const mark = text.search(/[eE]/);
  const digits = mark === -1 ? text : text.slice(0, mark);
  const written = mark === -1 ? '0' : text.slice(mark + 1).replace('+', '');
  const point = digits.indexOf('.');
  const places = point === -1 ? 0 : digits.length - point - 1;
  return {
    coefficient: BigInt(digits.replace('.', '')),
    exponent: Number(BigInt.asIntN(64, BigInt(written) - BigInt(places))),
  };
}

// Reads small natural numbers from JSON numbers in linear time, however many digits the number has. `1`, `1.0`,
// `10e-1` and `0.1e1` are the same number, as in the reference's decoder (`Scientific.toBoundedInteger`).

const numberPattern = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?)(\d+))?$/;

/** Returns `undefined` unless it is a natural number of at most `most`, which must be a safe integer. */
export function naturalOf({ text }: JsonNumber, max: number): number | undefined {
  const [, sign, whole = '', fraction = '', exponentSign, power = ''] =
    numberPattern.exec(text) ?? [];
  const digits = whole + fraction;
  const first = firstOther(digits, 0, 1);
  if (first === digits.length) return 0;
  if (sign === '-') return undefined;
  const end = firstOther(digits, digits.length - 1, -1) + 1;
  const places = BigInt(fraction.length) - BigInt(digits.length - end);
  const written = exponentSign === '-' ? -lowWord(power) : lowWord(power);
  // The reference's exponent is a machine integer of 64 bits.
  const exponent = BigInt.asIntN(64, written - places);
  if (exponent < 0n || exponent > maxDigits || end - first > Number(maxDigits)) return undefined;
  const value = BigInt(digits.slice(first, end)) * 10n ** exponent;
  return value <= BigInt(max) ? Number(value) : undefined;
}

const maxDigits = 16n;

/** The index of the first character other than 0, looking in the direction of `step`. */
function firstOther(digits: string, from: number, step: 1 | -1): number {
  let at = from;
  while (digits.charAt(at) === '0') at += step;
  return at;
}

/** The lowest 64 bits of a number of any length, read in pieces. */
function lowWord(digits: string): bigint {
  let word = 0n;
  for (let at = 0; at < digits.length; at += pieceDigits) {
    const piece = digits.slice(at, at + pieceDigits);
    word = BigInt.asUintN(64, word * 10n ** BigInt(piece.length) + BigInt(piece));
  }
  return word;
}

const pieceDigits = 18;
