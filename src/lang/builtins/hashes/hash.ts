// `hash`

import { utf8Length } from '../../../base/bytes.ts';
import { countUnitsRead } from '../../../base/interruption.ts';
import { hashText, encodeStable } from '../../values/encoding/stable-json.ts';
import { boundedText } from '../bounds.ts';
import { chargeHash, measured } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';

export const hash = builtin({
  name: 'hash',
  since: '1.0',
  builtins: { hash: { number: 98, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    "Returns the BLAKE2b-256 hash as base64url: of a string's UTF-8 bytes, or of another value's JSON " +
    'form.',
  types: { hash: ['IsValue a => a -> string'] },
  overloads: [
    overload({
      internal: 'hash',
      params: [param('string', 'string', 'The string.')],
      returns: 'string',
      run(call, string) {
        if (call.metered) chargeHash(call, utf8Length(string));
        countUnitsRead(string.length);
        return hashText(string);
      },
    }),
    overload({
      internal: 'hash',
      params: [param('value', 'value', 'Any other value.')],
      returns: 'string',
      run(call, value) {
        if (call.metered) chargeHash(call, measured(call, value));
        return hashText(boundedText(call, value, encodeStable));
      },
    }),
  ],
  examples: [
    { code: '(hash "hello")', gives: '"Mk3PAn3UowqTLEQfNlol6GsXPe-kuOWJSCU0cbgbcs8"' },
    { code: '(hash 1)', gives: '"A_fIcwIweiXXYXnKU59CNCAUoIXHXwQtB_D8xhEflLY"' },
    { code: '(hash [1 "a"])', gives: '"7bjptroWlE_wzrjEZ7QVxzLwVusSnf239sAzbqP9djg"' },
  ],
});
