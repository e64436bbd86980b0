// Reads members of stored JSON objects, and remembers the first fault.
import {
  type JsonObject,
  type JsonValue,
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  jsonNull,
  printJson,
} from '../../base/json.ts';
import { utf8 } from '../../base/bytes.ts';
import { readJsonBytes, jsonFaultTexts } from '../../base/json-reader.ts';
import { type Result, bad, good } from '../../base/result.ts';

export class Members {
  first: string | undefined;
  private readonly object: JsonObject;
  /** The name of the object in faults: `transaction`. */
  private readonly what: string;

  constructor(object: JsonObject, what: string) {
    this.object = object;
    this.what = what;
  }

  fault(name: string, problem: string): void {
    this.first ??= `the member ${name} of the ${this.what} ${problem}`;
  }

  /** Returns `null` if it is missing. */
  any(name: string): JsonValue {
    return this.object.get(name) ?? jsonNull;
  }

  text(name: string): string {
    const value = this.object.get(name);
    if (typeof value === 'string') return value;
    this.fault(name, value === undefined ? 'is missing' : 'must be a string');
    return '';
  }

  textOrNull(name: string): string | undefined {
    return isNull(this.any(name)) ? undefined : this.text(name);
  }

  natural(name: string): bigint {
    const value = this.object.get(name);
    if (value !== undefined && isJsonNumber(value) && /^\d{1,30}$/.test(value.text)) {
      return BigInt(value.text);
    }
    this.fault(name, value === undefined ? 'is missing' : 'must be a whole number');
    return 0n;
  }

  naturalOrNull(name: string): bigint | undefined {
    return isNull(this.any(name)) ? undefined : this.natural(name);
  }

  list(name: string): readonly JsonValue[] {
    const value = this.object.get(name);
    if (value !== undefined && isJsonArray(value)) return value;
    this.fault(name, value === undefined ? 'is missing' : 'must be a list');
    return [];
  }

  texts(name: string): readonly string[] {
    const items = this.list(name);
    const texts = items.filter((item) => typeof item === 'string');
    if (texts.length < items.length) this.fault(name, 'must hold strings only');
    return texts;
  }

  /** The members of an object within this one. */
  within(name: string, what: string): Members {
    return this.inside(name, this.any(name), what);
  }

  /** Items that are objects. */
  items(name: string, what: string): readonly Members[] {
    return this.list(name).map((item, i) => this.inside(`${name}[${i}]`, item, what));
  }

  /** Takes over the fault of an object within this one. */
  adopt<T>(inner: Members, value: T): T {
    this.first ??= inner.first;
    return value;
  }

  private inside(name: string, value: JsonValue, what: string): Members {
    if (isJsonObject(value)) return new Members(value, what);
    this.fault(name, 'must be an object');
    return new Members(new Map(), what);
  }
}

export function isNull(value: JsonValue): boolean {
  return value === jsonNull;
}

// JSON as payloads store it: bytes of compact UTF-8.

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
