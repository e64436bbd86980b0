// `concat`, `show`, `format`, `str-to-list` and `is-charset`.

import { codePointLength, codePoints } from '../../../base/text.ts';
import { gasLabels } from '../../gas/labels.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { boundedText, enforceListLength, enforceTextLength } from '../bounds.ts';
import { builtin, overload, param } from '../define.ts';
import { showValue } from '../../values/text/show.ts';
import { ListValue, type PactValue } from '../../values/value.ts';
import { charge, chargeParse, chargeText, measured } from '../charges.ts';
import { countUnitsRead } from '../../../base/interruption.ts';

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

export const strToList = builtin({
  name: 'str-to-list',
  since: '4.0',
  builtins: { 'str-to-list': { number: 64, gas: { '5.0': 250 }, does: 'pure' } },
  doc: 'Returns the characters of a string as a list of strings.',
  overloads: [
    overload({
      internal: 'str-to-list',
      params: [param('string', 'string', 'The string.')],
      returns: '[string]',
      run(call, string) {
        const characters = codePoints(string);
        const { length } = characters;
        const { costs } = call;
        if (costs !== undefined) charge(call, costs.explode(length), gasLabels.explode(length));
        enforceListLength(call, length);
        return new ListValue(characters);
      },
    }),
  ],
  examples: [
    { code: '(str-to-list "hello")', gives: '["h" "e" "l" "l" "o"]' },
    { code: '(str-to-list "")', gives: '[]' },
  ],
});

export const isCharset = builtin({
  name: 'is-charset',
  since: '3.3',
  builtins: { 'is-charset': { number: 117, gas: { '5.0': 500 }, does: 'pure' } },
  doc:
    'Checks whether a string contains only characters of a set: `CHARSET_ASCII` (0) or ' +
    '`CHARSET_LATIN1` (1).',
  overloads: [
    overload({
      internal: 'is-charset',
      params: [
        param('charset', 'integer', '0 for ASCII, 1 for Latin-1.'),
        param('string', 'string', 'The string.'),
      ],
      returns: 'bool',
      run(call, charset, string) {
        chargeParse(call, string);
        countUnitsRead(string.length);
        if (charset === 0n) return everyUnit(string, 0x7f);
        if (charset === 1n) return everyUnit(string, 0xff);
        return call.failBuiltin('Unsupported character set');
      },
    }),
  ],
  examples: [
    { code: '(is-charset CHARSET_ASCII "hello world")', gives: 'true' },
    { code: '(is-charset CHARSET_ASCII "I am nÖt ascii")', gives: 'false' },
    { code: '(is-charset CHARSET_LATIN1 "I am nÖt ascii")', gives: 'true' },
    { code: '(is-charset 2 "a")', gives: { fails: 'Unsupported character set' } },
  ],
});

function everyUnit(string: string, last: number): boolean {
  for (let i = 0; i < string.length; i++) if (string.charCodeAt(i) > last) return false;
  return true;
}

// Lists that must contain only strings.

/** Returns the elements as strings; the type error names only the type of the first other element. */
export function enforceStrings(
  call: BuiltinCall,
  elements: readonly PactValue[],
): readonly string[] {
  const strings: string[] = [];
  for (const element of elements) {
    strings.push(typeof element === 'string' ? element : call.failArguments([element]));
  }
  return strings;
}
