// Builtins that call a function for each element: `map`, `filter`, `fold`, `zip`.

import { functionOfOne, functionOfTwo } from '../../eval/compile/apply-each.ts';
import { chargeUncons } from '../../eval/calls/charges.ts';
import { ListValue, type PactValue } from '../../values/value.ts';
import { builtin, overload, param } from '../define.ts';
import type { BuiltinCall } from '../../state/builtin.ts';

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
