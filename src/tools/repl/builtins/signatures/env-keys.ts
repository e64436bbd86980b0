// `env-keys`: signers without capabilities.

import { param } from '../../../../lang/session/extend.ts';
import { type QualifiedCapability } from '../../../../lang/session/run.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const envKeys = replBuiltin(['environment'], {
  name: 'env-keys',
  since: '1.0',
  doc: 'Sets signatures by these keys, without capabilities. See also `env-sigs`.',
  overloads: [
    replOverload({
      internal: 'env-keys',
      params: [param('keys', 'list', 'Public keys.')],
      returns: 'string',
      run: (repl, call, keys) => {
        const signatures = new Map<string, readonly QualifiedCapability[]>();
        for (const key of keys.items) {
          if (typeof key !== 'string') return call.failArguments([key]);
          signatures.set(key, []);
        }
        repl.environment.signatures = signatures;
        return 'Setting transaction keys';
      },
    }),
  ],
  examples: [
    { code: '(env-keys ["alice" "bob"])', gives: '"Setting transaction keys"' },
    {
      setup: `(env-data {"k": {"keys": ["alice"], "pred": "keys-all"}}) (define-keyset 'k (read-keyset 'k)) (env-keys ["alice"])`,
      code: "(enforce-keyset 'k)",
      gives: 'true',
    },
  ],
});
