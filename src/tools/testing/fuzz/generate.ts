// Generates random values of a type. Values near limits, values that the module mentions, and unusual characters are far
// more frequent than in a uniform distribution.

import type { Schema, Type } from '../../../lang/session/run.ts';
import { type Example, decimal } from './example.ts';
import type { Dictionary } from './dictionary.ts';
import { type Moments, momentNear, timeExpression } from './setting.ts';
import type { Random } from './random.ts';

export type Source = {
  readonly random: Random;
  readonly dictionary: Dictionary;
  /** Times are generated near this one; `undefined` if none is known. */
  readonly moments?: (() => Moments) | undefined;
  /** Decimals get more places than this: most rounding mistakes need several such decimals in a call. */
  readonly unevenBeyond?: number | undefined;
};

/** The most levels of lists and objects. */
const deepest = 3;

/** Returns `undefined` if no expression has a value of this type. */
export function generate(type: Type | undefined, source: Source, depth = 0): Example | undefined {
  const { random, dictionary } = source;
  switch (type?.kind) {
    case undefined:
    case 'any':
      return anything(source, depth);
    case 'primitive':
      return primitive(type.name, source);
    case 'list':
      return listOf(type.element, source, depth);
    case 'any-list':
      return listOf(random.pick(plainTypes), source, depth);
    case 'object':
      return objectOf(type.schema, source, depth);
    case 'any-object': {
      const field = dictionary.strings[0] ?? 'a';
      const value = anything(source, deepest);
      return { kind: 'object', fields: random.oneIn(3) ? [] : [[field, value]] };
    }
    case 'modref': {
      const names = type.interfaces.map(({ text }) => text);
      const fitting = dictionary.modules.filter((module) =>
        names.every((name) => module.implements.includes(name)),
      );
      const module = random.pick(fitting);
      return module === undefined ? undefined : { kind: 'expression', text: module.name };
    }
    case 'table':
    case 'captoken':
      return undefined;
  }
}

const plainTypes: readonly Type[] = [
  { kind: 'primitive', name: 'integer' },
  { kind: 'primitive', name: 'decimal' },
  { kind: 'primitive', name: 'string' },
  { kind: 'primitive', name: 'bool' },
];

function anything(source: Source, depth: number): Example {
  const { random } = source;
  const type = random.pick(plainTypes);
  const element = random.pick(plainTypes);
  const isList = depth < deepest && element !== undefined && random.oneIn(5);
  const made = generate(isList ? { kind: 'list', element } : type, source, depth + 1);
  return made ?? { kind: 'integer', value: 0n };
}

function primitive(name: Extract<Type, { kind: 'primitive' }>['name'], source: Source): Example {
  const { random, dictionary } = source;
  switch (name) {
    case 'integer':
      return { kind: 'integer', value: integer(source) };
    case 'decimal':
      return decimal(source, () => integer(source));
    case 'string':
      return account(source) ?? { kind: 'string', text: text(random, dictionary) };
    case 'bool':
      return { kind: 'bool', value: random.oneIn(2) };
    case 'time':
      return { kind: 'expression', text: time(source) };
    case 'guard':
      return { kind: 'expression', text: random.pick(dictionary.guards) ?? '(sig-keyset)' };
    case 'unit':
      return { kind: 'expression', text: '()' };
  }
}

/** Returns the account name that belongs to a guard. */
function account({
  random,
  dictionary: { guards, speaksOfPrincipals },
}: Source): Example | undefined {
  if (!speaksOfPrincipals || !random.oneIn(3)) return undefined;
  const guard = random.pick(guards);
  return guard === undefined
    ? undefined
    : { kind: 'expression', text: `(create-principal ${guard})` };
}

function time({ random, moments }: Source): string {
  if (moments === undefined || random.oneIn(4)) {
    return `(time "${random.pick(times) ?? times[0]}")`;
  }
  return timeExpression(momentNear(moments(), random));
}

const times = [
  '2020-02-29T23:59:59Z',
  '1970-01-01T00:00:00Z',
  '2038-01-19T03:14:08Z',
  '1900-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
] as const;

/** The bit lengths at which representations end; values one above and below are used too. */
const edges = [0, 8, 31, 32, 53, 63, 64, 128, 256, 512];

function integer({ random, dictionary: { integers, state } }: Source): bigint {
  const near = BigInt(random.below(3) - 1);
  switch (random.below(8)) {
    case 0:
    case 1:
      return BigInt(random.below(21) - 10);
    case 2:
      return (random.pick(integers) ?? 0n) + near;
    case 3:
      return random.pick(integers) ?? near;
    case 4:
      return (random.pick(state.integers) ?? BigInt(random.below(1000))) + near;
    case 5: {
      const edge = (1n << BigInt(random.pick(edges) ?? 0)) + near;
      return random.oneIn(3) ? -edge : edge;
    }
    default: {
      const size = random.below(5);
      let value = 0n;
      for (let i = 0; i <= size; i++) value = (value << 32n) | BigInt(random.bits());
      value >>= BigInt(random.below(32 * (size + 1)));
      return random.oneIn(3) ? -value : value;
    }
  }
}

const oddTexts = [
  '',
  ' ',
  'a',
  'alice',
  'bob',
  '0',
  '-1',
  'true',
  '"',
  '\\',
  '\n',
  '\t',
  ':',
  'k:',
  `k:${'0'.repeat(64)}`,
  'a.b',
  'é',
  'e\u0301',
  '\u{1f642}',
  '\ufeff',
  '\u00a0',
  '\u202e',
  'a'.repeat(255),
  'a'.repeat(257),
  '%s {} ${x}',
  "' OR 1=1",
];

function text(random: Random, { strings }: Dictionary): string {
  const known = random.pick(strings);
  if (known !== undefined && random.oneIn(2)) return known;
  const odd = random.pick(oddTexts) ?? '';
  if (!random.oneIn(4)) return odd;
  let made = '';
  for (let left = random.below(8); left > 0; left--) {
    made += String.fromCharCode(0x20 + random.below(0x5f));
  }
  return random.oneIn(2) ? made : made + odd;
}

function listOf(element: Type | undefined, source: Source, depth: number): Example | undefined {
  const length = depth >= deepest ? 0 : source.random.below(5);
  const items: Example[] = [];
  for (let i = 0; i < length; i++) {
    const item = generate(element, source, depth + 1);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return { kind: 'list', items };
}

function objectOf({ fields }: Schema, source: Source, depth: number): Example | undefined {
  const made: (readonly [string, Example])[] = [];
  for (const [name, type] of fields) {
    const value = generate(type, source, depth + 1);
    if (value === undefined) return undefined;
    made.push([name, value]);
  }
  return { kind: 'object', fields: made };
}
