// `round`, `ceiling`, `floor`, `abs` and `dec`.

import type { BuiltinCall } from '../../state/builtin.ts';
import {
  type Rounding,
  absDecimal,
  decimalFromInteger,
  roundToInteger,
  roundToPlaces,
} from '../../values/number/decimal.ts';
import type { Decimal } from '../../values/value.ts';
import { boundedDecimal } from '../bounds.ts';
import { type Overload, builtin, overload, param } from '../define.ts';

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

export const abs = builtin({
  name: 'abs',
  since: '1.0',
  builtins: { abs: { number: 5, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Returns the absolute value of a number. A decimal keeps its places.',
  types: { abs: ['Num a => a -> a'] },
  overloads: [
    overload({
      internal: 'abs',
      params: [param('number', 'integer', 'The number.')],
      returns: 'integer',
      run: (_call, number) => (number < 0n ? -number : number),
    }),
    overload({
      internal: 'abs',
      params: [param('number', 'decimal', 'The number.')],
      returns: 'decimal',
      run: (_call, number) => absDecimal(number),
    }),
  ],
  examples: [
    { code: '(abs -7)', gives: '7' },
    { code: '(abs -1.50)', gives: '1.50' },
  ],
});

export const dec = builtin({
  name: 'dec',
  since: '4.7',
  builtins: { dec: { number: 124, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Converts an integer to a decimal.',
  overloads: [
    overload({
      internal: 'dec',
      params: [param('integer', 'integer', 'The integer.')],
      returns: 'decimal',
      run: (_call, integer) => decimalFromInteger(integer),
    }),
  ],
  examples: [
    { code: '(dec 3)', gives: '3.0' },
    { code: '(= (dec 3) 3.0)', gives: 'true' },
  ],
});
