// `install-capability`

import { installCapability } from '../../eval/capabilities/install.ts';
import { builtin, overload, param } from '../define.ts';

const setup = `(begin-tx) (module m G (defcap G () true)
  (defcap PLAIN () true)
  (defcap SPEND (amount:decimal) @managed amount left true)
  (defun left:decimal (have:decimal want:decimal)
    (enforce (<= want have) "too much") (- have want))
  (defun spend (amount) (with-capability (SPEND amount) "spent"))) (commit-tx)`;
const installed = `${setup} (install-capability (m.SPEND 5.0))`;

export const installCapabilityBuiltin = builtin({
  name: 'install-capability',
  since: '3.7',
  builtins: { 'install-capability': { number: 71, gas: { '5.0': 500 }, does: 'transaction' } },
  doc:
    'Installs a managed capability for this transaction, as a signature that lists it would. Its ' +
    'managed argument sets how much it may be used for. From then on, unscoped signatures do not ' +
    'count in this transaction.',
  overloads: [
    overload({
      internal: 'install-capability',
      params: [param('capability', 'captoken', 'The capability.')],
      returns: 'string',
      run(call, token) {
        if (call.context.inDefcap) {
          call.fail('FormIllegalWithinDefcap', { form: 'install-capability' });
        }
        installCapability(call.machine, token, 'code', call.span);
        return 'Installed capability';
      },
    }),
  ],
  examples: [
    { setup, code: '(install-capability (m.SPEND 5.0))', gives: '"Installed capability"' },
    { setup: installed, code: '(m.spend 3.0)', gives: '"spent"' },
    { setup: installed, code: '(m.spend 6.0)', gives: { fails: 'too much' } },
    {
      setup: installed,
      code: '(install-capability (m.SPEND 1.0))',
      gives: { fails: 'Capability already installed: (m.SPEND 1.0)' },
    },
    {
      setup,
      code: '(install-capability (m.PLAIN))',
      gives: { fails: 'capability is not managed and cannot be installed: m.PLAIN' },
    },
  ],
});
