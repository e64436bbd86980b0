// `env-module-admin`: module admin without asking.

import {
  builtin,
  type BuiltinDefinition,
  grantModuleAdmin,
  overload,
  param,
} from '../../../lang/session/index.ts';
import type { ReplEngine } from '../../engine.ts';

export const envModuleAdmin = (repl: ReplEngine): BuiltinDefinition =>
  builtin({
    name: 'env-module-admin',
    since: '5.0',
    doc: 'Gives module admin of a module without asking its governance.',
    overloads: [
      overload({
        internal: 'env-module-admin',
        params: [param('module', 'modref', 'The module.')],
        returns: 'string',
        run: (_, { module }) => {
          grantModuleAdmin(repl.machine, module);
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
