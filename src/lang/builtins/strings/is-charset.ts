// `is-charset`

import { countUnitsRead } from '../../../base/interruption.ts';
import { chargeParse } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';

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
