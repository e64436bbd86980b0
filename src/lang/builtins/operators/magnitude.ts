// `abs` and `dec`

import { absDecimal, decimalFromInteger } from '../../values/number/decimal.ts';
import { builtin, overload, param } from '../define.ts';

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
