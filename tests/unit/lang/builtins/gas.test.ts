// What builtins charge beyond their flat cost: the figures of section 8.4.

import { describe, expect, it } from 'vitest';
import { QualifiedName, ModuleName, KeySetName } from '../../../../src/lang/values/names.ts';
import {
  Decimal,
  KeySetGuard,
  KeySetRefGuard,
  ListValue,
  objectValue,
  TimeValue,
  UserGuard,
  type PactValue,
} from '../../../../src/lang/values/value.ts';
import { gasOfBuiltin } from '../../../support/builtin-call.ts';

const list = (...items: readonly PactValue[]): ListValue => new ListValue(items);
const decimal = (mantissa: bigint, places: number): Decimal => new Decimal(mantissa, places);
const point = objectValue([
  ['x', 1n],
  ['y', 2n],
]);
const abc = objectValue([
  ['a', 1n],
  ['b', 2n],
  ['c', 3n],
]);
const userGuard = new UserGuard(new QualifiedName('f', new ModuleName('m')), []);

describe('builtins charge', () => {
  it.each<readonly [string, readonly PactValue[], bigint]>([
    ['+', [1n, 2n], 30n],
    ['+', [decimal(1n, 1), 2n], 30n],
    ['+', ['abc', '\u{1f600}'], 400n],
    ['+', [list(1n), list(2n, 3n)], 300n],
    ['+', [abc, point], 500n],
    ['*', [255n, 1n], 27n],
    ['/', [1n, 0n], 0n],
    ['/', [decimal(255n, 2), 1n], 27n],
    ['mod', [7n, 2n], 0n],
    ['^', [2n, -1n], 0n],
    ['shift', [1n, -1n], 0n],
    ['sqrt', [-1n], 0n],
    ['ln', [-1n], 0n],
    ['days', [255n], 28n],
    ['take', [2n, 'abc'], 200n],
    ['take', [-5n, 'abc'], 500n],
    ['take', [9n, list(1n, 2n)], 200n],
    ['take', [list('a', 'x'), abc], 200n],
    ['take', [list('a', 1n), abc], 0n],
    ['drop', [2n, 'abc'], 0n],
    ['concat', [list('ab', 'c')], 380n],
    ['concat', [list()], 0n],
    ['reverse', ['abc'], 300n],
    ['length', ['abc'], 1n],
    ['length', [list(1n)], 0n],
    ['contains', ['b', 'abc'], 104n],
    ['contains', ['b', abc], 103n],
    ['contains', [1n, list(2n, 1n, 3n)], 328n],
    ['remove', ['ab', abc], 60n],
    ['sort', [list(3n, 1n, 2n)], 0n],
    ['sort', [list()], 0n],
    ['distinct', [list(1n, 1n, 2n)], 328n],
    ['enumerate', [1n, 21n], 168n],
    ['enumerate-step', [1n, 21n, 0n], 0n],
    ['enumerate', [5n, 5n], 8n],
    ['make-list', [5n, true], 25n],
    ['make-list', [-5n, true], 0n],
    ['at', ['a', abc], 2n],
    ['at', [0n, list(1n)], 0n],
    ['at', ['zz', abc], 4n],
    ['show', [1n], 1200n],
    ['format', ['{} {}', list(1n, 'ab')], 1600n],
    ['format', ['abc', list()], 16n],
    ['int-to-str', [10n, 1234n], 400n],
    ['int-to-str', [2n, 2n], 200n],
    ['int-to-str', [2n, 1n], 100n],
    ['int-to-str', [2n, 0n], 0n],
    ['int-to-str', [3n, 0n], 100n],
    ['int-to-str', [16n, 255n], 200n],
    ['int-to-str', [64n, 43981n], 200n],
    ['int-to-str', [64n, 2n ** 32n], 600n],
    ['int-to-str', [64n, 0n], 100n],
    ['str-to-int', ['123'], 16n],
    ['str-to-int-base', [17n, '123'], 0n],
    ['str-to-list', ['abc'], 301n],
    ['base64-encode', ['abc'], 16n],
    ['is-charset', [0n, 'abc'], 16n],
    ['hash', ['\u{1f600}'], 400n],
    ['hash', [list()], 700n],
    ['hash-keccak256', [list('YWJj', 'YWJj')], 4386n],
    ['hash-poseidon', [list(1n, 2n)], 276_000n],
    ['parse-time', ['%F', '2020-01-01'], 102n],
    ['format-time', ['%F', new TimeValue(0n)], 41n],
    ['=', ['ab', 'ab'], 102n],
    ['<', [decimal(1n, 0), decimal(2n, 0)], 190n],
    ['is-principal', ['k:'], 11n],
    ['create-principal', [new KeySetGuard(['a'], { kind: 'keys-all' })], 1000n],
    ['create-principal', [new KeySetRefGuard(new KeySetName('k', 'ns'))], 1000n],
    ['create-principal', [userGuard], 3000n],
    ['validate-principal', [new KeySetRefGuard(new KeySetName('k')), 'r:k'], 1103n],
    ['point-add', ['G1', point, point], 5_000n],
    ['scalar-mult', ['g1', point, 2n], 360_000n],
    ['scalar-mult', ['g3', point, 2n], 0n],
    ['pairing-check', [list(), list()], 100_000n],
    ['pairing-check', [list(1n), list()], 15_360n],
  ])('%s of %o: %s', (builtin, args, cost) => {
    expect(gasOfBuiltin(builtin, ...args)).toBe(cost);
  });
});
