// `round`, `ceiling`, `floor`, each to an integer or to a number of places.

import type { BuiltinCall } from '../../state/builtin.ts';
import { roundToInteger, roundToPlaces, type Rounding } from '../../values/number/decimal.ts';
import type { Decimal } from '../../values/value.ts';
import { boundedDecimal } from '../bounds.ts';
import { builtin, overload, param, type Overload } from '../define.ts';

export const round = builtin({
  name: 'round',
  since: '1.0',
  builtins: {
    round: { number: 19, gas: { '5.0': 100 }, does: 'pure' },
    'round-prec': { number: 22, gas: { '5.0': 100 }, does: 'pure' },
  },
  doc:
    'Rounds a decimal to the nearest integer, or to the nearest decimal with `places` places. Ties ' +
    'are rounded to even.',
  overloads: roundings('round', 'half-even'),
  examples: [
    { code: '(round 3.5)', gives: '4' },
    { code: '(round 2.5)', gives: '2' },
    { code: '(round 100.15234 2)', gives: '100.15' },
    { code: '(round 1.5 3)', gives: '1.500' },
    {
      code: '(round 1)',
      gives: { fails: 'native function round with argument(s) of type(s): integer' },
    },
  ],
});

export const ceiling = builtin({
  name: 'ceiling',
  since: '1.0',
  builtins: {
    ceiling: { number: 20, gas: { '5.0': 100 }, does: 'pure' },
    'ceiling-prec': { number: 23, gas: { '5.0': 100 }, does: 'pure' },
  },
  doc: 'Rounds a decimal up, to an integer or to a decimal with `places` places.',
  overloads: roundings('ceiling', 'ceiling'),
  examples: [
    { code: '(ceiling 3.1)', gives: '4' },
    { code: '(ceiling -1.5)', gives: '-1' },
    { code: '(ceiling 100.15234 2)', gives: '100.16' },
  ],
});

export const floor = builtin({
  name: 'floor',
  since: '1.0',
  builtins: {
    floor: { number: 21, gas: { '5.0': 100 }, does: 'pure' },
    'floor-prec': { number: 24, gas: { '5.0': 100 }, does: 'pure' },
  },
  doc: 'Rounds a decimal down, to an integer or to a decimal with `places` places.',
  overloads: roundings('floor', 'floor'),
  examples: [
    { code: '(floor 3.9)', gives: '3' },
    { code: '(floor -1.5)', gives: '-2' },
    { code: '(floor -1.55 1)', gives: '-1.6' },
  ],
});

function roundings(name: string, rounding: Rounding): readonly Overload[] {
  return [
    overload({
      internal: name,
      params: [param('number', 'decimal', 'The number to round.')],
      returns: 'integer',
      run: (_call, number) => roundToInteger(number, rounding),
    }),
    overload({
      internal: `${name}-prec`,
      params: [
        param('number', 'decimal', 'The number to round.'),
        param('places', 'integer', 'The number of decimal places of the result, 0 to 255.'),
      ],
      returns: 'decimal',
      run: (call, number, places) => roundTo(call, number, places, rounding),
    }),
  ];
}

function roundTo(call: BuiltinCall, number: Decimal, places: bigint, rounding: Rounding): Decimal {
  // The reference converts the places to a byte, which drops the higher bits: -1 means 255.
  const byte = Number(BigInt.asUintN(8, places));
  return boundedDecimal(call, roundToPlaces(number, byte, rounding));
}
