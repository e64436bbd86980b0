// Reads JSON of a certain shape. Faults include the path: `payload.exec.code must be a string, but it is a number`. As in
// the reference's decoders, missing and null are the same only for optional fields.

import {
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  type JsonNumber,
  type JsonObject,
  type JsonValue,
} from '../../base/json.ts';
import { jsonFaultTexts, readJson } from '../../base/json-reader.ts';
import { refuse } from './fault.ts';

/** A JSON value with its path; the path of the whole document is empty. */
export class Field {
  readonly path: string;
  readonly json: JsonValue | undefined;

  constructor(path: string, json: JsonValue | undefined) {
    this.path = path;
    this.json = json;
  }

  field(name: string): Field {
    return new Field(this.path === '' ? name : `${this.path}.${name}`, this.object.get(name));
  }

  /** Returns `undefined` if the field is missing or null. */
  optionalField(name: string): Field | undefined {
    const field = this.field(name);
    return field.json === undefined || isNull(field.json) ? undefined : field;
  }

  get object(): JsonObject {
    const json = this.present('an object');
    return isJsonObject(json) ? json : this.mustBe('an object');
  }

  get items(): readonly Field[] {
    const json = this.present('a list');
    if (!isJsonArray(json)) return this.mustBe('a list');
    return json.map((item, i) => new Field(`${this.path}[${i}]`, item));
  }

  get text(): string {
    const json = this.present('a string');
    return typeof json === 'string' ? json : this.mustBe('a string');
  }

  get bool(): boolean {
    const json = this.present('true or false');
    return typeof json === 'boolean' ? json : this.mustBe('true or false');
  }

  get number(): JsonNumber {
    const json = this.present('a number');
    return isJsonNumber(json) ? json : this.mustBe('a number');
  }

  /** Any value, including null. */
  get any(): JsonValue {
    return this.present('a value');
  }

  mustBe(what: string): never {
    const { json } = this;
    return this.refuse(
      `must be ${what}, but it is ${json === undefined ? 'missing' : kindOf(json)}`,
    );
  }

  /** `is`: the rest of the sentence after the name, such as `is empty`. */
  refuse(is: string): never {
    return refuse(`${this.named} ${is}`, this.path);
  }

  private present(what: string): JsonValue {
    const { json } = this;
    if (json === undefined) return this.refuse(`is missing: it must be ${what}`);
    return json;
  }

  private get named(): string {
    return this.path === '' ? 'the JSON' : this.path;
  }
}

/** Parses a JSON text; `what`: its name in faults; `depth` limits nested containers. */
export function placeOfText(
  text: string,
  what: string,
  { depth }: { readonly depth?: number } = {},
): Field {
  const answer = readJson(text, depth === undefined ? {} : { depth });
  if (answer.kind === 'value') return new Field('', answer.value);
  return refuse(
    `${what} is not JSON: ${jsonFaultTexts[answer.fault]} at character ${answer.offset}`,
  );
}

function kindOf(json: JsonValue): string {
  if (typeof json === 'string') return 'a string';
  if (typeof json === 'boolean') return String(json);
  if (isJsonArray(json)) return 'a list';
  if (isJsonObject(json)) return 'an object';
  return isJsonNumber(json) ? 'a number' : 'null';
}

function isNull(json: JsonValue): boolean {
  return kindOf(json) === 'null';
}
