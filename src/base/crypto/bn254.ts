// The pairing-friendly curve BN254 (alt_bn128, EIP-196 and EIP-197) as used by the builtins
// `point-add`, `scalar-mult` and `pairing-check` in the reference (`Crypto/Pairing.hs`, and `toG1` ..
// `zkPointAddition` of `CoreBuiltin.hs`). Coordinates are integers; input may be any integer, taken
// modulo the prime of the field.

import { bn254 } from '@noble/curves/bn254.js';
import { countSteps, stepsBetweenQuestions } from '../interruption.ts';
import {
  addAffine,
  infinity,
  isOnTwist,
  multiplyAffine,
  type AffineResult,
  type TwistPoint,
  polynomial,
  prime,
  reduceModulo,
  type Polynomial,
} from './bn254-twist.ts';
import { pairingProduct, type PointPair } from './bn254-pairing.ts';

/** A point of y^2 = x^3 + 3; infinity is x = y = 0. */
export type G1Point = { readonly x: bigint; readonly y: bigint };

/**
 * A point of the twist, y^2 = x^3 + 3/(9+u). A coordinate a + bu is the list [a, b]; it may be
 * shorter (without trailing zeros; `[]` is 0) or longer (powers of u, not reduced). Infinity is [0],
 * [0]; any zeros are accepted as infinity.
 */
export type G2Point = { readonly x: readonly bigint[]; readonly y: readonly bigint[] };

export type CurveFailure =
  /** The reference's PointNotOnCurve. */
  | { readonly kind: 'not-on-curve' }
  /**
   * The reference fails with a Haskell exception, `Division by zero: Extension`. This is possible only
   * for coordinates with more than two elements.
   */
  | { readonly kind: 'not-invertible' };
export type PointResult<Point> = { readonly kind: 'point'; readonly point: Point } | CurveFailure;
export type PairingResult = { readonly kind: 'verdict'; readonly holds: boolean } | CurveFailure;

/** The order of both groups; `scalar-mult` takes its scalar modulo it. */
export const groupOrder = bn254.fields.Fr.ORDER;

const notOnCurve: CurveFailure = { kind: 'not-on-curve' };
const notInvertible: CurveFailure = { kind: 'not-invertible' };
type NobleG1 = InstanceType<typeof bn254.G1.Point>;
type NobleG2 = InstanceType<typeof bn254.G2.Point>;

export function addG1(left: G1Point, right: G1Point): PointResult<G1Point> {
  const [p, q] = [readG1(left), readG1(right)];
  return p === undefined || q === undefined ? notOnCurve : writeG1(p.add(q));
}

/** `scalar` may be any integer. */
export function multiplyG1(point: G1Point, scalar: bigint): PointResult<G1Point> {
  const p = readG1(point);
  return p === undefined ? notOnCurve : writeG1(p.multiplyUnsafe(reduceModulo(scalar, groupOrder)));
}

/** As in the reference, the points need not be in the subgroup of prime order. */
export function addG2(left: G2Point, right: G2Point): PointResult<G2Point> {
  const [p, q] = [readG2(left), readG2(right)];
  if (!isOnTwist(p) || !isOnTwist(q)) return notOnCurve;
  return isReduced(p) && isReduced(q)
    ? writeG2(toNoble(p).add(toNoble(q)))
    : writeAffine(addAffine(p, q));
}

/** `scalar` may be any integer; it is reduced even if the point has another order. */
export function multiplyG2(point: G2Point, scalar: bigint): PointResult<G2Point> {
  const p = readG2(point);
  const factor = reduceModulo(scalar, groupOrder);
  if (!isOnTwist(p)) return notOnCurve;
  return isReduced(p)
    ? writeG2(toNoble(p).multiplyUnsafe(factor))
    : writeAffine(multiplyAffine(p, factor));
}

export type PairingClaim = {
  readonly g1: readonly G1Point[];
  readonly g2: readonly G2Point[];
  /** Whether a point of `g2` outside the subgroup counts as off the curve: since release 5.4. */
  readonly checkSubgroup: boolean;
};

/**
 * Returns whether the product of the pairings e(g1[i], g2[i]) is one. All points are checked, those of g1
 * first; extra points of the longer list are ignored, pairs with infinity count as one.
 */
export function pairingCheck({ g1, g2, checkSubgroup }: PairingClaim): PairingResult {
  const left = g1.map(readG1);
  const right: TwistPoint[] = [];
  if (left.includes(undefined)) return notOnCurve;
  for (const point of g2) {
    countSteps(stepsBetweenQuestions);
    const p = readG2(point);
    if (!isOnTwist(p)) return notOnCurve;
    const failure = checkSubgroup ? subgroupFailure(p) : undefined;
    if (failure !== undefined) return failure;
    right.push(p);
  }
  const pairs: PointPair[] = [];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [p, q] = [left[i] as NobleG1, right[i] as TwistPoint];
    if (!p.is0() && q !== infinity) pairs.push({ g1: p.toAffine(), g2: q });
  }
  const holds = pairingProduct(pairs, { inSubgroup: checkSubgroup });
  return holds === 'not-invertible' ? notInvertible : { kind: 'verdict', holds };
}

function subgroupFailure(point: TwistPoint): CurveFailure | undefined {
  if (isReduced(point)) return toNoble(point).isTorsionFree() ? undefined : notOnCurve;
  const product = multiplyAffine(point, groupOrder);
  if (product === 'not-invertible') return notInvertible;
  return product === infinity ? undefined : notOnCurve;
}

/** Returns `undefined` if the point is not on the curve. */
function readG1(point: G1Point): NobleG1 | undefined {
  const [x, y] = [reduceModulo(point.x, prime), reduceModulo(point.y, prime)];
  if (x === 0n && y === 0n) return bn254.G1.Point.ZERO;
  if ((y * y - x * x * x - 3n) % prime !== 0n) return undefined;
  return bn254.G1.Point.fromAffine({ x, y });
}

function writeG1(point: NobleG1): PointResult<G1Point> {
  return { kind: 'point', point: point.is0() ? { x: 0n, y: 0n } : point.toAffine() };
}

function readG2(point: G2Point): TwistPoint {
  const [x, y] = [polynomial(point.x), polynomial(point.y)];
  return x.length === 0 && y.length === 0 ? infinity : { x, y };
}

/** Points with longer coordinates keep the extra coefficients in the group law: see `bn254-twist.ts`. */
function isReduced(point: TwistPoint): boolean {
  return point === infinity || (point.x.length <= 2 && point.y.length <= 2);
}

function toNoble(point: TwistPoint): NobleG2 {
  if (point === infinity) return bn254.G2.Point.ZERO;
  const element = ([c0 = 0n, c1 = 0n]: Polynomial) => ({ c0, c1 });
  return bn254.G2.Point.fromAffine({ x: element(point.x), y: element(point.y) });
}

function writeG2(point: NobleG2): PointResult<G2Point> {
  if (point.is0()) return writeAffine(infinity);
  const { x, y } = point.toAffine();
  return writeAffine({ x: polynomial([x.c0, x.c1]), y: polynomial([y.c0, y.c1]) });
}

function writeAffine(result: AffineResult): PointResult<G2Point> {
  if (result === 'not-invertible') return notInvertible;
  return { kind: 'point', point: result === infinity ? { x: [0n], y: [0n] } : result };
}
