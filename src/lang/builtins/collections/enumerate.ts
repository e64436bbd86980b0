// `enumerate`

import { sizeOfCharged } from '../../gas/size-budget.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { sizeOfInteger } from '../../values/encoding/size.ts';
import { emptyList, ListValue, type PactValue } from '../../values/value.ts';
import { enforceListLength } from '../bounds.ts';
import { chargeListOf } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';

export const enumerate = builtin({
  name: 'enumerate',
  since: '4.0',
  builtins: {
    enumerate: { number: 48, gas: { '5.0': 100 }, does: 'pure' },
    'enumerate-step': { number: 49, gas: { '5.0': 100 }, does: 'pure' },
  },
  doc:
    'Returns the integers from `from` to `to`, inclusive, in steps of one or of `step`. Without a ' +
    'step it counts down if `to` is smaller than `from`; with one, the step must lead from `from` ' +
    'towards `to`.',
  overloads: [
    overload({
      internal: 'enumerate',
      params: [
        param('from', 'integer', 'The first integer.'),
        param('to', 'integer', 'The last integer.'),
      ],
      returns: '[integer]',
      run: (call, from, to) => sequence(call, from, to, from > to ? -1n : 1n),
    }),
    overload({
      internal: 'enumerate-step',
      params: [
        param('from', 'integer', 'The first integer.'),
        param('to', 'integer', 'The limit, included only if a step reaches it.'),
        param(
          'step',
          'integer',
          'The difference between consecutive elements; 0 gives an empty list.',
        ),
      ],
      returns: '[integer]',
      run: sequence,
    }),
  ],
  examples: [
    { code: '(enumerate 0 5)', gives: '[0 1 2 3 4 5]' },
    { code: '(enumerate 3 1)', gives: '[3 2 1]' },
    { code: '(enumerate 0 10 4)', gives: '[0 4 8]' },
    {
      code: '(enumerate 0 10 -1)',
      gives: { fails: 'increment diverges below from interval bounds' },
    },
    { code: '(enumerate 0 1000000000000)', gives: { fails: 'list of more than 4194304 elements' } },
  ],
});

function sequence(call: BuiltinCall, from: bigint, to: bigint, step: bigint): ListValue {
  if (from === to) {
    chargeIntegers(call, 1n, from);
    return new ListValue([from]);
  }
  if (step === 0n) return emptyList;
  if (from < to && step < 0n) failDiverging(call, 'below');
  if (from > to && step > 0n) failDiverging(call, 'above');
  const length = magnitude(to - from) / magnitude(step) + 1n;
  chargeIntegers(call, length, larger(magnitude(from), magnitude(to)));
  enforceListLength(call, length);
  const items: PactValue[] = [];
  let next = from;
  for (let i = 0; i < length; i++) {
    items.push(next);
    next += step;
  }
  return new ListValue(items);
}

function chargeIntegers(call: BuiltinCall, length: bigint, largest: bigint): void {
  const { meter } = call.machine;
  if (meter === undefined) return;
  const size = sizeOfCharged(meter, () => sizeOfInteger(largest), call.span);
  chargeListOf(call, length, size);
}

function failDiverging(call: BuiltinCall, side: 'below' | 'above'): never {
  const cause = `enumerate: increment diverges ${side} from interval bounds.`;
  return call.fail('EnumerationError', { cause });
}

function magnitude(integer: bigint): bigint {
  return integer < 0n ? -integer : integer;
}

function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
