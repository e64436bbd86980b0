import { describe, expect, it } from 'vitest';
import * as arithmetic from '../../../../src/lang/gas/arithmetic-costs.ts';
import { freeConstants, tableConstants as table } from '../../../../src/lang/gas/constants.ts';
import * as crypto from '../../../../src/lang/gas/crypto-costs.ts';
import * as data from '../../../../src/lang/gas/data-costs.ts';
import { bitLength, wordBitLength } from '../../../../src/lang/gas/integer-bits.ts';
import { maxMilliGas, type MilliGas } from '../../../../src/lang/gas/milligas.ts';
import { nativeCost } from '../../../../src/lang/gas/native-costs.ts';
import { coreBuiltins, replBuiltins } from '../../../../src/lang/core/builtin-index.ts';

type Row = readonly [string, MilliGas, MilliGas];
const bits = (count: number): bigint => 1n << BigInt(count - 1);

describe('bits', () => {
  it.each([
    [0n, 1],
    [1n, 1],
    [-4n, 3],
    [0xffffffffn, 32],
    [0x100000000n, 33],
    [10n ** 200n, 665],
  ])('%s', (integer, count) => {
    expect(bitLength(integer)).toBe(count);
  });

  it('are the digits in base two, around every power of it', () => {
    const wrong: bigint[] = [];
    for (let power = 1n; power < 200n; power++) {
      for (const near of [-1n, 0n, 1n]) {
        const integer = 2n ** power + near;
        const { length } = integer.toString(2);
        for (const each of [integer, -integer]) if (bitLength(each) !== length) wrong.push(each);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('of machine words are 64', () => {
    expect([0n, 2n ** 63n - 1n, -(2n ** 63n), 2n ** 63n, 2n ** 80n].map(wordBitLength)).toEqual([
      64, 64, 64, 64, 81,
    ]);
  });
});

describe('arithmetic', () => {
  it.each<Row>([
    ['small sum', arithmetic.intAddCost(1n, 2n), 30],
    ['sum of 664 bits', arithmetic.intAddCost(bits(664), 0n), 30],
    ['sum of 665 bits', arithmetic.intAddCost(bits(665), 0n), 69],
    ['the larger by value counts', arithmetic.intAddCost(-bits(5000), 1n), 30],
    ['both negative', arithmetic.intAddCost(-bits(5000), -bits(6000)), 3906],
    ['product', arithmetic.intMultiplyCost(10n ** 9n, 60n), 30],
    ['product of 664 bits', arithmetic.intMultiplyCost(bits(664), 3n), 125],
    ['product of 665 bits', arithmetic.intMultiplyCost(bits(665), 3n), 69],
    ['2^10', arithmetic.powCost(2n, 10n), 6 * 36],
    ['power of 0', arithmetic.powCost(2n, 0n), 0],
    ['power of 2^39', arithmetic.powCost(2n, bits(40)), 78 * (2 * 741_456) ** 2],
    ['power of 2^55', arithmetic.powCost(2n, bits(56)), 110n * (2n * 189_812_532n) ** 2n],
    ['power of a long integer', arithmetic.powCost(2n, bits(300)), maxMilliGas],
    ['no shift', arithmetic.shiftCost(5n, 0n), 0],
    ['right shift', arithmetic.shiftCost(5n, -3n), 0],
    ['left shift', arithmetic.shiftCost(1n, 10n), 216 + 27],
    ['shift of a long integer', arithmetic.shiftCost(bits(1000), 1n), 0 + 176],
    ['shift too far', arithmetic.shiftCost(1n, 2n ** 200n), maxMilliGas],
    ['exp 1', arithmetic.expCost(1n), 0],
    ['exp 10', arithmetic.expCost(10n), 6 * 89],
    ['exp of many digits', arithmetic.expCost(10n ** 40n), maxMilliGas],
    ['ln 1', arithmetic.lnCost(1n), 0],
    ['ln 2', arithmetic.lnCost(2n), 0],
    ['ln 4', arithmetic.lnCost(4n), 3 * 2 * 1],
    ['ln -4', arithmetic.lnCost(-4n), 6],
    ['ln of a long integer', arithmetic.lnCost(bits(1000)), 1000 * 48 * 2],
    ['log', arithmetic.logCost(4n, bits(1000)), 96_006],
    ['sqrt 0', arithmetic.sqrtCost(0n), 0],
    ['sqrt 4', arithmetic.sqrtCost(4n), 3 * 2 * 1],
    ['sqrt of a long integer', arithmetic.sqrtCost(bits(1000)), 1000 * 7 * 2],
    ['comparison', arithmetic.intComparisonCost(table, 1n, 2n), 164],
    ['comparison of long integers', arithmetic.intComparisonCost(table, 1n, bits(70)), 170],
    ['comparison of decimals', arithmetic.decimalComparisonCost(table, 15n, 2n), 26 + 164],
  ])('%s', (_, cost, expected) => {
    expect(cost).toBe(expected);
  });

  it('rounds a power of five halves as a double, then up', () => {
    // 41 bits: 2 * 2^20 = 2^21; its power of 5/2 is 2^52 * 1.414..., of which doubles keep no
    // fraction
    expect(arithmetic.expCost(bits(41))).toBe(80n * 6_369_051_672_525_773n);
    // 30 bits: 2 * ceil(2^14.5) = 46342; its power of 5/2 is 462313879767.81...
    expect(arithmetic.expCost(bits(30))).toBe(58 * 462_313_879_768);
  });
});

describe('texts, lists and objects', () => {
  it.each<Row>([
    ['concatenation', data.concatCost(table, 5), 500],
    ['join', data.joinCost(table, 10, 3), 1120],
    ['take from the end', data.takeFromEndCost(table, -3n), 300],
    ['take from far beyond the end', data.takeFromEndCost(table, -(10n ** 18n)), maxMilliGas],
    ['take wraps around', data.takeFromEndCost(table, -(2n ** 64n) - 2n), 200],
    ['take wraps to negative', data.takeFromEndCost(table, -(2n ** 63n)), 0],
    ['length', data.textLengthCost(250), 3],
    ['parse', data.parseCost(4), 21],
    ['number in a string', data.readNumberCost(4), 81],
    ['explode', data.explodeCost(4), 401],
    ['parse time', data.parseTimeCost(5, 7), 6 + 70 + 1],
    ['format time', data.formatTimeCost(5), 101],
    ['lookup', data.lookupCost(4, 2), 8],
    ['lookup in nothing', data.lookupCost(4, 0), 4],
    ['remove', data.removeCost(3, 5), 150],
    ['text comparison', data.textComparisonCost(table, 7), 107],
    ['items', data.itemsComparisonCost(table, 3), 300],
    ['substring', data.substringSearchCost(table, 2, 9), 111],
    ['field', data.fieldSearchCost(table, 4), 104],
    ['sort', data.sortCost(table, 12, 100), 120],
    ['sort of a long list', data.sortCost(table, 2 ** 30, 2 ** 30), maxMilliGas / 1000n],
    ['list of', data.makeListCost(10n, 12), 120],
    ['list of a negative length', data.makeListCost(-5n, 12), 0],
    ['list without end', data.makeListCost(10n ** 30n, 12), maxMilliGas],
    ['capabilities', data.requireCapabilityCost(3), 300],
    ['application', data.applyCost(table, 2), 100],
    ['application, free model', data.applyCost(freeConstants, 2), 52],
    ['hash', data.hashCost(table, 27), 2700],
    ['write', data.writeCost(table, 44), 8800],
    ['read', data.readCost(table, 44), 4400],
    ['desugar', data.desugarCost(table, 260), 104_000],
    ['module load', data.moduleLoadCost(table, 1199), 15],
    ['merge', data.mergeDependenciesCost(3, 4), 120],
  ])('%s', (_, cost, expected) => {
    expect(cost).toBe(expected);
  });
});

describe('curves and hashes', () => {
  it.each<Row>([
    ['no pairing', crypto.pairingCost(0), 100_000],
    ['pairing', crypto.pairingCost(2), 19_120],
    ['point addition', crypto.pointAddCost('g1') + crypto.pointAddCost('g2'), 35_000],
    ['multiplication', crypto.scalarMultCost('g1') + crypto.scalarMultCost('g2'), 1_810_000],
    ['poseidon', crypto.poseidonCost(table, 2), 276_000],
    ['keccak', crypto.keccakCost(table, 101, 2), 292 + 4240],
    ['keccak of nothing', crypto.keccakCost(table, 0, 0), 0],
    ['hyperlane', crypto.hyperlaneCost(43), 43],
  ])('%s', (_, cost, expected) => {
    expect(cost).toBe(expected);
  });
});

describe('flat costs', () => {
  it.each([
    ['+', 100],
    ['enumerate-step', 100],
    ['read-msg-default', 200],
    ['~', 250],
    ['is-charset', 500],
    ['hash-keccak256', 1_000],
    ['exp', 2_000],
    ['read-with-fields', 2_500],
    ['define-read-keyset', 5_000],
    ['enforce-verifier', 10_000],
    ['acquire-module-admin', 20_000],
    ['update', 25_000],
    ['verify-spv', 100_000],
    ['hash-poseidon', 124_000],
    ['create-table', 250_000],
    ['select-with-fields', 40_000_000],
    ['txlog', 100],
    ['expect', 0],
    ['constructor', 0],
  ])('%s %i', (name, cost) => {
    expect(nativeCost(name)).toBe(cost);
  });

  it('every native has one, none of the REPL has', () => {
    expect(coreBuiltins.filter((name) => nativeCost(name) === 0)).toEqual([]);
    expect(replBuiltins.filter((name) => nativeCost(name) !== 0)).toEqual([]);
  });
});
