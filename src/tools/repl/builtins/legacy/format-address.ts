// `format-address`, of Pact 2 and 3.

import { param } from '../../../../lang/session/extend.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const formatAddress = replBuiltin([], {
  name: 'format-address',
  since: '2.2',
  until: '4.0',
  doc: 'Returns the address of a public key in a signature scheme: for ED25519, the key itself.',
  overloads: [
    replOverload({
      internal: 'format-address',
      params: [
        param('scheme', 'string', '"ED25519".'),
        param('public-key', 'string', 'The key in hexadecimal.'),
      ],
      returns: 'string',
      run: (_, call, scheme, key) => {
        if (scheme !== 'ED25519') return call.failBuiltin(`unsupported scheme: ${scheme}`);
        if (!/^[0-9a-fA-F]*$/.test(key)) return call.failBuiltin('the key is not hexadecimal');
        return key;
      },
    }),
  ],
  examples: [
    { code: '(format-address "ED25519" "c0ffee")', gives: '"c0ffee"' },
    { code: '(format-address "RSA" "c0ffee")', gives: { fails: 'unsupported scheme' } },
  ],
});
