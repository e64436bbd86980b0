// Elements of the quadratic field F(u), u^2 = -1, over the prime field of BN254, represented as in the
// reference (`Crypto/Pairing.hs`): polynomials in u that are reduced by products and quotients, but not
// by sums, differences, comparisons and input. So one element has many forms, and comparisons compare
// the forms.

export type Polynomial = readonly bigint[];

/** The prime of the field. */
export const prime = 21888242871839275222246405745257275088696311157297823662689037894645226208583n;

/** Returns the non-negative remainder. */
export function reduceModulo(value: bigint, modulus: bigint): bigint {
  const remainder = value % modulus;
  return remainder < 0n ? remainder + modulus : remainder;
}

/** From coefficients, lowest first: each modulo the prime, without zeros at the end. */
export function polynomial(coefficients: readonly bigint[]): Polynomial {
  const reduced = coefficients.map((coefficient) => reduceModulo(coefficient, prime));
  while (reduced.at(-1) === 0n) reduced.pop();
  return reduced;
}

export function areEqual(left: Polynomial, right: Polynomial): boolean {
  return left.length === right.length && left.every((coefficient, i) => coefficient === right[i]);
}

export function add(left: Polynomial, right: Polynomial): Polynomial {
  const length = Math.max(left.length, right.length);
  return polynomial(Array.from({ length }, (_, i) => (left[i] ?? 0n) + (right[i] ?? 0n)));
}

export function negate(element: Polynomial): Polynomial {
  return polynomial(element.map((coefficient) => -coefficient));
}

export function subtract(left: Polynomial, right: Polynomial): Polynomial {
  return add(left, negate(right));
}

export function multiply(left: Polynomial, right: Polynomial): Polynomial {
  const [a, b] = reduced(left);
  const [c, d] = reduced(right);
  return polynomial([a * c - b * d, a * d + b * c]);
}

/** Returns `undefined` if the divisor represents zero. */
export function divide(left: Polynomial, right: Polynomial): Polynomial | undefined {
  const [a, b] = reduced(right);
  const norm = (a * a + b * b) % prime;
  if (norm === 0n) return undefined;
  const inverse = invert(norm);
  return multiply(left, polynomial([a * inverse, -b * inverse]));
}

/** The p-th power, which in this field is the conjugate. */
export function frobenius(element: Polynomial): Polynomial {
  const [a, b] = reduced(element);
  return polynomial([a, -b]);
}

/** Returns a and b of the element a + bu that a polynomial represents. */
export function reduced(element: Polynomial): readonly [bigint, bigint] {
  if (element.length <= 2) return [element[0] ?? 0n, element[1] ?? 0n];
  let [even, odd] = [0n, 0n];
  for (let i = element.length - 1; i >= 0; i--) {
    if (i % 2 === 0) even = (element[i] as bigint) - even;
    else odd = (element[i] as bigint) - odd;
  }
  return [reduceModulo(even, prime), reduceModulo(odd, prime)];
}

/** Uses the extended Euclidean algorithm; `value` must not be zero. */
function invert(value: bigint): bigint {
  let [previous, current] = [prime, value];
  let [previousFactor, factor] = [0n, 1n];
  while (current !== 0n) {
    const quotient = previous / current;
    [previous, current] = [current, previous - quotient * current];
    [previousFactor, factor] = [factor, previousFactor - quotient * factor];
  }
  return previousFactor;
}

// The group law on the twist of BN254, step by step as in the reference (`double`, `add` and
// `multiply` of `Crypto/Pairing.hs`). Only points with unreduced coordinates need it, because the
// extra coefficients affect results and comparisons. All others use the fast group law of `bn254.ts`,
// which gives the same results.

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
