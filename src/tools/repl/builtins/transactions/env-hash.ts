// `env-hash`: sets the hash of the transaction.

import { base64Fault, param } from '../../../../lang/session/extend.ts';
import { hashFromBytes } from '../../../../lang/session/run.ts';
import { fromBase64Url } from '../../../../base/base64url.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const envHash = replBuiltin(['environment'], {
  name: 'env-hash',
  since: '1.0',
  doc: 'Sets the transaction hash, in unpadded base64url.',
  overloads: [
    replOverload({
      internal: 'env-hash',
      params: [param('hash', 'string', 'The hash.')],
      returns: 'string',
      run: (repl, call, hash) => {
        const bytes = fromBase64Url(hash);
        if (bytes === undefined) {
          return call.refuse(base64Fault(hash));
        }
        repl.environment.hash = hashFromBytes(bytes);
        return `Set tx hash to ${hash}`;
      },
    }),
  ],
  examples: [
    {
      code: '(env-hash "DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g")',
      gives: '"Set tx hash to DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g"',
    },
    { code: '(env-hash "not a hash")', gives: { fails: 'invalid character at offset: 3' } },
  ],
});
