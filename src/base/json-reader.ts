// Reads JSON in linear time and without recursion. It accepts exactly what the reference
// accepts (aeson's decoder, RFC 8259 to the letter): no control characters, no lone surrogates, and
// the FIRST of duplicate keys counts (`Data.Aeson.Decoding.Conversion`). The reference has no depth
// limit; this has one.

import { decodeUtf8 } from './bytes.ts';
import { JsonNumber, jsonNull, type JsonValue } from './json.ts';

type JsonFault =
  | 'bad-escape'
  | 'bad-number'
  | 'control-character'
  | 'end-of-input'
  | 'lone-surrogate'
  | 'not-utf8'
  | 'too-deep'
  | 'too-many'
  | 'trailing-characters'
  | 'unexpected-character';

type DuplicateKey = { readonly key: string; readonly offset: number };

type JsonReading =
  | {
      readonly kind: 'value';
      readonly value: JsonValue;
      /** The duplicate keys that were ignored, with the offsets of their quotes. */
      readonly duplicates: readonly DuplicateKey[];
    }
  /** `offset`, in UTF-16 units, is where reading stopped. */
  | { readonly kind: 'fault'; readonly fault: JsonFault; readonly offset: number };

/** Far above any real document, and low enough for recursive consumers. */
const defaultJsonDepth = 1000;

export type JsonLimits = {
  /** Nested containers. */
  readonly depth?: number;
  /** Values in lists and objects, at all depths together. */
  readonly values?: number;
};

/** Reads exactly one JSON value. Never throws. */
export function readJson(text: string, limits: JsonLimits = {}): JsonReading {
  return new Reader(text, limits).read();
}

/** The same from UTF-8; a byte order mark is not JSON. */
export function readJsonBytes(bytes: Uint8Array, limits: JsonLimits = {}): JsonReading {
  const text = decodeUtf8(bytes);
  return text === undefined
    ? { kind: 'fault', fault: 'not-utf8', offset: 0 }
    : readJson(text, limits);
}

type Container =
  | { readonly kind: 'array'; readonly items: JsonValue[] }
  | { readonly kind: 'object'; readonly fields: Map<string, JsonValue>; key: string };

/** The state of the reader between two tokens. */
type Expecting = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'separator';

class Reader {
  private readonly text: string;
  private readonly depth: number;
  private valuesLeft: number;
  private readonly open: Container[] = [];
  private readonly duplicates: DuplicateKey[] = [];
  private at = 0;
  private result: JsonValue | undefined;
  private fault: JsonFault | undefined;

  constructor(text: string, { depth = defaultJsonDepth, values = Infinity }: JsonLimits) {
    this.text = text;
    this.depth = depth;
    this.valuesLeft = values;
  }

  read(): JsonReading {
    let expecting: Expecting = 'value';
    while (this.result === undefined && this.fault === undefined) {
      this.skipBlanks();
      expecting = this.step(expecting);
    }
    if (this.fault === undefined) {
      this.skipBlanks();
      if (this.at < this.text.length) this.fault = 'trailing-characters';
    }
    if (this.fault !== undefined || this.result === undefined) {
      const offset = Math.min(this.at, this.text.length);
      return { kind: 'fault', fault: this.fault ?? 'end-of-input', offset };
    }
    return { kind: 'value', value: this.result, duplicates: this.duplicates };
  }

  private step(expecting: Expecting): Expecting {
    const next = this.text.charAt(this.at);
    switch (expecting) {
      case 'value':
        return this.readValue(next);
      case 'value-or-end':
        return next === ']' ? this.close() : this.readValue(next);
      case 'key':
        return this.readKey();
      case 'key-or-end':
        return next === '}' ? this.close() : this.readKey();
      case 'separator':
        return this.readSeparator(next);
    }
  }

  private readValue(next: string): Expecting {
    if (next === '[') return this.begin({ kind: 'array', items: [] }, 'value-or-end');
    if (next === '{')
      return this.begin({ kind: 'object', fields: new Map(), key: '' }, 'key-or-end');
    if (next === '"') return this.finish(this.readString());
    if (next === 'n') return this.readWord('null', jsonNull);
    if (next === 't') return this.readWord('true', true);
    if (next === 'f') return this.readWord('false', false);
    if (next === '-' || isDigit(this.text.charCodeAt(this.at))) return this.readNumber();
    return this.unexpected();
  }

  private begin(container: Container, expecting: Expecting): Expecting {
    if (this.open.length < this.depth) {
      this.open.push(container);
      this.at++;
    } else this.fault = 'too-deep';
    return expecting;
  }

  /** Adds a finished value to its container. */
  private finish(value: JsonValue): Expecting {
    const container = this.open.at(-1);
    if (container !== undefined && this.valuesLeft-- <= 0) this.fault ??= 'too-many';
    if (container === undefined) this.result = value;
    else if (container.kind === 'array') container.items.push(value);
    // The first of duplicate keys counts.
    else if (!container.fields.has(container.key)) container.fields.set(container.key, value);
    return 'separator';
  }

  private close(): Expecting {
    const container = this.open.pop();
    this.at++;
    if (container === undefined) return 'separator';
    return this.finish(container.kind === 'array' ? container.items : container.fields);
  }

  private readSeparator(next: string): Expecting {
    const inArray = this.open.at(-1)?.kind === 'array';
    if (next === ',') {
      this.at++;
      return inArray ? 'value' : 'key';
    }
    return next === (inArray ? ']' : '}') ? this.close() : this.unexpected();
  }

  private readKey(): Expecting {
    const offset = this.at;
    if (this.text.charAt(offset) !== '"') return this.unexpected();
    const key = this.readString();
    if (this.fault !== undefined) return 'key';
    const container = this.open.at(-1);
    if (container?.kind === 'object') {
      container.key = key;
      if (container.fields.has(key)) this.duplicates.push({ key, offset });
    }
    this.skipBlanks();
    if (this.text.charAt(this.at) !== ':') return this.unexpected();
    this.at++;
    return 'value';
  }

  private readWord(word: string, value: JsonValue): Expecting {
    if (!this.text.startsWith(word, this.at)) return this.unexpected();
    this.at += word.length;
    return this.finish(value);
  }

  private readNumber(): Expecting {
    const start = this.at;
    if (this.text.charAt(this.at) === '-') this.at++;
    const leadingZero = this.text.charAt(this.at) === '0';
    const whole = this.skipDigits();
    let sound = whole > 0 && !(leadingZero && whole > 1);
    if (sound && this.text.charAt(this.at) === '.') {
      this.at++;
      sound = this.skipDigits() > 0;
    }
    if (sound && /[eE]/.test(this.text.charAt(this.at))) {
      this.at++;
      if (/[+-]/.test(this.text.charAt(this.at))) this.at++;
      sound = this.skipDigits() > 0;
    }
    if (sound) return this.finish(new JsonNumber(this.text.slice(start, this.at)));
    this.fault = 'bad-number';
    return 'value';
  }

  private skipDigits(): number {
    const start = this.at;
    while (isDigit(this.text.charCodeAt(this.at))) this.at++;
    return this.at - start;
  }

  /** Reads the string whose opening quote is at `at`; the result is meaningless after a fault. */
  private readString(): string {
    return this.readUsualString() ?? this.readAnyString();
  }

  /**
   * Reads a string without faults and without escaped surrogates. JavaScript reads its escapes many times faster than this
   * code reads them one by one, and a transaction is JSON inside a JSON string.
   */
  private readUsualString(): string | undefined {
    const { text, at: open } = this;
    let hasEscapes = false;
    let end = open + 1;
    for (; ; end++) {
      const unit = text.charCodeAt(end);
      if (unit === 0x22) break;
      if (unit === 0x5c) {
        hasEscapes = true;
        end++;
        const letter = text.charCodeAt(end);
        if (letter === 0x75 && isUsualUnit(text, end + 1)) end += 4;
        else if (!usualEscapes.has(letter)) return undefined;
      } else if (!(unit >= 0x20)) return undefined;
    }
    const value = hasEscapes
      ? // A literal with valid escapes is a string.
        (JSON.parse(text.slice(open, end + 1)) as string)
      : text.slice(open + 1, end);
    if (loneSurrogate.test(value)) return undefined;
    this.at = end + 1;
    return value;
  }

  private readAnyString(): string {
    let value = '';
    let start = ++this.at;
    while (this.fault === undefined) {
      const unit = this.text.charCodeAt(this.at);
      if (unit === 0x22 || unit === 0x5c) {
        const plain = this.text.slice(start, this.at);
        if (loneSurrogate.test(plain)) this.fault = 'lone-surrogate';
        value += plain;
        this.at++;
        if (unit === 0x22) break;
        value += this.readEscape();
        start = this.at;
      } else if (unit >= 0x20) this.at++;
      else this.fault = Number.isNaN(unit) ? 'end-of-input' : 'control-character';
    }
    return value;
  }

  /** Reads the character of the escape after a backslash; the result is meaningless after a fault. */
  private readEscape(): string {
    const letter = this.text.charAt(this.at++);
    if (letter !== 'u') {
      const simple = simpleEscapes.get(letter);
      if (simple === undefined) this.fault = letter === '' ? 'end-of-input' : 'bad-escape';
      return simple ?? '';
    }
    const unit = this.readCodeUnit();
    if (unit < 0xd800 || unit > 0xdfff) return String.fromCharCode(unit);
    // Only an escaped low half completes an escaped high half.
    if (unit >= 0xdc00 || !this.text.startsWith('\\u', this.at)) {
      this.fault ??= 'lone-surrogate';
      return '';
    }
    this.at += 2;
    const low = this.readCodeUnit();
    if (low < 0xdc00 || low > 0xdfff) this.fault ??= 'lone-surrogate';
    return String.fromCharCode(unit, low);
  }

  /** Four hexadecimal digits. */
  private readCodeUnit(): number {
    const digits = this.text.slice(this.at, this.at + 4);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) {
      this.fault = 'bad-escape';
      return 0;
    }
    this.at += 4;
    return parseInt(digits, 16);
  }

  private skipBlanks(): void {
    for (;;) {
      const unit = this.text.charCodeAt(this.at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.at++;
    }
  }

  private unexpected(): Expecting {
    this.fault = this.at < this.text.length ? 'unexpected-character' : 'end-of-input';
    return 'value';
  }
}

// The same as `/\p{Surrogate}/u`, which takes V8 a tenth of a millisecond to create.
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/** Whether four hexadecimal digits follow that are no surrogate. */
function isUsualUnit(text: string, at: number): boolean {
  for (let i = at; i < at + 4; i++) if (!isHexDigit(text.charCodeAt(i))) return false;
  // Surrogates are D800 to DFFF.
  return (text.charCodeAt(at) | 0x20) !== 0x64 || text.charCodeAt(at + 1) < 0x38;
}

const isHexDigit = (unit: number): boolean =>
  isDigit(unit) || (unit >= 0x41 && unit <= 0x46) || (unit >= 0x61 && unit <= 0x66);
const usualEscapes: ReadonlySet<number> = new Set(
  Array.from('"\\/bfnrt', (letter) => letter.charCodeAt(0)),
);
const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** Describes an error in JSON text, for messages. */
export const jsonFaultTexts = {
  'bad-escape': 'a string has an invalid escape',
  'bad-number': 'a number has an invalid format',
  'control-character': 'a string contains a control character',
  'end-of-input': 'it ends too early',
  'lone-surrogate': 'a string contains half of a surrogate pair',
  'not-utf8': 'it is not UTF-8',
  'too-deep': 'it is nested too deep',
  'too-many': 'it has too many values',
  'trailing-characters': 'there are characters after its end',
  'unexpected-character': 'unexpected character',
} as const satisfies Record<JsonFault, string>;
