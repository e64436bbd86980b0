// `emit-event`

import { emitCheckedEvent, enforceModuleAccess } from '../../eval/calls/modules.ts';
import { defCapOf } from '../../eval/capabilities/install.ts';
import { builtin, overload, param } from '../define.ts';

const setup = `(begin-tx) (module m G (defcap G () true)
  (defcap PLAIN () true)
  (defcap PAID (to:string) @event true)
  (defun pay (to) (emit-event (PAID to)))
  (defun wrong () (emit-event (PLAIN)))) (commit-tx)`;

export const emitEvent = builtin({
  name: 'emit-event',
  since: '3.7',
  builtins: { 'emit-event': { number: 72, gas: { '5.0': 1_000 }, does: 'transaction' } },
  doc:
    'Emits the capability as an event of the transaction. Its body does not run. The capability must ' +
    'be declared with `@event` or `@managed`, in the module that emits it.',
  overloads: [
    overload({
      internal: 'emit-event',
      params: [param('capability', 'captoken', 'The capability.')],
      returns: 'bool',
      run(call, token) {
        const { machine, span } = call;
        const { name } = token;
        enforceModuleAccess(machine, name.module, span);
        if (defCapOf(machine, token, span).meta.kind === 'unmanaged') {
          call.fail('InvalidEventCap', { name: name.qualified, moduleHash: name.hash });
        }
        emitCheckedEvent(machine, token, span);
        return true;
      },
    }),
  ],
  examples: [
    { setup, code: '(m.pay "Ann")', gives: 'true' },
    {
      setup: `${setup} (m.pay "Ann")`,
      code: `(map (at 'name) (env-events true))`,
      gives: '["m.PAID"]',
    },
    { setup, code: '(m.wrong)', gives: { fails: 'Invalid event capability m.PLAIN' } },
    { setup, code: '(emit-event (m.PAID "Ann"))', gives: { fails: 'Module admin necessary' } },
  ],
});
