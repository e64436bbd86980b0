// `compose-capability`

import { composeCapability, composeTriedCapability } from '../../eval/capabilities/acquire.ts';
import { builtin, overload, param } from '../define.ts';
import { enforceInDefcap } from '../restrictions.ts';

const setup = `(begin-tx) (module m G (defcap G () true)
  (defcap DEBIT (from:string) (enforce (!= from "") "who?"))
  (defcap TRANSFER (from:string) (compose-capability (DEBIT from)))
  (defun transfer (from)
    (with-capability (TRANSFER from) (require-capability (DEBIT from))))
  (defun astray () (compose-capability (DEBIT "Ann")))) (commit-tx)`;

export const composeCapabilityBuiltin = builtin({
  name: 'compose-capability',
  since: '3.0',
  builtins: { 'compose-capability': { number: 70, gas: { '5.0': 500 }, does: 'transaction' } },
  doc:
    'Acquires a capability for as long as the capability whose body calls this is granted. Works only ' +
    'directly in the body of a defcap. The capability of another module requires the module admin of ' +
    'that module.',
  overloads: [
    overload({
      internal: 'compose-capability',
      params: [param('capability', 'captoken', 'The capability.')],
      returns: 'bool',
      run(call, token) {
        enforceInDefcap(call);
        return composeCapability(call.context, token, call.span);
      },
      attempt(call, token) {
        enforceInDefcap(call);
        return composeTriedCapability(call.context, token, call.span);
      },
    }),
  ],
  examples: [
    { setup, code: '(m.transfer "Ann")', gives: 'true' },
    { setup, code: '(m.transfer "")', gives: { fails: 'who?' } },
    { setup, code: '(m.astray)', gives: { fails: 'native must be called within a defcap body' } },
  ],
});
