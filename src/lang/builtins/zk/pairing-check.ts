// `pairing-check`

import { pairingCheck, type G1Point, type G2Point } from '../../../base/crypto/bn254.ts';
import { gasLabels } from '../../gas/labels.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { ObjectValue, type ListValue } from '../../values/value.ts';
import { charge } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';
import { failCurve, readG1, readG2 } from './points.ts';

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
