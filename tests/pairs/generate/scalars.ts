// Expressions of scalar types.

import { call, expression, type Scope } from './expressions.ts';
import { argumentsOf } from './expressions.ts';
import {
  anyType,
  bool,
  decimal,
  guard,
  integer,
  listOf,
  string,
  time,
  type Type,
} from './types.ts';

type Make = (scope: Scope, depth: number) => string;
/** A call of a builtin with arguments of the given types. */
const apply =
  (name: string, ...types: readonly Type[]): Make =>
  (scope, depth) =>
    call(
      name,
      types.map((type) => expression(scope, type, depth)),
    );
const words =
  (...texts: readonly string[]): Make =>
  ({ world }) =>
    world.random.pick(texts);

const either =
  (leaves: readonly Make[], nodes: readonly Make[]): Make =>
  (scope, depth) => {
    const { random } = scope.world;
    return depth <= 0
      ? random.pick(leaves)(scope, 0)
      : random.pick(random.oneIn(5) ? leaves : nodes)(scope, depth - 1);
  };

const integerLiteral = words(
  ...['0', '1', '2', '3', '-1', '7', '10', '63', '64', '100', '255', '1000'],
  ...['9007199254740993', '2147483648', '-9223372036854775809', '123456789012345678901234567890'],
);
const small = words('0', '1', '2', '3', '5', '-1', '17');

export const integers = either(
  [integerLiteral, integerLiteral, small, words('(read-integer "i")')],
  [
    ...['+', '-', '*', '/', 'mod', '&', '|', 'xor'].map((name) => apply(name, integer, integer)),
    ...['+', '-', '*'].map((name) => apply(name, integer, integer)),
    ...['-', 'abs', '~'].map((name) => apply(name, integer)),
    (scope, depth) => `(^ ${expression(scope, integer, depth)} ${small(scope, 0)})`,
    (scope, depth) => `(shift ${expression(scope, integer, depth)} ${small(scope, 0)})`,
    ...['round', 'floor', 'ceiling', 'truncate'].map((name) => apply(name, decimal)),
    apply('length', string),
    apply('length', listOf(integer)),
    apply('fold (+) 0', listOf(integer)),
    words(
      '(str-to-int "ff")',
      '(str-to-int 64 "aGVsbG8")',
      '(str-to-int 2 "1011")',
      '(str-to-int "zz")',
    ),
    (scope, depth) => `(at ${small(scope, 0)} ${expression(scope, listOf(integer), depth)})`,
  ],
);

const decimalLiteral = words(
  ...['0.0', '1.0', '1.5', '-2.25', '0.1', '3.14159265358979', '1000000.000000000001', '0.000001'],
  ...['123456789012345678901234567890.123456789', '-0.5', '100.0'],
);

export const decimals = either(
  [decimalLiteral, decimalLiteral, words('(read-decimal "d")')],
  [
    ...['+', '-', '*', '/'].map((name) => apply(name, decimal, decimal)),
    apply('+', integer, decimal),
    apply('*', decimal, integer),
    apply('dec', integer),
    apply('-', decimal),
    apply('abs', decimal),
    (scope, depth) =>
      `(${scope.world.random.pick(['round', 'floor', 'ceiling'])} ${expression(scope, decimal, depth)} ${small(scope, 0)})`,
    words('(sqrt 2.0)', '(ln 10.0)', '(exp 1.5)', '(log 2.0 8.0)', '(^ 1.5 2.0)', '(sqrt 1.44)'),
    apply('fold (+) 0.0', listOf(decimal)),
  ],
);

const stringLiteral = words(
  ...['""', '"a"', '"b"', '"k1"', '"k2"', '"k3"', '"é"', '"\u{1F600}"', '"ab,cd,e"', '"10"', "'s"],
  ...[
    '"__proto__"',
    '"a \\"quoted\\" word"',
    '"line\\nline"',
    '"zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"',
  ],
);

export const strings = either(
  [stringLiteral, stringLiteral, words('(read-string "s")', '(hash "x")')],
  [
    apply('+', string, string),
    apply('take', integer, string),
    apply('drop', integer, string),
    apply('concat', listOf(string)),
    (scope, depth) =>
      `(format "{}/{}" [${expression(scope, anyType(scope.world.random), depth)} ${expression(scope, string, depth)}])`,
    (scope, depth) => `(hash ${expression(scope, anyType(scope.world.random), depth)})`,
    (scope, depth) => `(typeof ${expression(scope, anyType(scope.world.random), depth)})`,
    (scope, depth) =>
      `(int-to-str ${scope.world.random.pick(['10', '2', '16', '64'])} ${expression(scope, integer, depth)})`,
    apply('format-time "%Y-%m-%dT%H:%M:%SZ"', time),
    apply('base64-encode', string),
    apply('create-principal', guard),
    apply('reverse', string),
    words('(at "sender" (chain-data))', '(tx-hash)', '(base64-decode "aGVsbG8")'),
  ],
);

const comparisons = ['=', '!=', '<', '>', '<=', '>='];

export const booleans = either(
  [words('true', 'false', 'true')],
  [
    ...comparisons.map((name) => apply(name, integer, integer)),
    ...comparisons.map((name) => apply(name, string, string)),
    apply('=', decimal, decimal),
    apply('<', time, time),
    (scope, depth) => {
      const type = anyType(scope.world.random);
      return `(= ${expression(scope, type, depth)} ${expression(scope, type, depth)})`;
    },
    apply('and', bool, bool),
    apply('or', bool, bool),
    apply('not', bool),
    apply('contains', integer, listOf(integer)),
    apply('contains', string, string),
    (scope, depth) => `(enforce ${expression(scope, bool, depth)} "refused")`,
    (scope, depth) => `(enforce ${expression(scope, bool, depth)} ${expression(scope, string, 0)})`,
    (scope, depth) =>
      `(enforce-one "none" [(enforce ${expression(scope, bool, depth)} "a") (enforce ${expression(scope, bool, 0)} "b")])`,
    (scope, depth) => `(try false ${expression(scope, bool, depth)})`,
    (scope, depth) =>
      `(and? (< 1) (> ${expression(scope, integer, 0)}) ${expression(scope, integer, depth)})`,
    (scope, depth) => `(or? (= 1) (not? (< 3)) ${expression(scope, integer, depth)})`,
    (scope, depth) =>
      `(fold (lambda (acc x) (and acc (< x ${expression(scope, integer, 0)}))) true ${expression(scope, listOf(integer), depth)})`,
    apply('enforce-guard', guard),
    apply('is-principal', string),
    apply('validate-principal', guard, string),
    apply('is-charset 0', string),
    words('(enforce-keyset "ks-a")', '(enforce-keyset (read-keyset "ks"))'),
  ],
);

export const times = either(
  [
    words(
      '(time "2021-03-04T05:06:07Z")',
      '(time "1970-01-01T00:00:00Z")',
      '(at "block-time" (chain-data))',
    ),
  ],
  [
    apply('add-time', time, integer),
    apply('add-time', time, decimal),
    words('(parse-time "%F" "2020-02-29")', '(parse-time "%Y-%m-%d %H:%M" "1999-12-31 23:59")'),
    (scope, depth) => `(add-time ${expression(scope, time, depth)} (days ${small(scope, 0)}))`,
  ],
);

export const guards: Make = (scope) => {
  const { random } = scope.world;
  const { module } = scope;
  const simple = ['(read-keyset "ks")', '(keyset-ref-guard "ks-a")', '(read-keyset "two")'];
  if (module === undefined) return random.pick(simple);
  if (random.oneIn(3) && module.functions.length > 0) {
    const target = random.pick(module.functions);
    return `(create-user-guard ${call(target.name, argumentsOf(scope, target.parameters, 0))})`;
  }
  if (random.oneIn(3) && module.capabilities.length > 0) {
    const { name, parameters } = random.pick(module.capabilities);
    const kind = scope.isInStep === true && random.oneIn(2) ? 'capability-pact' : 'capability';
    return `(create-${kind}-guard ${call(name, argumentsOf(scope, parameters, 0))})`;
  }
  const inModule = [
    '(create-module-guard "g")',
    ...(scope.isInStep === true ? ['(create-pact-guard "p")'] : []),
  ];
  return random.pick(random.oneIn(3) ? inModule : simple);
};
