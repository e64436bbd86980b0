// `zip`

import { functionOfTwo } from '../../eval/compile/apply-each.ts';
import { chargeUncons } from '../../eval/calls/charges.ts';
import { ListValue, type PactValue } from '../../values/value.ts';
import { builtin, overload, param } from '../define.ts';

export const zip = builtin({
  name: 'zip',
  since: '4.2',
  builtins: { zip: { number: 41, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Combines two lists element by element with a function. The result is as long as the shorter ' +
    'list.',
  types: { zip: ['(a -> b -> c) -> [a] -> [b] -> [c]'] },
  overloads: [
    overload({
      internal: 'zip',
      params: [
        param('function', 'closure', 'A function of one element of each list.'),
        param('left', 'list', 'The list of the first arguments.'),
        param('right', 'list', 'The list of the second arguments.'),
      ],
      returns: 'list',
      run(call, fn, left, right) {
        const length = Math.min(left.items.length, right.items.length);
        const results: PactValue[] = [];
        const apply = functionOfTwo(call, fn);
        for (let i = 0; i < length; i++) {
          chargeUncons(call.machine, call.span);
          results.push(call.value(apply(left.items[i] as PactValue, right.items[i] as PactValue)));
        }
        return new ListValue(results);
      },
    }),
  ],
  examples: [
    { code: '(zip (+) [1 2 3] [4 5 6])', gives: '[5 7 9]' },
    { code: '(zip (lambda (x y) {"x": x, "y": y}) [1 2] ["a"])', gives: '[{"x": 1,"y": "a"}]' },
  ],
});
