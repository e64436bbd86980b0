// `str-to-list`

import { codePoints } from '../../../base/text.ts';
import { gasLabels } from '../../gas/labels.ts';
import { ListValue } from '../../values/value.ts';
import { enforceListLength } from '../bounds.ts';
import { charge } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';

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
