// Generates random well-typed expressions, as source text.

import fc from 'fast-check';

const integer = fc.oneof(
  fc.bigInt({ min: -20n, max: 20n }),
  fc.constantFrom(2n ** 31n, 2n ** 53n + 1n, 2n ** 63n, -(2n ** 64n), 10n ** 30n),
);
const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.integer({ min: 1, max: 9 }))
  .map(([whole, places]) => `${whole}.${'1234567890'.slice(0, places)}`);
const character = fc.constantFrom('a', 'B', '0', ' ', 'é', '\uff5e', '\u{1f600}', '{', '}', '_');
const text = fc.array(character, { maxLength: 6 }).map((parts) => `"${parts.join('')}"`);

export type Sort = 'integer' | 'decimal' | 'bool' | 'string' | 'list';

/** Expressions by type; each call is one level deeper. */
export const expressions = fc.letrec<Record<Sort, string>>((tie) => ({
  integer: fc.oneof(
    { maxDepth: 4 },
    integer.map(String),
    call('+', tie('integer'), tie('integer')),
    call('-', tie('integer'), tie('integer')),
    call('*', tie('integer'), tie('integer')),
    call('abs', tie('integer')),
    call('round', tie('decimal')),
    call('length', tie('string')),
    call('length', tie('list')),
    call('fold (+) 0', tie('list')),
    call('if', tie('bool'), tie('integer'), tie('integer')),
    call('let ((x 1) (y 2))', tie('integer')),
  ),
  decimal: fc.oneof(
    { maxDepth: 4 },
    decimal,
    call('+', tie('decimal'), tie('decimal')),
    call('*', tie('decimal'), tie('integer')),
    call('dec', tie('integer')),
    call('negate', tie('decimal')),
  ),
  bool: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('true', 'false'),
    call('=', tie('string'), tie('string')),
    call('<', tie('integer'), tie('integer')),
    call('and', tie('bool'), tie('bool')),
    call('or', tie('bool'), tie('bool')),
    call('not', tie('bool')),
    call('contains', tie('string'), tie('string')),
  ),
  string: fc.oneof(
    { maxDepth: 4 },
    text,
    call('+', tie('string'), tie('string')),
    call('take 2', tie('string')),
    call('reverse', tie('string')),
    call('hash', tie('list')),
    call('show', tie('decimal')),
    call('base64-encode', tie('string')),
    call(
      'format "{}-{}"',
      fc.tuple(tie('integer'), tie('list')).map((parts) => `[${parts.join(' ')}]`),
    ),
  ),
  list: fc.oneof(
    { maxDepth: 4 },
    fc.array(integer, { maxLength: 5 }).map((items) => `[${items.join(' ')}]`),
    call('map (+ 1)', tie('list')),
    call('filter (< 0)', tie('list')),
    call('reverse', tie('list')),
    call('sort', tie('list')),
    call('distinct', tie('list')),
    call('+', tie('list'), tie('list')),
    call('enumerate 1', fc.integer({ min: 1, max: 9 }).map(String)),
  ),
}));

export const anyExpression = fc.oneof(
  expressions.integer,
  expressions.decimal,
  expressions.bool,
  expressions.string,
  expressions.list,
);

function call(head: string, ...args: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.tuple(...args).map((parts) => `(${[head, ...parts].join(' ')})`);
}
