// `acquire-module-admin`

import { acquireModuleAdmin } from '../../eval/capabilities/guards.ts';
import { getModule } from '../../eval/calls/modules.ts';
import { builtin, overload, param } from '../define.ts';

const setup = `(begin-tx)
  (module m G (defcap G () (enforce (read-msg 'admin) "no admin"))
    (defschema s n:integer) (deftable t:{s}))
  (create-table t) (commit-tx)`;

export const acquireModuleAdminBuiltin = builtin({
  name: 'acquire-module-admin',
  since: '5.0',
  builtins: { 'acquire-module-admin': { number: 129, gas: { '5.0': 20_000 }, does: 'reads' } },
  doc:
    'Runs the governance of a module. If it passes, the rest of the transaction may do what otherwise ' +
    'only the module itself may, such as use its tables.',
  types: { 'acquire-module-admin': ['module{m} -> string'] },
  overloads: [
    overload({
      internal: 'acquire-module-admin',
      params: [param('module', 'modref', 'The module.')],
      returns: 'string',
      run(call, { module }) {
        const { machine, context, span } = call;
        acquireModuleAdmin(context, getModule(machine, module, span), span);
        return `Module admin for module ${module.text} acquired`;
      },
    }),
  ],
  examples: [
    {
      setup: `${setup} (env-data {"admin": true})`,
      code: '(acquire-module-admin m)',
      gives: '"Module admin for module m acquired"',
    },
    {
      setup: `${setup} (env-data {"admin": true}) (acquire-module-admin m)`,
      code: '(insert m.t "k" {"n": 1})',
      gives: '"Write succeeded"',
    },
    {
      setup: `${setup} (env-data {"admin": false})`,
      code: '(acquire-module-admin m)',
      gives: { fails: 'no admin' },
    },
  ],
});
