import { bn254 } from '@noble/curves/bn254.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addG1,
  addG2,
  groupOrder,
  multiplyG1,
  multiplyG2,
  pairingCheck,
  type G1Point,
  type G2Point,
  type PairingClaim,
  type PointResult,
} from '../../../../src/base/crypto/bn254.ts';
import {
  prime,
  addAffine,
  multiplyAffine,
  type FinitePoint,
  type TwistPoint,
} from '../../../../src/base/crypto/bn254-twist.ts';
import { pairingProduct } from '../../../../src/base/crypto/bn254-pairing.ts';
import { referenceTest } from './vectors.ts';

const base1: G1Point = { x: 1n, y: 2n };
const base2: G2Point = {
  x: [
    10857046999023057135944570762232829481370756359578518086990519993285655852781n,
    11559732032986387107991004021392285783925812861821192530917403151452391805634n,
  ],
  y: [
    8495653923123431417604973247489272438418190587263600148770280649306958101930n,
    4082367875863433681332203403145435568316851327593401208105741076214120093531n,
  ],
};
const infinity1: G1Point = { x: 0n, y: 0n };
const infinity2: G2Point = { x: [0n], y: [0n] };

function point<P>(result: PointResult<P>): P {
  if (result.kind !== 'point') throw new Error(result.kind);
  return result.point;
}
const times1 = (k: bigint, p = base1): G1Point => point(multiplyG1(p, k));
const times2 = (k: bigint, p = base2): G2Point => point(multiplyG2(p, k));
const verdict = (g1: readonly G1Point[], g2: readonly G2Point[], checkSubgroup = true): unknown => {
  const result = pairingCheck({ g1, g2, checkSubgroup } satisfies PairingClaim);
  return result.kind === 'verdict' ? result.holds : result.kind;
};
/** A point of the twist with a small x: almost certainly outside the subgroup. */
const outside: G2Point = smallPoint();

test('twice the base of G1, as EIP-196 has it', () => {
  expect(addG1(base1, base1)).toEqual({
    kind: 'point',
    point: {
      x: 1368015179489954701390400359078579693043519447331113978918064868415326638035n,
      y: 9918110051302171585080402603319702774565515993150576347155970296011118125764n,
    },
  });
});

test('the laws of both groups', () => {
  expect(times1(groupOrder)).toEqual(infinity1);
  expect(times2(groupOrder)).toEqual(infinity2);
  expect(times1(0n)).toEqual(infinity1);
  expect(times2(0n)).toEqual(infinity2);
  expect(times1(-1n)).toEqual({ x: 1n, y: prime - 2n });
  expect(point(addG1(base1, times1(-1n)))).toEqual(infinity1);
  expect(point(addG2(base2, times2(-1n)))).toEqual(infinity2);
  expect(times1(3n + 5n * groupOrder)).toEqual(point(addG1(times1(2n), base1)));
  expect(times2(3n - 5n * groupOrder)).toEqual(point(addG2(times2(2n), base2)));
  expect(point(addG1(infinity1, base1))).toEqual(base1);
  expect(point(addG2(base2, infinity2))).toEqual(base2);
  expect(times1(7n, infinity1)).toEqual(infinity1);
  expect(times2(7n, infinity2)).toEqual(infinity2);
});

test('coordinates are reduced modulo the prime, and all zeros are infinity', () => {
  expect(times1(1n, { x: 1n - prime, y: 2n + 3n * prime })).toEqual(base1);
  expect(times1(1n, { x: -prime, y: prime })).toEqual(infinity1);
  const shifted = { x: base2.x.map((c) => c - prime), y: base2.y.map((c) => c + prime) };
  expect(times2(1n, shifted)).toEqual(base2);
  expect(point(addG2({ x: [], y: [0n, prime, 0n] }, base2))).toEqual(base2);
  expect(times2(1n, { x: [0n, 0n, 0n], y: [] })).toEqual(infinity2);
});

test.each([
  ['addG1', addG1(base1, { x: 1n, y: 3n })],
  ['addG1', addG1({ x: 0n, y: 1n }, base1)],
  ['multiplyG1', multiplyG1({ x: 1n, y: 3n }, 0n)],
  ['addG2', addG2({ x: base2.y, y: base2.x }, base2)],
  ['addG2', addG2(infinity2, { x: [1n], y: [2n] })],
  ['multiplyG2', multiplyG2({ x: base2.x, y: [] }, 1n)],
  ['pairingCheck', pairingCheck({ g1: [{ x: 1n, y: 1n }], g2: [], checkSubgroup: true })],
  ['pairingCheck', pairingCheck({ g1: [], g2: [{ x: [1n], y: [1n] }], checkSubgroup: false })],
  ['pairingCheck', pairingCheck({ g1: [], g2: [outside], checkSubgroup: true })],
])('%s off the curve', (_, result) => {
  expect(result).toEqual({ kind: 'not-on-curve' });
});

test('points outside the subgroup are added and multiplied, by the reduced scalar', () => {
  const twice = point(addG2(outside, outside));
  expect(times2(2n, outside)).toEqual(twice);
  expect(times2(groupOrder + 2n, outside)).toEqual(twice);
  // Not infinity, because the point has a different order.
  expect(point(addG2(times2(-1n, outside), outside))).not.toEqual(infinity2);
});

test('the fast group law equals the stepwise one, in the subgroup and outside', () => {
  const scalar = fc.bigInt({ min: 0n, max: groupOrder - 1n });
  fc.assert(
    fc.property(scalar, scalar, fc.boolean(), (k, l, inSubgroup) => {
      const start = inSubgroup ? base2 : outside;
      const [p, q] = [times2(k, start), times2(l, start)];
      expect(p).toEqual(asG2(multiplyAffine(start, k)));
      expect(point(addG2(p, q))).toEqual(asG2(addAffine(asTwist(p), asTwist(q))));
    }),
    {
      numRuns: 16,
      examples: [false, true].flatMap((inSubgroup): [bigint, bigint, boolean][] => [
        [0n, 0n, inSubgroup],
        [0n, 5n, inSubgroup],
        [5n, 5n, inSubgroup],
        [5n, groupOrder - 5n, inSubgroup],
      ]),
    },
  );
});

const asG2 = (p: ReturnType<typeof addAffine>): unknown => (p === 'infinity' ? infinity2 : p);
const asTwist = (p: G2Point): TwistPoint => (isZero(p) ? 'infinity' : p);
const isZero = ({ x, y }: G2Point): boolean => [...x, ...y].every((part) => part === 0n);

test.each([
  ['no pairs', [], [], true],
  ['e(P, Q)', [base1], [base2], false],
  ['infinity in G1', [infinity1], [base2], true],
  ['infinity in G2', [base1], [infinity2], true],
  ['e(P, Q) e(-P, Q)', [base1, times1(-1n)], [base2, base2], true],
  ['e(P, Q) e(P, -Q)', [base1, base1], [base2, times2(-1n)], true],
  ['e(37P, 27Q) e(-999P, Q)', [times1(37n), times1(-999n)], [times2(27n), base2], true],
  ['e(37P, 27Q) e(-998P, Q)', [times1(37n), times1(-998n)], [times2(27n), base2], false],
  ['more in G1', [infinity1, base1], [base2], true],
  ['more in G2', [infinity1], [base2, base2], true],
] as const)('the product %s', (_, g1, g2, holds) => {
  expect(verdict(g1, g2, true)).toBe(holds);
  expect(verdict(g1, g2, false)).toBe(holds);
});

test('many pairs', () => {
  const g1 = Array.from({ length: 40 }, (_, i) => times1(BigInt(i % 2 === 0 ? i + 1 : -i)));
  const g2 = Array.from({ length: 40 }, () => base2);
  expect(verdict(g1, g2)).toBe(true);
  expect(verdict(g1.slice(0, 39), g2)).toBe(false);
});

test('before release 5.4 points outside the subgroup are paired, bilinear or not', () => {
  const opposite = times2(-1n, outside);
  expect(verdict([base1, times1(-1n)], [outside, outside], false)).toBe(true);
  expect(verdict([base1], [outside], false)).toBe(false);
  expect(verdict([base1, base1], [outside, opposite], true)).toBe('not-on-curve');
});

test('the stepwise pairing equals the fast one in the subgroup', () => {
  const scalar = fc.bigInt({ min: 1n, max: groupOrder - 1n });
  fc.assert(
    fc.property(scalar, scalar, fc.boolean(), (k, l, balanced) => {
      const third = times1(balanced ? -k * l : 1n - k * l);
      const pairs = [
        { g1: times1(k), g2: times2(l) },
        { g1: third, g2: base2 },
      ];
      expect(pairingProduct(pairs, { inSubgroup: true })).toBe(balanced);
      expect(pairingProduct(pairs, { inSubgroup: false })).toBe(balanced);
    }),
    { numRuns: 5 },
  );
});

/** The same coordinate in unreduced form: plus c(1 + u^2). */
const padded = ([a = 0n, b = 0n]: readonly bigint[], c = 1n): bigint[] => [a + c, b, c];

test('unreduced coordinates are not reduced, as in the reference', () => {
  const unreduced = { x: padded(base2.x), y: base2.y };
  // Adding it to infinity or multiplying by one returns the point unchanged.
  expect(point(addG2(infinity2, unreduced))).toEqual(unreduced);
  expect(times2(1n, unreduced)).toEqual(unreduced);
  // Its double has twice the excess, with the opposite sign.
  const double = times2(2n, base2);
  expect(times2(2n, unreduced).x).toEqual(padded(double.x, prime - 2n).map((c) => c % prime));
  // Two forms of one point are neither equal nor opposite, so the slope divides by zero.
  expect(addG2(unreduced, base2)).toEqual({ kind: 'not-invertible' });
  expect(addG2({ x: padded(base2.x), y: base2.x }, base2)).toEqual({ kind: 'not-on-curve' });
  // An excess in y alone does not affect the subgroup check; an excess in x does.
  const onlyY = { x: base2.x, y: padded(base2.y) };
  expect(verdict([base1, times1(-1n)], [onlyY, base2])).toBe(true);
  expect(verdict([base1, times1(-1n)], [unreduced, base2])).toBe('not-invertible');
  expect(verdict([base1, times1(-1n)], [unreduced, base2], false)).toBe(true);
});

test('a point of small order runs through infinity in the stepwise loop', () => {
  const small = smallOrderPoint();
  // The reference's loop has its own value here; the test is that every step has a result.
  expect(pairingProduct([{ g1: base1, g2: small }], { inSubgroup: false })).toBe(false);
  expect(verdict([base1], [small])).toBe('not-on-curve');
});

referenceTest('pact-tests/pact-tests/pairing.repl', 'its proof and its attack', (source) => {
  const between = (start: string, end: string): string =>
    source.slice(source.indexOf(start), source.indexOf(end));
  const key = between('defconst verifying-key', 'defun negate-point-g1');
  const proof = between('"Pairing function check', '(verify-proof proof inp)');
  const attack = between('defun pairing-attack', '(pairing-check [goodG1');

  const [alfa1, ...sums] = pointsOfG1(key);
  const [beta2, gamma2, delta2] = pointsOfG2(key);
  const [proofA, proofC] = pointsOfG1(proof);
  const [proofB] = pointsOfG2(proof);
  const inputs = integers(/\(inp \[(.*?)\]\)/s.exec(proof)![1]!);
  expect([sums.length, inputs.length]).toEqual([20, 19]);
  const sum = inputs
    .map((k, i) => times1(k, sums[i + 1]))
    .reduce((p, q) => point(addG1(p, q)), sums[0]!);
  const g2 = [proofB!, beta2!, gamma2!, delta2!];
  expect(verdict([times1(-1n, proofA), alfa1!, sum, proofC!], g2)).toBe(true);
  expect(verdict([times1(-2n, proofA), alfa1!, sum, proofC!], g2)).toBe(false);

  const [badG2, , negBadG2] = pointsOfG2(attack);
  expect(verdict([base1, base1], [badG2!, negBadG2!], false)).toBe(true);
  expect(verdict([base1, base1], [badG2!, negBadG2!], true)).toBe('not-on-curve');
});

function pointsOfG1(text: string): G1Point[] {
  return [...text.matchAll(/'x:\s*(\d+)\s*,\s*'y:\s*(\d+)/g)].map(([, x, y]) => ({
    x: BigInt(x!),
    y: BigInt(y!),
  }));
}

function pointsOfG2(text: string): G2Point[] {
  const found = text.matchAll(/['"]x"?:\s*\[([^\]]*)\]\s*,\s*['"]y"?:\s*\[([^\]]*)\]/g);
  return [...found].map(([, x, y]) => ({ x: integers(x!), y: integers(y!) }));
}

function integers(text: string): bigint[] {
  return (text.match(/\d+/g) ?? []).map(BigInt);
}

function smallPoint(): FinitePoint {
  const { Fp2 } = bn254.fields;
  const b = Fp2.div({ c0: 3n, c1: 0n }, Fp2.create({ c0: 9n, c1: 1n }));
  for (let x = 1n; ; x++) {
    try {
      const y = Fp2.sqrt(Fp2.add({ c0: x * x * x, c1: 0n }, b));
      return { x: [x], y: [y.c0, y.c1] };
    } catch {
      // There is no such point: try the next x.
    }
  }
}

/** Returns a point of order 10069 times a factor of the rest of the cofactor, which is multiplied away. */
function smallOrderPoint(): FinitePoint {
  const cofactor = 2n * prime - groupOrder;
  expect(cofactor % 10069n).toBe(0n);
  const inCofactor = multiplyAffine(smallPoint(), groupOrder);
  if (typeof inCofactor === 'string') throw new Error(inCofactor);
  const small = multiplyAffine(inCofactor, cofactor / 10069n);
  if (typeof small === 'string') throw new Error(small);
  expect(multiplyAffine(small, 10069n)).toBe('infinity');
  return small;
}
