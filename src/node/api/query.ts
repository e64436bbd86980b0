// Query parameters as data: how each is read, and its default. If a parameter occurs twice the first one counts, and
// unknown parameters are ignored, as in the reference.
// Source: interface reference, section 1.0.1; servant's FromHttpApiData.

import { bad, good, type Result } from '../../base/result.ts';
import { parseHash, type Hash } from '../../chain/model/header.ts';
import { parseCursor, type PageCursor } from '../../chain/model/page-cursor.ts';
import type { Json } from './json-schema.ts';

type QueryParameter<Value> = {
  readonly doc: string;
  readonly schema: Json;
  readonly absent: Value;
  /** The reason why the value cannot be read, for a sentence that names the parameter. */
  readonly read: (text: string) => Result<Value, string>;
};

export type QueryShape = Readonly<Record<string, QueryParameter<unknown>>>;

export type QueryValues<Shape extends QueryShape> = {
  readonly [Name in keyof Shape]: Shape[Name] extends QueryParameter<infer Value> ? Value : never;
};

type QueryFault = { readonly name: string; readonly why: string };

export function readQuery<Shape extends QueryShape>(
  shape: Shape,
  query: URLSearchParams,
): Result<QueryValues<Shape>, QueryFault> {
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(shape)) {
    const text = query.get(name);
    if (text === null) {
      values[name] = parameter.absent;
      continue;
    }
    const read = parameter.read(text);
    if (!read.ok) return bad({ name, why: read.fault });
    values[name] = read.value;
  }
  // The shape maps each name to its parameter; the result has the value of each.
  return good(values as QueryValues<Shape>);
}

/** A whole number from 0; values above `most` are reduced to `most`. */
export function natural<Absent extends number | undefined>(
  doc: string,
  { absent, max = Number.MAX_SAFE_INTEGER }: { readonly absent: Absent; readonly max?: number },
): QueryParameter<number | Absent> {
  return {
    doc,
    schema: { type: 'integer', minimum: 0 },
    absent,
    read: (text) => {
      if (/^-[0-9]{1,40}$/.test(text)) {
        return bad(`underflow: ${text} (should be a non-negative integer)`);
      }
      if (!/^[0-9]{1,40}$/.test(text)) return bad(`${shown(text)} is not a whole number`);
      const number = BigInt(text);
      return good(number > max ? max : Number(number));
    },
  };
}

/** A whole number of 64 bits with a sign. */
export function integer(doc: string): QueryParameter<bigint | undefined> {
  return {
    doc,
    schema: { type: 'integer' },
    absent: undefined,
    read: (text) => {
      const number = /^-?[0-9]{1,19}$/.test(text) ? BigInt(text) : undefined;
      return number === undefined || BigInt.asIntN(64, number) !== number
        ? bad(`${shown(text)} is not a whole number of 64 bits`)
        : good(number);
    },
  };
}

export function truth(doc: string, absent: boolean): QueryParameter<boolean> {
  return {
    doc,
    schema: { type: 'boolean', default: absent },
    absent,
    read: (text) => {
      const word = text.toLowerCase();
      if (word === 'true') return good(true);
      return word === 'false' ? good(false) : bad(`${shown(text)} is neither true nor false`);
    },
  };
}

/** A flag: true if it is present, unless its value says otherwise. */
export function flag(doc: string): QueryParameter<boolean> {
  return {
    doc,
    schema: { type: 'string' },
    absent: false,
    read: (text) => good(text === '' || text === '1' || text.toLowerCase() === 'true'),
  };
}

export function cursor(doc: string): QueryParameter<PageCursor<Hash> | undefined> {
  return {
    doc,
    schema: { type: 'string', pattern: '^(inclusive|exclusive):[A-Za-z0-9_-]{43}$' },
    absent: undefined,
    read: (text) => {
      const found = parseCursor(text, parseHash);
      return found === undefined
        ? bad(`${shown(text)} is not inclusive:HASH or exclusive:HASH`)
        : good(found);
    },
  };
}

/** A cursor into a list whose items have no keys: their position, from 0. */
export function position(doc: string): QueryParameter<PageCursor<number> | undefined> {
  return {
    doc,
    schema: { type: 'string', pattern: '^(inclusive|exclusive):[0-9]+$' },
    absent: undefined,
    read: (text) => {
      const read = (key: string) => (/^[0-9]{1,15}$/.test(key) ? Number(key) : undefined);
      const found = parseCursor(text, read);
      return found === undefined
        ? bad(`${shown(text)} is not inclusive:NUMBER or exclusive:NUMBER`)
        : good(found);
    },
  };
}

/** Quotes the client's value, shortened to fit into a sentence. */
function shown(text: string): string {
  const plain = text.replace(/\p{Cc}/gu, '?');
  return plain.length <= 60 ? plain : `${plain.slice(0, 60)}...`;
}
