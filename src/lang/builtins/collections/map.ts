// `map`

import { functionOfOne } from '../../eval/compile/apply-each.ts';
import { chargeUncons } from '../../eval/calls/charges.ts';
import { mapWords } from '../../eval/compile/word-loops.ts';
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
        const { items } = list;
        mapWords(call.machine, fn, items, results);
        const apply = functionOfOne(call, fn);
        for (let i = results.length; i < items.length; i++) {
          chargeUncons(call.machine, call.span);
          results.push(call.value(apply(items[i] as PactValue)));
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
