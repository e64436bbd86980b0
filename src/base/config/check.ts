// Checks the values of a YAML file against a schema and returns every fault with its place.

import { suggestion } from '../prose.ts';
import {
  type Entry,
  type Fault,
  type Located,
  isNothing,
  jsonOf,
  wholeNumberIn,
} from './located.ts';
import type { Schema } from './schema.ts';

/** `path`: the path of the value in messages, as in `format.width`. */
export function checkValue(value: Located, schema: Schema, path: string): readonly Fault[] {
  const fault = (message: string): readonly Fault[] => [{ message, place: value.place }];
  switch (schema.type) {
    case 'object':
      if (isNothing(value)) return [];
      return value.kind === 'map'
        ? checkObject(value, schema, path)
        : fault(`${named(path)} must be a map, as in ${exampleOf(schema)}`);
    case 'map':
      if (isNothing(value)) return [];
      return value.kind === 'map'
        ? value.entries.flatMap((entry) =>
            checkValue(entry.value, schema.values, joined(path, entry.key)),
          )
        : fault(`${named(path)} must be a map, as in name: value`);
    case 'list':
      if (isNothing(value)) return [];
      return value.kind === 'list'
        ? value.items.flatMap((item) => checkValue(item, schema.items, `an item of ${path}`))
        : fault(`${named(path)} must be a list, as in [one, other]`);
    case 'integer':
      return isWithin(value, schema)
        ? []
        : fault(
            `${path} must be a whole number from ${schema.least} to ${schema.max}${unlikeNumber(value)}`,
          );
    case 'boolean':
      return typeof jsonOf(value) === 'boolean'
        ? []
        : fault(`${path} must be true or false${unlikeNumber(value)}`);
    case 'choice':
      return value.kind === 'scalar' && schema.choices.includes(value.text)
        ? []
        : fault(`${path} must be ${schema.choices.join(' or ')}${unlike(value)}`);
    case 'text':
      return textFault(value, schema, path).flatMap(fault);
  }
}

function checkObject(
  { entries, place }: Extract<Located, { kind: 'map' }>,
  { properties, required = [] }: Extract<Schema, { type: 'object' }>,
  path: string,
): readonly Fault[] {
  const known = new Map(Object.entries(properties));
  const faults = entries.flatMap(({ key, place: at, value }) => {
    const schema = known.get(key);
    if (schema !== undefined) return checkValue(value, schema, joined(path, key));
    const near = suggestion(key, known.keys());
    const hint = near === '' ? `: use one of ${[...known.keys()].join(', ')}` : near;
    return [{ message: `${joined(path, key)} is not known${hint}`, place: at }];
  });
  const missing = required.filter((name) => entries.every(({ key }) => key !== name));
  return [
    ...repeated(entries, path),
    ...faults,
    ...missing.map((name) => ({ message: `${joined(path, name)} is missing`, place })),
  ];
}

function repeated(entries: readonly Entry[], path: string): readonly Fault[] {
  const seen = new Set<string>();
  return entries.flatMap(({ key, place }) => {
    if (seen.has(key)) return [{ message: `${joined(path, key)} appears twice`, place }];
    seen.add(key);
    return [];
  });
}

function textFault(
  value: Located,
  { pattern, what }: Extract<Schema, { type: 'text' }>,
  path: string,
): readonly string[] {
  if (what === undefined && value.kind === 'scalar' && value.text === '') {
    return [`${path} is empty`];
  }
  if (value.kind !== 'scalar' || isNothing(value) || value.text === '') {
    return [`${path} must be ${what ?? 'a string'}`];
  }
  if (pattern === undefined || new RegExp(pattern).test(value.text)) return [];
  return [`${path} must be ${what ?? 'a string'}${unlike(value)}`];
}

/** Returns `, not VALUE` for a value that is short and printable, else an empty string. */
function unlike(value: Located): string {
  if (value.kind !== 'scalar' || !/^[\x20-\x7e]{1,60}$/.test(value.text)) return '';
  return `, not ${value.text}`;
}

/** Like `unlike`, but points out quotes, which make a number a string. */
const unlikeNumber = (value: Located): string =>
  value.kind === 'scalar' && !value.isPlain ? ', not a string in quotes' : unlike(value);

function isWithin(
  value: Located,
  range: { readonly least: number; readonly max: number },
): boolean {
  const number = wholeNumberIn(value);
  return number !== undefined && number >= range.least && number <= range.max;
}

const named = (path: string): string => (path === '' ? 'the file' : path);
const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function exampleOf({ properties }: Extract<Schema, { type: 'object' }>): string {
  return `${Object.keys(properties)[0] ?? 'name'}: ...`;
}
