// `filter`

import { chargeUncons } from '../../machine/charges.ts';
import type { NativeCall } from '../../machine/native.ts';
import type { Closure } from '../../machine/value.ts';
import { ListValue, type PactValue } from '../../values/value.ts';
import { builtin, overload, param } from '../define.ts';

export const filter = builtin({
  name: 'filter',
  since: '1.0',
  doc: 'The elements that fulfil a predicate.',
  types: { filter: ['(a -> bool) -> [a] -> [a]'] },
  overloads: [
    overload({
      internal: 'filter',
      params: [
        param('predicate', 'closure', 'A function of one argument that gives a bool.'),
        param('list', 'list', 'The list.'),
      ],
      returns: 'list',
      run(call, predicate, list) {
        const kept: PactValue[] = [];
        const { items } = list;
        for (let i = 0; i < items.length; i++) {
          const element = items[i] as PactValue;
          chargeUncons(call.machine, call.span);
          if (holds(call, predicate, element)) kept.push(element);
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

function holds(call: NativeCall, predicate: Closure, element: PactValue): boolean {
  if (!call.machine.hasFlag('DisablePact42')) return call.bool(call.applyToOne(predicate, element));
  return call.applyToOne(predicate, element) === true;
}
