// Curve points as objects: {x, y} integers in g1, lists of integers in g2. Other fields are ignored.

import { countSteps } from '../../../base/interruption.ts';
import type { G1Point, G2Point, PointResult } from '../../../base/crypto/bn254.ts';
import type { CurveGroup } from '../../gas/releases/formulas/curves-and-hashes.ts';
import { maxCoordinateLength } from '../../state/limits.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { ListValue, ObjectValue, type PactValue } from '../../values/value.ts';

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
