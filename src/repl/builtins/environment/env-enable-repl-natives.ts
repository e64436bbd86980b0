// `env-enable-repl-natives`: natives of the REPL in modules. The refusal stands in module-natives.ts.

import { param } from '../../../lang/session/extend.ts';
import { replNative, replOverload } from '../define.ts';

export const envEnableReplNatives = replNative(['nativesInModules'], {
  name: 'env-enable-repl-natives',
  since: '4.0',
  doc: 'Says whether modules may use natives of the REPL.',
  overloads: [
    replOverload({
      internal: 'env-enable-repl-natives',
      params: [param('enable', 'bool', 'Whether they may.')],
      returns: 'string',
      run: (repl, _, enable) => {
        repl.nativesInModules = enable;
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
