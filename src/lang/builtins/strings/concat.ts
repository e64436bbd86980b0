// `concat`

import { codePointLength } from '../../../base/text.ts';
import { gasLabels } from '../../gas/labels.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { enforceTextLength } from '../bounds.ts';
import { builtin, overload, param } from '../define.ts';
import { enforceStrings } from './elements.ts';

export const concat = builtin({
  name: 'concat',
  since: '4.0',
  builtins: { concat: { number: 32, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Joins a list of strings into one string.',
  types: { concat: ['[string] -> string'] },
  overloads: [
    overload({
      internal: 'concat',
      params: [param('strings', 'list', 'The strings.')],
      returns: 'string',
      run(call, strings) {
        if (strings.items.length === 0) return '';
        const texts = enforceStrings(call, strings.items);
        chargeJoin(call, texts);
        enforceTextLength(
          call,
          totalOf(texts, (text) => text.length),
        );
        return texts.join('');
      },
    }),
  ],
  examples: [
    { code: '(concat ["k" "d" "a"])', gives: '"kda"' },
    { code: '(concat [])', gives: '""' },
    {
      code: '(concat ["a" 1])',
      gives: { fails: 'native function concat with argument(s) of type(s): integer' },
    },
  ],
});

function chargeJoin(call: BuiltinCall, texts: readonly string[]): void {
  const meter = call.machine.meter;
  if (meter === undefined) return;
  const length = totalOf(texts, codePointLength);
  const cost = meter.costs.join(length, texts.length);
  meter.charge(cost, gasLabels.textListConcat(length, texts.length), call.span);
}

function totalOf(texts: readonly string[], measure: (text: string) => number): number {
  let total = 0;
  for (const text of texts) total += measure(text);
  return total;
}
