// How the terms that Pact 4 stored are read today.

import { describe, expect, it } from 'vitest';
import {
  app,
  arg,
  bindLet,
  bindObject,
  bound,
  call,
  constant,
  def,
  int,
  lambda,
  list,
  lit,
  moduleName,
  builtin,
  object,
  outside,
  schema,
  stored,
  storedModule,
  type Json,
} from './legacy-json.ts';
import { run } from './run-stored.ts';

const inFunction = (...body: readonly Json[]): Json =>
  storedModule({ f: def('f', { args: [arg('x'), arg('y')], body }) });

const guardOf = (keys: Json): Json => ({ keys, pred: 'keys-all' });
const reference: Json = { refName: moduleName('m'), refSpec: [moduleName('i')], refInfo: null };

describe('a stored function of x and y, called with 10 and 3', () => {
  it.each<[string, readonly Json[], string]>([
    ['a parameter', [bound(0)], '10'],
    ['several expressions', [int(1), bound(1)], '3'],
    ['a builtin', [call('-', 1, bound(0), bound(1))], '7'],
    ['a builtin of another arity', [call('-', 1, bound(0))], '-10'],
    [
      'a builtin that takes a list',
      [call('hash-poseidon', 1, int(1))],
      '18586133768512220936620570745912940619677854269274689475585506675881198879027',
    ],
    [
      'literals',
      [list(lit('a'), int(1), lit(1.5), lit(true), lit({ time: '2020-01-01T00:00:00Z' }))],
      '["a" 1 1.5 true "2020-01-01T00:00:00Z"]',
    ],
    [
      'stored values',
      [
        list(
          outside(stored({ a: [{ int: 1 }, guardOf(['k'])] })),
          outside(stored({ keysetref: { ns: 'n', ksn: 'k' } })),
        ),
      ],
      `[{"a": [1 KeySet {keys: [k],pred: keys-all}]} 'n.k]`,
    ],
    ['an object', [object({ b: bound(0), a: bound(1) })], '{"a": 3,"b": 10}'],
    [
      'let',
      [
        bindLet(
          [
            ['a', bound(1)],
            ['b', bound(0)],
          ],
          call('-', 2, bound(0), bound(1)),
        ),
      ],
      '-7',
    ],
    [
      'let around a free variable',
      [
        bindLet(
          [['a', int(1)]],
          bindLet([['b', int(2)]], list(bound(0), outside(bound(0)), outside(bound(1), 2))),
        ),
      ],
      '[2 1 3]',
    ],
    [
      'a lambda',
      [
        call(
          'map',
          1,
          lambda(['e'], call('-', 2, bound(0), outside(bound(1)))),
          list(int(5), int(6)),
        ),
      ],
      '[2 3]',
    ],
    [
      'a partial application',
      [call('map', 1, call('-', 1, bound(0)), list(int(1), int(2)))],
      '[9 8]',
    ],
    [
      'a partial application with a lambda in it',
      [
        call(
          'map',
          1,
          app(lambda(['k', 'e'], list(bound(0), bound(1), outside(bound(1)))), int(1)),
          list(int(2)),
        ),
      ],
      '[[1 2 3]]',
    ],
    [
      'fold with a partial application',
      [
        call(
          'fold',
          1,
          app(
            lambda(['k', 'a', 'e'], call('+', 2, bound(0), call('+', 2, bound(1), bound(2)))),
            bound(1),
          ),
          int(0),
          list(int(1), int(2)),
        ),
      ],
      '9',
    ],
    [
      'zip with a partial application',
      [
        call(
          'zip',
          1,
          app(lambda(['k', 'a', 'e'], list(bound(0), bound(1), bound(2))), bound(0)),
          list(int(1)),
          list(int(2)),
        ),
      ],
      '[[10 1 2]]',
    ],
    [
      'an object bound',
      [
        call(
          'bind',
          1,
          object({ p: bound(0), q: bound(1) }),
          bindObject(
            [
              ['a', lit('p')],
              ['b', lit('q')],
            ],
            list(bound(0), bound(1), outside(bound(0))),
          ),
        ),
      ],
      '[10 3 10]',
    ],
    ['if', [call('if', 1, lit(true), bound(0), bound(1))], '10'],
    [
      'and, or',
      [list(call('and', 1, lit(true), lit(false)), call('or', 1, lit(true), lit(false)))],
      '[false true]',
    ],
    [
      'a form with some of its arguments',
      [call('map', 1, call('try', 1, int(7)), list(int(1), int(2)))],
      '[1 2]',
    ],
    [
      'a form with too many arguments',
      [call('if', 1, lit(true), int(1), int(2), int(3))],
      'Attempted to apply a closure to too many arguments',
    ],
    [
      'a form without arguments',
      [call('fold', 1, call('and', 1), lit(true), list(lit(true), lit(false)))],
      'false',
    ],
    ['enforce', [call('enforce', 1, lit(false), lit('no'))], 'no'],
    [
      'enforce-one',
      [call('enforce-one', 1, lit('none'), list(call('enforce', 1, lit(true), lit('no'))))],
      'true',
    ],
    ['try', [call('try', 1, int(1), call('enforce', 1, lit(false), lit('no')))], '1'],
    [
      'constantly',
      [call('map', 1, app(outside(builtin('constantly')), int(7)), list(int(1)))],
      '[7]',
    ],
    ['a charset', [outside(builtin('CHARSET_LATIN1'))], '1'],
    ['a constant', [outside(constant('C', stored({ int: 4 })))], '4'],
    [
      'a guard with arguments',
      [
        {
          guard: { cgName: 'm.C', cgArgs: [outside(stored({ int: 1 }))], cgPactId: null },
          i: null,
        },
      ],
      'CapabilityGuard {name: m.C,args: [1],pactId: }',
    ],
    ['a module reference', [reference], 'm'],
    ['a schema', [schema('s', [])], 'Cannot use defschema s in term variable position'],
  ])('%s', (_, body, expected) => {
    expect(run('(m.f 10 3)', inFunction(...body))).toBe(expected);
  });
});
