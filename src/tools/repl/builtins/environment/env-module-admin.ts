// `env-module-admin`: grants module admin without a check.

import { grantModuleAdmin } from '../../../../lang/session/run.ts';
import { param } from '../../../../lang/session/extend.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const envModuleAdmin = replBuiltin([], {
  name: 'env-module-admin',
  since: '5.0',
  doc: 'Grants module admin of a module without checking its governance.',
  overloads: [
    replOverload({
      internal: 'env-module-admin',
      params: [param('module', 'modref', 'The module.')],
      returns: 'string',
      run: (_, call, { module }) => {
        grantModuleAdmin(call.machine, module);
        return `Acquired module admin for: ${module.text}`;
      },
    }),
  ],
  examples: [
    {
      setup: '(module m G (defcap G () true) (defconst X 1))',
      code: '(env-module-admin m)',
      gives: '"Acquired module admin for: m"',
    },
    { code: '(env-module-admin 1)', gives: { fails: 'Type error' } },
  ],
});
