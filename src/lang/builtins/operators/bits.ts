// `&`, `|`, `xor`, `~` and `shift`: integers as infinite two's complement.

import type { BuiltinCall } from '../../state/builtin.ts';
import { maxIntegerBits } from '../../state/limits.ts';
import { boundedInteger, failTooManyBits } from '../bounds.ts';
import { chargeInteger } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';

const operands = [
  param('left', 'integer', 'The first operand.'),
  param('right', 'integer', 'The second operand.'),
] as const;

export const bitwiseAnd = builtin({
  name: '&',
  since: '3.1',
  builtins: { '&': { number: 14, gas: { '5.0': 250 }, does: 'pure' } },
  doc: 'Returns the bits that are set in both integers (bitwise AND).',
  overloads: [
    overload({
      internal: '&',
      params: operands,
      returns: 'integer',
      run: (_call, left, right) => left & right,
    }),
  ],
  examples: [
    { code: '(& 12 10)', gives: '8' },
    { code: '(& 5 -7)', gives: '1' },
  ],
});

export const bitwiseOr = builtin({
  name: '|',
  since: '3.1',
  builtins: { '|': { number: 15, gas: { '5.0': 250 }, does: 'pure' } },
  doc: 'Returns the bits that are set in at least one of the integers (bitwise OR).',
  overloads: [
    overload({
      internal: '|',
      params: operands,
      returns: 'integer',
      run: (_call, left, right) => left | right,
    }),
  ],
  examples: [
    { code: '(| 12 10)', gives: '14' },
    { code: '(| 5 -7)', gives: '-3' },
  ],
});

export const bitwiseXor = builtin({
  name: 'xor',
  since: '3.1',
  builtins: { xor: { number: 16, gas: { '5.0': 250 }, does: 'pure' } },
  doc: 'Returns the bits that are set in exactly one of the integers (bitwise XOR).',
  overloads: [
    overload({
      internal: 'xor',
      params: operands,
      returns: 'integer',
      run: (_call, left, right) => left ^ right,
    }),
  ],
  examples: [
    { code: '(xor 12 10)', gives: '6' },
    { code: '(xor 5 -7)', gives: '-4' },
  ],
});

export const bitwiseNot = builtin({
  name: '~',
  since: '3.1',
  builtins: { '~': { number: 17, gas: { '5.0': 250 }, does: 'pure' } },
  doc: 'Inverts all bits of an integer: the result is one less than the negated integer.',
  overloads: [
    overload({
      internal: '~',
      params: [param('integer', 'integer', 'The integer.')],
      returns: 'integer',
      run: (_call, integer) => ~integer,
    }),
  ],
  examples: [
    { code: '(~ 15)', gives: '-16' },
    { code: '(~ -1)', gives: '0' },
  ],
});

export const shift = builtin({
  name: 'shift',
  since: '3.1',
  builtins: { shift: { number: 18, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Shifts the bits of an integer to the left, or to the right for a negative number of places: a ' +
    'multiplication by a power of two, or the floor of the division.',
  overloads: [
    overload({
      internal: 'shift',
      params: [
        param('integer', 'integer', 'The integer.'),
        param('places', 'integer', 'The number of places to shift left; negative shifts right.'),
      ],
      returns: 'integer',
      run(call, integer, places) {
        const { costs } = call;
        if (costs !== undefined)
          chargeInteger(call, 'Shift', costs.shift(integer, places), integer, places);
        return shifted(call, integer, places);
      },
    }),
  ],
  examples: [
    { code: '(shift 1 8)', gives: '256' },
    { code: '(shift -255 -4)', gives: '-16' },
    { code: '(shift 1 1000000000)', gives: { fails: 'integer of more than 4194304 bits' } },
  ],
});

function shifted(call: BuiltinCall, integer: bigint, places: bigint): bigint {
  // The reference counts places in a machine word.
  const count = BigInt.asIntN(64, places);
  if (count <= 0n) return integer >> -count;
  if (integer === 0n) return 0n;
  return count > maxIntegerBits ? failTooManyBits(call) : boundedInteger(call, integer << count);
}
