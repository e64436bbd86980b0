// `point-add`, `scalar-mult` and `pairing-check`. Curve points are objects: {x, y} integers in g1, lists of integers in g2.
// Other fields are ignored.

import {
  type G1Point,
  type G2Point,
  type PointResult,
  addG1,
  addG2,
  multiplyG1,
  multiplyG2,
  pairingCheck,
} from '../../../base/crypto/bn254.ts';
import { gasLabels } from '../../gas/labels.ts';
import { charge } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { ListValue, ObjectValue, type PactValue } from '../../values/value.ts';
import { countSteps } from '../../../base/interruption.ts';
import type { CurveGroup } from '../../gas/releases/formulas/curves-and-hashes.ts';
import { maxCoordinateLength } from '../../state/limits.ts';

export const pointAdd = builtin({
  name: 'point-add',
  since: '4.6',
  builtins: { 'point-add': { number: 121, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Adds two points of a group of the curve BN254 (alt_bn128). Points of g1 are objects of integers ' +
    'x and y, points of g2 objects of lists of two integers; zeros represent infinity.',
  types: {
    'point-add': [
      "'g1 -> object{x: integer, y: integer} -> object{x: integer, y: integer} -> object{x: integer, y: integer}",
      "'g2 -> object{x: [integer], y: [integer]} -> object{x: [integer], y: [integer]} -> object{x: [integer], y: [integer]}",
    ],
  },
  overloads: [
    overload({
      internal: 'point-add',
      params: [
        param('group', 'string', '"g1" or "g2".'),
        param('left', 'object', 'A point.'),
        param('right', 'object', 'Another point of the group.'),
      ],
      returns: 'object',
      run(call, tag, left, right) {
        const group = groupOf(tag);
        if (group === undefined) return call.failArguments([tag, left, right]);
        const { costs } = call;
        if (costs !== undefined) charge(call, costs.pointAdd(group), gasLabels.pointAdd(group));
        if (group === 'g1') {
          const p = readG1(left) ?? call.failArguments([tag, left, right]);
          const q = readG1(right) ?? call.failArguments([tag, left, right]);
          return finishG1(call, addG1(p, q));
        }
        const p = readG2(call, left) ?? call.failArguments([tag, left, right]);
        const q = readG2(call, right) ?? call.failArguments([tag, left, right]);
        return finishG2(call, addG2(p, q));
      },
    }),
  ],
  examples: [
    {
      code: `(point-add 'g1 {'x: 1, 'y: 2} {'x: 0, 'y: 0})`,
      gives: '{"x": 1,"y": 2}',
    },
    {
      code: `(= (point-add 'g1 {'x: 1, 'y: 2} {'x: 1, 'y: 2}) (scalar-mult 'g1 {'x: 1, 'y: 2} 2))`,
      gives: 'true',
    },
    {
      code: `(point-add 'g1 {'x: 1, 'y: 3} {'x: 1, 'y: 2})`,
      gives: { fails: 'Point lies outside of elliptic curve' },
    },
  ],
});

export const scalarMult = builtin({
  name: 'scalar-mult',
  since: '4.6',
  builtins: { 'scalar-mult': { number: 120, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Multiplies a point of BN254 by a scalar. The scalar is taken modulo the order of the group.',
  types: {
    'scalar-mult': [
      "'g1 -> object{x: integer, y: integer} -> integer -> object{x: integer, y: integer}",
      "'g2 -> object{x: [integer], y: [integer]} -> integer -> object{x: [integer], y: [integer]}",
    ],
  },
  overloads: [
    overload({
      internal: 'scalar-mult',
      params: [
        param('group', 'string', '"g1" or "g2".'),
        param('point', 'object', 'A point.'),
        param('scalar', 'integer', 'The factor.'),
      ],
      returns: 'object',
      run(call, tag, point, scalar) {
        const group = groupOf(tag);
        if (group === undefined) return call.failArguments([tag, point, scalar]);
        const { costs } = call;
        if (costs !== undefined) charge(call, costs.scalarMult(group), gasLabels.scalarMult(group));
        if (group === 'g1') {
          const p = readG1(point) ?? call.failArguments([tag, point, scalar]);
          return finishG1(call, multiplyG1(p, scalar));
        }
        const p = readG2(call, point) ?? call.failArguments([tag, point, scalar]);
        return finishG2(call, multiplyG2(p, scalar));
      },
    }),
  ],
  examples: [
    { code: `(scalar-mult 'g1 {'x: 1, 'y: 2} 1)`, gives: '{"x": 1,"y": 2}' },
    { code: `(scalar-mult 'g1 {'x: 1, 'y: 2} 0)`, gives: '{"x": 0,"y": 0}' },
    {
      code: `(scalar-mult 'g3 {'x: 1, 'y: 2} 1)`,
      gives: { fails: 'scalar-mult with argument(s) of type(s): string, object, integer' },
    },
  ],
});

const generator = `{'x: 1, 'y: 2}`;
const negated = `{'x: 1, 'y: -2}`;
const twistGenerator = `{
  'x: [10857046999023057135944570762232829481370756359578518086990519993285655852781
       11559732032986387107991004021392285783925812861821192530917403151452391805634],
  'y: [8495653923123431417604973247489272438418190587263600148770280649306958101930
       4082367875863433681332203403145435568316851327593401208105741076214120093531]}`;

export const pairingCheckBuiltin = builtin({
  name: 'pairing-check',
  since: '4.6',
  builtins: { 'pairing-check': { number: 119, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Checks whether the product of pairings on the curve BN254 is one, pairing each point of the ' +
    'first list with the point at the same index in the second. Zero-knowledge proofs are verified in ' +
    'this way.',
  types: {
    'pairing-check': [
      '[object{x: integer, y: integer}] -> [object{x: [integer], y: [integer]}] -> bool',
    ],
  },
  overloads: [
    overload({
      internal: 'pairing-check',
      params: [
        param('points-g1', 'list', 'Points of g1.'),
        param('points-g2', 'list', 'Points of g2; extra points of the longer list are ignored.'),
      ],
      returns: 'bool',
      run: holds,
    }),
  ],
  examples: [
    {
      code: `(pairing-check [${generator} ${negated}] [${twistGenerator} ${twistGenerator}])`,
      gives: 'true',
    },
    { code: `(pairing-check [${generator}] [${twistGenerator}])`, gives: 'false' },
    {
      code: `(pairing-check [1] [2])`,
      gives: { fails: 'pairing-check with argument(s) of type(s): list, list' },
    },
  ],
});

function holds(call: BuiltinCall, left: ListValue, right: ListValue): boolean {
  const pairs = Math.max(left.items.length, right.items.length);
  if (call.costs !== undefined) charge(call, call.costs.pairing(pairs), gasLabels.pairing(pairs));
  const g1: G1Point[] = [];
  for (const item of left.items) {
    const point = item instanceof ObjectValue ? readG1(item) : undefined;
    g1.push(point ?? call.failArguments([left, right]));
  }
  const g2: G2Point[] = [];
  for (const item of right.items) {
    const point = item instanceof ObjectValue ? readG2(call, item) : undefined;
    g2.push(point ?? call.failArguments([left, right]));
  }
  const checkSubgroup = !call.machine.hasFlag('DisablePact54');
  const result = pairingCheck({ g1, g2, checkSubgroup });
  return result.kind === 'verdict' ? result.holds : failCurve(call, result.kind);
}

// Curve points as objects: {x, y} integers in g1, lists of integers in g2. Other fields are ignored.

/** Returns the group for a tag, ignoring case. */
export function groupOf(tag: string): CurveGroup | undefined {
  if (tag === 'g1' || tag === 'G1') return 'g1';
  return tag === 'g2' || tag === 'G2' ? 'g2' : undefined;
}

export function readG1(object: ObjectValue): G1Point | undefined {
  const x = object.fields.get('x');
  const y = object.fields.get('y');
  return typeof x === 'bigint' && typeof y === 'bigint' ? { x, y } : undefined;
}

export function readG2(call: BuiltinCall, object: ObjectValue): G2Point | undefined {
  const x = readCoordinate(call, object.fields.get('x'));
  const y = readCoordinate(call, object.fields.get('y'));
  return x === undefined || y === undefined ? undefined : { x, y };
}

/** The minimum work of one operation on points. */
const stepsOfOperation = 1 << 13;

/** Returns the point as an object, or raises the error of the operation. */
export function finishG1(call: BuiltinCall, result: PointResult<G1Point>): ObjectValue {
  countSteps(stepsOfOperation);
  if (result.kind !== 'point') return failCurve(call, result.kind);
  const { x, y } = result.point;
  return pointObject(x, y);
}

export function finishG2(call: BuiltinCall, result: PointResult<G2Point>): ObjectValue {
  countSteps(stepsOfOperation);
  if (result.kind !== 'point') return failCurve(call, result.kind);
  const { x, y } = result.point;
  return pointObject(new ListValue(x), new ListValue(y));
}

export function failCurve(call: BuiltinCall, kind: 'not-on-curve' | 'not-invertible'): never {
  if (kind === 'not-on-curve') return call.fail('PointNotOnCurve', {});
  return call.fail('UnknownException', { cause: 'Division by zero: Extension' });
}

function pointObject(x: PactValue, y: PactValue): ObjectValue {
  return new ObjectValue(
    new Map([
      ['x', x],
      ['y', y],
    ]),
  );
}

function readCoordinate(call: BuiltinCall, value: PactValue | undefined): bigint[] | undefined {
  if (!(value instanceof ListValue)) return undefined;
  const elements: bigint[] = [];
  for (const element of value.items) {
    if (typeof element !== 'bigint') return undefined;
    elements.push(element);
  }
  if (elements.length > maxCoordinateLength) {
    call.failBuiltin(`coordinate of more than ${maxCoordinateLength} elements`);
  }
  return elements;
}
