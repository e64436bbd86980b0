// `env-enable-repl-natives`: allows REPL builtins in modules. module-builtins.ts refuses them otherwise.

import { param } from '../../../../lang/session/extend.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const envEnableReplBuiltins = replBuiltin(['builtinsInModules'], {
  name: 'env-enable-repl-natives',
  since: '4.0',
  doc: 'Allows or forbids REPL builtins in modules.',
  overloads: [
    replOverload({
      internal: 'env-enable-repl-natives',
      params: [param('enable', 'bool', 'Whether to allow them.')],
      returns: 'string',
      run: (repl, _, enable) => {
        repl.builtinsInModules = enable;
        return `repl natives ${enable ? 'enabled' : 'disabled'}`;
      },
    }),
  ],
  examples: [
    { code: '(env-enable-repl-natives true)', gives: '"repl natives enabled"' },
    {
      code: '(module m G (defcap G () true) (defun f () (env-hash "")))',
      gives: { fails: 'repl native disallowed in module code' },
    },
  ],
});
