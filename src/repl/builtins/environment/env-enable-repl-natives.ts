// `env-enable-repl-builtins`: builtins of the REPL in modules. The refusal stands in module-builtins.ts.

import { param } from '../../../lang/session/extend.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const envEnableReplBuiltins = replBuiltin(['builtinsInModules'], {
  name: 'env-enable-repl-natives',
  since: '4.0',
  doc: 'Says whether modules may use builtins of the REPL.',
  overloads: [
    replOverload({
      internal: 'env-enable-repl-natives',
      params: [param('enable', 'bool', 'Whether they may.')],
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
