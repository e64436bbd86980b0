// `filter`

import { functionOfOne } from '../../eval/compile/apply-each.ts';
import { chargeUncons } from '../../eval/calls/charges.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { ListValue, type PactValue } from '../../values/value.ts';
import { builtin, overload, param } from '../define.ts';

export const filter = builtin({
  name: 'filter',
  since: '1.0',
  builtins: { filter: { number: 40, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Returns the elements for which a predicate is true.',
  types: { filter: ['(a -> bool) -> [a] -> [a]'] },
  overloads: [
    overload({
      internal: 'filter',
      params: [
        param('predicate', 'closure', 'A function of one argument that returns a bool.'),
        param('list', 'list', 'The list.'),
      ],
      returns: 'list',
      run(call, predicate, list) {
        const kept: PactValue[] = [];
        const apply = functionOfOne(call, predicate);
        for (const element of list.items) {
          chargeUncons(call.machine, call.span);
          const answer = apply(element);
          if (answer === true || (isStrict(call) && call.bool(answer))) kept.push(element);
        }
        return new ListValue(kept);
      },
    }),
  ],
  examples: [
    {
      code: '(filter (compose (length) (< 2)) ["my" "dog" "has" "fleas"])',
      gives: '["dog" "has" "fleas"]',
    },
    { code: '(filter (> 3) [1 2 3 4])', gives: '[1 2]' },
    { code: '(filter (+ 1) [1])', gives: { fails: 'expected bool value, got 2' } },
  ],
});

/** Before 4.2, a result that is not a bool counted as false. */
function isStrict(call: BuiltinCall): boolean {
  return !call.machine.hasFlag('DisablePact42');
}
