// The optimal ate pairing of BN254. In the subgroup of prime order its value is defined
// mathematically, and the library computes it. Before release 5.4 the reference also paired points of
// the twist outside that subgroup, where the value depends on the algorithm: then this code follows the
// reference's Miller loop step by step.

import { bn254 } from '@noble/curves/bn254.js';
import { countSteps, stepsBetweenQuestions } from '../interruption.ts';
import {
  add,
  areEqual,
  frobenius,
  multiply,
  negate,
  reduced,
  subtract,
  divide,
  type Polynomial,
  infinity,
  meet,
  tangent,
  type FinitePoint,
  type TwistPoint,
} from './bn254-twist.ts';

type G1Affine = { readonly x: bigint; readonly y: bigint };
export type PointPair = { readonly g1: G1Affine; readonly g2: FinitePoint };

const { Fp, Fp2, Fp6, Fp12 } = bn254.fields;
type Fp12 = typeof Fp12.ONE;

/**
 * Returns whether the product of the pairings is one. No point may be infinity, and all must be on their
 * curves; `inSubgroup` states that the points of g2 are also in the subgroup. `not-invertible` is
 * possible only without it.
 */
export function pairingProduct(
  pairs: readonly PointPair[],
  { inSubgroup }: { readonly inSubgroup: boolean },
): boolean | 'not-invertible' {
  const product = inSubgroup ? fastProduct(pairs) : stepwiseProduct(pairs);
  if (product === 'not-invertible' || Fp12.is0(product)) return 'not-invertible';
  return Fp12.eql(Fp12.finalExponentiate(product), Fp12.ONE);
}

/** The number of pairs whose lines are prepared together; limits the memory for any number of pairs. */
const batchSize = 16;

function fastProduct(pairs: readonly PointPair[]): Fp12 {
  let product = Fp12.ONE;
  for (let start = 0; start < pairs.length; start += batchSize) {
    countSteps(stepsBetweenQuestions);
    const batch = pairs.slice(start, start + batchSize).map(({ g1, g2 }) => {
      const point = bn254.G2.Point.fromAffine({ x: element(g2.x), y: element(g2.y) });
      const lines = bn254.utils.calcPairingPrecomputes(point);
      return [lines, g1.x, g1.y] satisfies [typeof lines, bigint, bigint];
    });
    product = Fp12.mul(product, bn254.millerLoopBatch(batch));
  }
  return product;
}

function stepwiseProduct(pairs: readonly PointPair[]): Fp12 | 'not-invertible' {
  let product = Fp12.ONE;
  for (const { g1, g2 } of pairs) {
    countSteps(stepsBetweenQuestions);
    const value = millerLoop(g1, g2);
    if (value === 'not-invertible') return value;
    product = Fp12.mul(product, value);
  }
  return product;
}

/** The signed digits of 6u + 2 below the highest, as in the reference. */
const loopDigits = '+0+00-0++000-00++00-00000+00-00+++0000-0+00-0++00+00-+00-0+0+000';

/** `millerLoop` of the reference, with a running point and a running product of lines. */
function millerLoop(p: G1Affine, q: FinitePoint): Fp12 | 'not-invertible' {
  const opposite = { x: q.x, y: negate(q.y) };
  const first = twistedFrobenius(q);
  const second = twistedFrobenius(first);
  let point: TwistPoint = q;
  let product = Fp12.ONE;
  /** The order of the two points matters only for unreduced coordinates. */
  const step = (left: TwistPoint, right: TwistPoint): boolean => {
    const next = lineStep(p, left, right);
    if (next === undefined) return false;
    point = next.point;
    product = Fp12.mul(product, next.line);
    return true;
  };

  for (const digit of loopDigits) {
    product = Fp12.sqr(product);
    if (!step(point, point)) return 'not-invertible';
    if (digit === '+' && !step(q, point)) return 'not-invertible';
    if (digit === '-' && !step(opposite, point)) return 'not-invertible';
  }
  const ended = step(point, first) && step(point, { x: second.x, y: negate(second.y) });
  return ended ? product : 'not-invertible';
}

/** Returns the sum of two points and the value at p of the line through them; `undefined` if there is no slope. */
function lineStep(
  p: G1Affine,
  left: TwistPoint,
  right: TwistPoint,
): { readonly point: TwistPoint; readonly line: Fp12 } | undefined {
  if (left === infinity || right === infinity) return { point: infinity, line: Fp12.ONE };
  const sameX = areEqual(left.x, right.x);
  if (sameX && add(left.y, right.y).length === 0) {
    return { point: infinity, line: sparse([p.x], negate(left.x), []) };
  }
  const slope = sameX
    ? tangent(left)
    : divide(subtract(right.y, left.y), subtract(right.x, left.x));
  if (slope === undefined) return undefined;
  const constant = subtract(left.y, multiply(slope, left.x));
  const line = sparse([Fp.neg(p.y)], multiply([p.x], slope), constant);
  return { point: meet(left, right, slope), line };
}

/** a + (b + cv)w. */
function sparse(a: Polynomial, b: Polynomial, c: Polynomial): Fp12 {
  return Fp12.create({
    c0: { ...Fp6.ZERO, c0: element(a) },
    c1: { ...Fp6.ZERO, c0: element(b), c1: element(c) },
  });
}

function element(value: Polynomial): { c0: bigint; c1: bigint } {
  const [c0, c1] = reduced(value);
  return { c0, c1 };
}

/** Raises the coordinates of the untwisted point to the p-th power. */
function twistedFrobenius({ x, y }: FinitePoint): FinitePoint {
  frobeniusFactors ??= [power((Fp.ORDER - 1n) / 3n), power((Fp.ORDER - 1n) / 2n)];
  const [forX, forY] = frobeniusFactors;
  return { x: multiply(frobenius(x), forX), y: multiply(frobenius(y), forY) };
}

let frobeniusFactors: readonly [Polynomial, Polynomial] | undefined;

/** A power of 9 + u. */
function power(exponent: bigint): Polynomial {
  const { c0, c1 } = Fp2.pow(Fp2.NONRESIDUE, exponent);
  return [c0, c1];
}
