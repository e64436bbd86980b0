// `map`

import { functionOfOne } from '../../eval/compile/apply-each.ts';
import { chargeUncons } from '../../eval/calls/charges.ts';
import { ListValue, type PactValue } from '../../values/value.ts';
import { builtin, overload, param } from '../define.ts';

export const map = builtin({
  name: 'map',
  since: '1.0',
  builtins: { map: { number: 39, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Returns the list of the results of applying a function to each element.',
  types: { map: ['(a -> b) -> [a] -> [b]'] },
  overloads: [
    overload({
      internal: 'map',
      params: [
        param('function', 'closure', 'A function of one argument.'),
        param('list', 'list', 'The list.'),
      ],
      returns: 'list',
      run(call, fn, list) {
        const results: PactValue[] = [];
        const apply = functionOfOne(call, fn);
        for (const element of list.items) {
          chargeUncons(call.machine, call.span);
          results.push(call.value(apply(element)));
        }
        return new ListValue(results);
      },
    }),
  ],
  examples: [
    { code: '(map (+ 1) [1 2 3])', gives: '[2 3 4]' },
    { code: '(map (lambda (x) (* x x)) [1 2 3])', gives: '[1 4 9]' },
    {
      code: '(map (+) [1])',
      gives: { fails: 'Expected Pact Value, got closure or table reference' },
    },
  ],
});
