// `point-add` and `scalar-mult`

import { addG1, addG2, multiplyG1, multiplyG2 } from '../../../base/crypto/bn254.ts';
import { gasLabels } from '../../gas/labels.ts';
import { charge } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';
import { finishG1, finishG2, groupOf, readG1, readG2 } from './points.ts';

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
