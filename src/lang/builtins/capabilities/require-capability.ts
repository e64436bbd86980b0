// `require-capability`

import { render } from '../../../base/doc.ts';
import { gasLabels } from '../../gas/labels.ts';
import { qualify } from '../../eval/capabilities/install.ts';
import { isOnStack, stackSize } from '../../state/capabilities.ts';
import { prettyCall } from '../../values/text/pretty.ts';
import { charge } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';

const setup = `(begin-tx) (module m G (defcap G () true)
  (defcap PAY (to:string) true)
  (defun paid (to) (require-capability (PAY to)))
  (defun pay (to) (with-capability (PAY to) (paid to)))) (commit-tx)`;

export const requireCapability = builtin({
  name: 'require-capability',
  since: '3.0',
  builtins: { 'require-capability': { number: 69, gas: { '5.0': 500 }, does: 'transaction' } },
  doc:
    'Returns true if the capability is currently granted; fails otherwise. Does not acquire the ' +
    'capability.',
  overloads: [
    overload({
      internal: 'require-capability',
      params: [param('capability', 'captoken', 'The capability.')],
      returns: 'bool',
      run(call, token) {
        const { slots } = call.machine.capabilities;
        const { costs } = call;
        if (costs !== undefined) {
          const granted = stackSize(slots);
          charge(call, costs.requireCapability(granted), gasLabels.requireCapability(granted));
        }
        const capability = qualify(token);
        if (isOnStack(slots, capability)) return true;
        const name = capability.name.text;
        if (call.machine.hasFlag('DisablePact44')) {
          const written = render(prettyCall(name, capability.args));
          call.fail('EvalError', { cause: `require-capability: not granted: ${written}` });
        }
        return call.fail('CapabilityNotGranted', {
          name,
          token: () => prettyCall(name, capability.args),
        });
      },
    }),
  ],
  examples: [
    { setup, code: '(m.pay "Ann")', gives: 'true' },
    {
      setup,
      code: '(m.paid "Ann")',
      gives: { fails: 'require-capability: not granted: (m.PAY "Ann")' },
    },
  ],
});
