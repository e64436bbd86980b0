// `fold`

import { functionOfTwo } from '../../eval/compile/apply-each.ts';
import { chargeUncons } from '../../eval/calls/charges.ts';
import { builtin, overload, param } from '../define.ts';

export const fold = builtin({
  name: 'fold',
  since: '1.0',
  builtins: { fold: { number: 45, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Combines the elements of a list from the first to the last: the function takes the accumulator ' +
    'and an element and returns the next accumulator. Returns the last accumulator.',
  types: { fold: ['(b -> a -> b) -> b -> [a] -> b'] },
  overloads: [
    overload({
      internal: 'fold',
      params: [
        param('function', 'closure', 'A function of the accumulator and an element.'),
        param('start', 'value', 'The initial accumulator.'),
        param('list', 'list', 'The list.'),
      ],
      returns: 'any',
      run(call, fn, start, list) {
        let accumulator = start;
        const apply = functionOfTwo(call, fn);
        for (const element of list.items) {
          chargeUncons(call.machine, call.span);
          accumulator = call.value(apply(accumulator, element));
        }
        return accumulator;
      },
    }),
  ],
  examples: [
    { code: '(fold (+) 0 [100 10 5])', gives: '115' },
    { code: '(fold (lambda (text n) (+ text (int-to-str 10 n))) "" [1 2 3])', gives: '"123"' },
    { code: '(fold (+) 7 [])', gives: '7' },
  ],
});
