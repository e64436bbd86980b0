// `show` and `format`

import { codePointLength } from '../../../base/text.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { showValue } from '../../values/text/show.ts';
import type { PactValue } from '../../values/value.ts';
import { boundedText, enforceTextLength } from '../bounds.ts';
import { chargeParse, chargeText, measured } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';

export const show = builtin({
  name: 'show',
  since: '5.0',
  builtins: { show: { number: 50, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Returns a value as a string, as the REPL prints it: strings are quoted, decimals keep all their ' +
    'places, list elements are separated by a comma and a space.',
  types: { show: ['IsValue a => a -> string'] },
  overloads: [
    overload({
      internal: 'show',
      params: [param('value', 'value', 'Any value.')],
      returns: 'string',
      run: shown,
    }),
  ],
  examples: [
    { code: '(show [1 2.50])', gives: '"[1, 2.50]"' },
    { code: '(show true)', gives: '"true"' },
  ],
});

export const format = builtin({
  name: 'format',
  since: '1.0',
  builtins: { format: { number: 47, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Replaces the `{}` placeholders of a template with values, in order. Strings are inserted without ' +
    'quotes, other values as `show` writes them. Extra values are ignored.',
  types: { format: ['string -> [string] -> string'] },
  overloads: [
    overload({
      internal: 'format',
      params: [
        param('template', 'string', 'A string with `{}` placeholders.'),
        param('values', 'list', 'The values to insert.'),
      ],
      returns: 'string',
      run: (call, template, values) => filled(call, template, values.items),
    }),
  ],
  examples: [
    { code: '(format "My {} has {}" ["dog" "fleas"])', gives: '"My dog has fleas"' },
    { code: '(format "{}, {}" [1 [true "a"]])', gives: '"1, [true, "a"]"' },
    { code: '(format "{} {}" [1])', gives: { fails: 'not enough arguments for template' } },
  ],
});

function filled(call: BuiltinCall, template: string, values: readonly PactValue[]): string {
  const parts = template.split('{}');
  const gaps = parts.length - 1;
  if (gaps === 0) {
    chargeParse(call, template);
    return template;
  }
  if (gaps > values.length) {
    const counts = { wanted: gaps, given: values.length };
    call.failBuiltin('not enough arguments for template', counts);
  }
  const texts: string[] = [];
  let length = template.length;
  for (let i = 0; i < gaps; i++) {
    const value = values[i] as PactValue;
    const text = typeof value === 'string' ? value : shown(call, value);
    length += text.length;
    enforceTextLength(call, length);
    texts.push(parts[i] as string, text);
  }
  texts.push(parts[gaps] as string);
  if (call.metered)
    chargeText(
      call,
      texts.reduce((sum, text) => sum + codePointLength(text), 0),
    );
  return texts.join('');
}

function shown(call: BuiltinCall, value: PactValue): string {
  if (call.metered) chargeText(call, measured(call, value));
  return boundedText(call, value, showValue);
}
