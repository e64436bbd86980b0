import { describe, expect, it } from 'vitest';
import { bitLength, wordBitLength } from '../../../../src/lang/gas/integer-bits.ts';
import { maxMilliGas, type MilliGas } from '../../../../src/lang/gas/milligas.ts';
import { newestGasSchedule } from '../../../../src/lang/gas/releases/index.ts';
import { coreBuiltins, replBuiltins } from '../../../../src/lang/core/encoding/builtin-index.ts';

type Row = readonly [string, MilliGas, MilliGas];
const { costs, freeCosts, flatCosts } = newestGasSchedule;
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
    ['small sum', costs.intAdd(1n, 2n), 30],
    ['sum of 664 bits', costs.intAdd(bits(664), 0n), 30],
    ['sum of 665 bits', costs.intAdd(bits(665), 0n), 69],
    ['the larger by value counts', costs.intAdd(-bits(5000), 1n), 30],
    ['both negative', costs.intAdd(-bits(5000), -bits(6000)), 3906],
    ['product', costs.intMultiply(10n ** 9n, 60n), 30],
    ['product of 664 bits', costs.intMultiply(bits(664), 3n), 125],
    ['product of 665 bits', costs.intMultiply(bits(665), 3n), 69],
    ['2^10', costs.pow(2n, 10n), 6 * 36],
    ['power of 0', costs.pow(2n, 0n), 0],
    ['power of 2^39', costs.pow(2n, bits(40)), 78 * (2 * 741_456) ** 2],
    ['power of 2^55', costs.pow(2n, bits(56)), 110n * (2n * 189_812_532n) ** 2n],
    ['power of a long integer', costs.pow(2n, bits(300)), maxMilliGas],
    ['no shift', costs.shift(5n, 0n), 0],
    ['right shift', costs.shift(5n, -3n), 0],
    ['left shift', costs.shift(1n, 10n), 216 + 27],
    ['shift of a long integer', costs.shift(bits(1000), 1n), 0 + 176],
    ['shift too far', costs.shift(1n, 2n ** 200n), maxMilliGas],
    ['exp 1', costs.exp(1n), 0],
    ['exp 10', costs.exp(10n), 6 * 89],
    ['exp of many digits', costs.exp(10n ** 40n), maxMilliGas],
    ['ln 1', costs.ln(1n), 0],
    ['ln 2', costs.ln(2n), 0],
    ['ln 4', costs.ln(4n), 3 * 2 * 1],
    ['ln -4', costs.ln(-4n), 6],
    ['ln of a long integer', costs.ln(bits(1000)), 1000 * 48 * 2],
    ['log', costs.log(4n, bits(1000)), 96_006],
    ['sqrt 0', costs.sqrt(0n), 0],
    ['sqrt 4', costs.sqrt(4n), 3 * 2 * 1],
    ['sqrt of a long integer', costs.sqrt(bits(1000)), 1000 * 7 * 2],
    ['comparison', costs.intComparison(1n, 2n), 164],
    ['comparison of long integers', costs.intComparison(1n, bits(70)), 170],
    ['comparison of decimals', costs.decimalComparison(15n, 2n), 26 + 164],
  ])('%s', (_, cost, expected) => {
    expect(cost).toBe(expected);
  });

  it('rounds a power of five halves as a double, then up', () => {
    // 41 bits: 2 * 2^20 = 2^21; its power of 5/2 is 2^52 * 1.414..., whose fraction a double cannot hold
    expect(costs.exp(bits(41))).toBe(80n * 6_369_051_672_525_773n);
    // 40 bits: the exact root is 2677863581536654.2..., which is not a double
    expect(costs.exp(bits(40))).toBe(78n * 2_677_863_581_536_654n);
    // 30 bits: 2 * ceil(2^14.5) = 46342; its power of 5/2 is 462313879767.81...
    expect(costs.exp(bits(30))).toBe(58 * 462_313_879_768);
  });
});

describe('texts, lists and objects', () => {
  it.each<Row>([
    ['concatenation', costs.concat(5), 500],
    ['join', costs.join(10, 3), 1120],
    ['take from the end', costs.takeFromEnd(-3n), 300],
    ['take from far beyond the end', costs.takeFromEnd(-(10n ** 18n)), maxMilliGas],
    ['take wraps around', costs.takeFromEnd(-(2n ** 64n) - 2n), 200],
    ['take wraps to negative', costs.takeFromEnd(-(2n ** 63n)), 0],
    ['length', costs.textLength(250), 3],
    ['parse', costs.parse(4), 21],
    ['number in a string', costs.readNumber(4), 81],
    ['explode', costs.explode(4), 401],
    ['parse time', costs.parseTime(5, 7), 6 + 70 + 1],
    ['format time', costs.formatTime(5), 101],
    ['lookup', costs.lookup(4, 2), 8],
    ['lookup in nothing', costs.lookup(4, 0), 4],
    ['remove', costs.remove(3, 5), 150],
    ['text comparison', costs.textComparison(7), 107],
    ['items', costs.itemsComparison(3), 300],
    ['substring', costs.substringSearch(2, 9), 111],
    ['field', costs.fieldSearch(4), 104],
    ['sort', costs.sort(12, 100), 120],
    ['sort of a long list', costs.sort(2 ** 30, 2 ** 30), maxMilliGas / 1000n],
    ['list of', costs.makeList(10n, 12), 120],
    ['list of a negative length', costs.makeList(-5n, 12), 0],
    ['list without end', costs.makeList(10n ** 30n, 12), maxMilliGas],
    ['capabilities', costs.requireCapability(3), 300],
    ['application', costs.apply(2), 100],
    ['application, free model', freeCosts.apply(2), 52],
    ['hash', costs.hash(27), 2700],
    ['write', costs.write(44), 8800],
    ['read', costs.read(44), 4400],
    ['desugar', costs.desugar(260), 104_000],
    ['module load', costs.moduleLoad(1199), 15],
    ['merge', costs.mergeDependencies(3, 4), 120],
  ])('%s', (_, cost, expected) => {
    expect(cost).toBe(expected);
  });
});

describe('curves and hashes', () => {
  it.each<Row>([
    ['no pairing', costs.pairing(0), 100_000],
    ['pairing', costs.pairing(2), 19_120],
    ['point addition', costs.pointAdd('g1') + costs.pointAdd('g2'), 35_000],
    ['multiplication', costs.scalarMult('g1') + costs.scalarMult('g2'), 1_810_000],
    ['poseidon', costs.poseidon(2), 276_000],
    ['keccak', costs.keccak(101, 2), 292 + 4240],
    ['keccak of nothing', costs.keccak(0, 0), 0],
    ['hyperlane', costs.hyperlane(43), 43],
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
    expect(costs.builtin(name)).toBe(cost);
  });

  it('every builtin has one, none of the REPL has', () => {
    expect(coreBuiltins.filter((name) => !flatCosts.has(name))).toEqual([]);
    expect(replBuiltins.filter((name) => flatCosts.has(name))).toEqual([]);
  });
});
