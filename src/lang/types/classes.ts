// Defines which types belong to which class, and the message if one does not.
// Source: pact-repl/Pact/Core/Typed/Infer.hs (byInst and the instances).

import type { PrimitiveType } from '../values/type.ts';
import type { ClassName } from './scheme.ts';
import type { Type } from './type.ts';

type Class = {
  readonly primitives: readonly PrimitiveType[];
  /** Whether a list belongs to it: always, if its elements do, or never. */
  readonly lists: 'always' | 'elements' | 'never';
  readonly others: readonly Type['kind'][];
  /** The message around the type. */
  readonly message: (type: string) => string;
  readonly hint?: string;
};

const all: readonly PrimitiveType[] = [
  'integer',
  'decimal',
  'bool',
  'string',
  'guard',
  'time',
  'unit',
];
const numbers: readonly PrimitiveType[] = ['integer', 'decimal'];
const numeric = (type: string): string => `Expected numeric type integer or decimal, got ${type}`;

export const classes: Readonly<Record<ClassName, Class>> = {
  Eq: {
    primitives: all,
    lists: 'elements',
    others: ['module', 'captoken', 'object'],
    message: (type) => `Type ${type} cannot be compared for equality`,
  },
  Ord: {
    primitives: all.filter((name) => name !== 'guard'),
    lists: 'elements',
    others: [],
    message: (type) => `Type ${type} has no canonical ordering`,
  },
  Show: {
    primitives: all,
    lists: 'elements',
    others: ['captoken', 'object', 'table', 'module'],
    message: (type) => `Type ${type} can't be converted to a string`,
  },
  Add: {
    primitives: ['integer', 'decimal', 'string'],
    lists: 'always',
    others: [],
    message: (type) => `Cannot resolve operator + for type ${type}`,
    hint: 'Numbers, strings, lists and objects can be added.',
  },
  Num: { primitives: numbers, lists: 'never', others: [], message: numeric },
  ListLike: {
    primitives: ['string'],
    lists: 'always',
    others: [],
    message: (type) => `Expected type string or [_], got ${type}`,
  },
  Fractional: { primitives: numbers, lists: 'never', others: [], message: numeric },
  EnforceRead: {
    primitives: ['string', 'guard'],
    lists: 'never',
    others: [],
    message: (type) => `Expected type guard or string, got ${type}`,
  },
  IsValue: {
    primitives: all,
    lists: 'elements',
    others: ['object', 'captoken', 'module', 'table'],
    message: (type) =>
      `Type ${type} is a partially applied function or lambda closure, but expected a value. ` +
      'Maybe a function application is missing arguments?',
  },
};

/** Returns whether a type is of a class; a type as the result means: if that part of it is. */
export function instanceOf(
  name: ClassName,
  type: Exclude<Type, { kind: 'variable' }>,
): boolean | Type {
  const { primitives, lists, others } = classes[name];
  switch (type.kind) {
    case 'dynamic':
      return true;
    case 'primitive':
      return primitives.includes(type.name);
    case 'list':
      return lists === 'elements' ? type.element : lists === 'always';
    default:
      return others.includes(type.kind);
  }
}

/** Returns whether there is a type that is of all these classes. */
export function haveCommonType(names: readonly ClassName[]): boolean {
  if (names.every((name) => classes[name].lists !== 'never')) return true;
  return all.some((type) => names.every((name) => classes[name].primitives.includes(type)));
}
