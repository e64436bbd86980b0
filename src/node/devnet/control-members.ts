// The members of a control request. All of them are read before the request does anything: a wrong type, a missing member
// and an unknown one are faults, which are sentences.

import { isJsonNumber, type JsonObject, type JsonValue } from '../../base/json.ts';
import { suggestion } from '../../base/prose.ts';
import { bad, good, type Result } from '../../base/result.ts';

/** Reads the value of a member; `undefined`: it is absent. */
type MemberReader<Value> = (name: string, value: JsonValue | undefined) => Result<Value, string>;

export type MemberShape = Readonly<Record<string, MemberReader<unknown>>>;

export type MemberValues<Shape extends MemberShape> = {
  readonly [Name in keyof Shape]: Shape[Name] extends MemberReader<infer Value> ? Value : never;
};

const maxNumber = 1_000_000_000;

/** A whole number that must be given. */
export const natural: MemberReader<number> = (name, value) => {
  const must = `must be a whole number from 0 to ${maxNumber}`;
  if (value === undefined) return bad(`${name} is missing: it ${must}`);
  const number = isJsonNumber(value) && /^\d{1,10}$/.test(value.text) ? Number(value.text) : -1;
  return number >= 0 && number <= maxNumber ? good(number) : bad(`${name} ${must}`);
};

/** A string that must be given. */
export const text: MemberReader<string> = (name, value) => {
  if (typeof value === 'string') return good(value);
  return bad(
    value === undefined ? `${name} is missing: it must be a string` : `${name} must be a string`,
  );
};

/** A whole number that may be absent. */
export const optionalNatural: MemberReader<number | undefined> = (name, value) =>
  value === undefined ? good(undefined) : natural(name, value);

/** A whole number with the value that it has when it is absent. */
export function naturalOr(absent: number): MemberReader<number> {
  return (name, value) => (value === undefined ? good(absent) : natural(name, value));
}

/** A string that may be absent. */
export const optionalText: MemberReader<string | undefined> = (name, value) =>
  value === undefined ? good(undefined) : text(name, value);

export function readMembers<Shape extends MemberShape>(
  shape: Shape,
  object: JsonObject,
): Result<MemberValues<Shape>, string> {
  const names = Object.keys(shape);
  for (const name of object.keys()) {
    if (names.includes(name)) continue;
    const known =
      names.length === 0 ? 'this request has no members' : `the members are ${names.join(', ')}`;
    return bad(`${name} is not known${suggestion(name, names)}: ${known}`);
  }
  const values: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(shape)) {
    const value = read(name, object.get(name));
    if (!value.ok) return value;
    values[name] = value.value;
  }
  // Each value is what the reader of its name returned.
  return good(values as MemberValues<Shape>);
}
