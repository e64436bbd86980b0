// Reads JSON values with faults that name their place: small readers that are combined to larger ones. All faults are
// collected, so that people need not correct a file fault by fault.

import { isJsonArray, isJsonNumber, isJsonObject, type JsonValue } from '../../../base/json.ts';
import { suggestion } from '../../../base/prose.ts';

export type FileFault = {
  /** `genesis.chains[0].target`; empty for the file as a whole. */
  readonly path: string;
  /** What is required: the rest of a sentence that begins with the path. */
  readonly message: string;
};

/** Returned if a fault was reported. */
export const refused = Symbol('refused');
export type Refused = typeof refused;

/** A part of the file, with the faults found so far. */
export class Place {
  readonly path: string;
  readonly faults: FileFault[];

  constructor(path: string, faults: FileFault[]) {
    this.path = path;
    this.faults = faults;
  }

  fault(message: string): Refused {
    this.faults.push({ path: this.path, message });
    return refused;
  }

  member(name: string): Place {
    return new Place(this.path === '' ? name : `${this.path}.${name}`, this.faults);
  }

  item(index: number): Place {
    return new Place(`${this.path}[${index}]`, this.faults);
  }
}

export type Reader<T> = (value: JsonValue, place: Place) => T | Refused;

type Shape = Readonly<Record<string, Reader<unknown>>>;
type ReadAs<R> = R extends Reader<infer T> ? T : never;
type ReadObject<S extends Shape, R extends keyof S> = {
  readonly [K in keyof S]: K extends R ? ReadAs<S[K]> : ReadAs<S[K]> | undefined;
};

/** Unknown members are faults, and so are required ones that are missing. */
export function object<S extends Shape, R extends keyof S & string>(
  shape: S,
  required: readonly R[],
): Reader<ReadObject<S, R>> {
  const readers = new Map(Object.entries(shape));
  return (value, place) => {
    if (!isJsonObject(value)) {
      return place.fault(`must be an object with ${[...readers.keys()].join(', ')}`);
    }
    const before = place.faults.length;
    const members = new Map<string, unknown>();
    for (const [name, member] of value) {
      const reader = readers.get(name);
      if (reader !== undefined) members.set(name, reader(member, place.member(name)));
      else place.member(name).fault(`is not known${hintFor(name, readers.keys())}`);
    }
    for (const name of required) {
      if (!value.has(name)) place.member(name).fault('is missing');
    }
    if (place.faults.length > before) return refused;
    const names = [...readers.keys()];
    // Every member was read by the reader of its name.
    return Object.fromEntries(names.map((name) => [name, members.get(name)])) as ReadObject<S, R>;
  };
}

function hintFor(name: string, names: Iterable<string>): string {
  const known = [...names];
  return suggestion(name, known) || `: known are ${known.join(', ')}`;
}

export function list<T>(
  item: Reader<T>,
  { least = 0, max }: { readonly least?: number; readonly max: number },
): Reader<readonly T[]> {
  return (value, place) => {
    if (!isJsonArray(value)) return place.fault('must be a list');
    if (value.length < least) return place.fault(`must have at least ${least} item`);
    if (value.length > max) return place.fault(`must have at most ${max} items`);
    const items = value.map((each, i) => item(each, place.item(i)));
    return items.includes(refused) ? refused : (items as readonly T[]);
  };
}

/** `what` describes in words what the pattern requires. */
export function text(pattern: RegExp, what: string): Reader<string> {
  return (value, place) =>
    typeof value === 'string' && pattern.test(value) ? value : place.fault(`must be ${what}`);
}

/** A whole number, written as a number. */
export function whole(least: number, max: number): Reader<number> {
  return (value, place) => {
    const number =
      isJsonNumber(value) && /^\d{1,16}$/.test(value.text) ? Number(value.text) : undefined;
    return number !== undefined && number >= least && number <= max
      ? number
      : place.fault(`must be a whole number from ${least} to ${max}`);
  };
}

export const truth: Reader<boolean> = (value, place) =>
  typeof value === 'boolean' ? value : place.fault('must be true or false');

/** One of several names, each with its value. */
export function choice<T>(choices: ReadonlyMap<string, T>): Reader<T> {
  return (value, place) => {
    const found = typeof value === 'string' ? choices.get(value) : undefined;
    if (found !== undefined) return found;
    const hint = typeof value === 'string' ? suggestion(value, choices.keys()) : '';
    return place.fault(`must be ${[...choices.keys()].join(' or ')}${hint}`);
  };
}

/** Makes a reader that checks the result of another one. (A module that exports `then` cannot be imported dynamically.) */
export function andThen<T, U>(
  reader: Reader<T>,
  next: (read: T, place: Place) => U | Refused,
): Reader<U> {
  return (value, place) => {
    const read = reader(value, place);
    return read === refused ? refused : next(read, place);
  };
}
