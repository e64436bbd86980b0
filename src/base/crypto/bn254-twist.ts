// The group law on the twist of BN254, step by step as in the reference (`double`, `add` and
// `multiply` of `Crypto/Pairing.hs`). Only points with unreduced coordinates need it, because the
// extra coefficients affect results and comparisons. All others use the fast group law of `bn254.ts`,
// which gives the same results.

import {
  add,
  areEqual,
  divide,
  multiply,
  polynomial,
  subtract,
  type Polynomial,
} from './bn254-field.ts';

export const infinity = 'infinity';
export type FinitePoint = { readonly x: Polynomial; readonly y: Polynomial };
export type TwistPoint = FinitePoint | typeof infinity;
/** `not-invertible`: computing a slope would divide by an unreduced form of zero. */
export type AffineResult = TwistPoint | 'not-invertible';

/** 3 / (9 + u). */
const coefficientB = divide([3n], [9n, 1n]) as Polynomial;
const three = polynomial([3n]);

/** Infinity counts as on the curve; the subgroup is not checked. */
export function isOnTwist(point: TwistPoint): boolean {
  if (point === infinity) return true;
  const { x, y } = point;
  return areEqual(subtract(multiply(y, y), multiply(multiply(x, x), x)), coefficientB);
}

export function addAffine(p: TwistPoint, q: TwistPoint): AffineResult {
  if (p === infinity) return q;
  if (q === infinity) return p;
  if (areEqual(p.x, q.x)) return areEqual(p.y, q.y) ? doubleAffine(p) : infinity;
  const slope = divide(subtract(q.y, p.y), subtract(q.x, p.x));
  return slope === undefined ? 'not-invertible' : meet(p, q, slope);
}

/** `scalar` must not be negative. */
export function multiplyAffine(point: TwistPoint, scalar: bigint): AffineResult {
  // The bits below the highest one, lowest first, with the corresponding doubled points.
  const summands: TwistPoint[] = [];
  let power: AffineResult = point;
  for (let left = scalar; left > 1n; left >>= 1n) {
    if (left % 2n === 1n) summands.push(power);
    power = doubleAffine(power);
    if (power === 'not-invertible') return power;
  }
  let sum: AffineResult = scalar === 0n ? infinity : power;
  for (let summand = summands.pop(); summand !== undefined; summand = summands.pop()) {
    sum = addAffine(sum, summand);
    if (sum === 'not-invertible') return sum;
  }
  return sum;
}

function doubleAffine(point: TwistPoint): AffineResult {
  if (point === infinity || point.y.length === 0) return infinity;
  const slope = tangent(point);
  return slope === undefined ? 'not-invertible' : meet(point, point, slope);
}

/** Returns the slope of the tangent; `undefined` if y represents zero. */
export function tangent({ x, y }: FinitePoint): Polynomial | undefined {
  return divide(multiply(three, multiply(x, x)), add(y, y));
}

/** Returns the sum of two points on a line with this slope. */
export function meet(p: FinitePoint, q: FinitePoint, slope: Polynomial): FinitePoint {
  const x = subtract(multiply(slope, slope), add(p.x, q.x));
  return { x, y: subtract(multiply(slope, subtract(p.x, x)), p.y) };
}
