// `test-capability`
// Source: section 5.2.

import {
  acquire,
  defCapOf,
  installCapability,
  type MachineValue,
  type BuiltinCall,
  param,
} from '../../../../lang/session/extend.ts';
import { type CapToken, unit } from '../../../../lang/session/run.ts';
import { replBuiltin, replOverload } from '../define.ts';

const withCapabilities =
  '(module m G (defcap G () true) (defcap C (x:integer) (enforce (> x 0) "positive")) ' +
  '(defcap ONCE () @managed true) (defun f () (require-capability (C 1))))';

export const testCapabilityBuiltin = replBuiltin([], {
  name: 'test-capability',
  since: '3.0',
  doc: `Runs the body of a capability. An unmanaged one stays granted until the transaction ends; a
      managed one is installed.`,
  overloads: [
    replOverload({
      internal: 'test-capability',
      params: [param('capability', 'captoken', 'The capability with its arguments.')],
      returns: 'unit',
      run: (_, call, token) => testCapability(call, token),
    }),
  ],
  examples: [
    { setup: `${withCapabilities} (test-capability (m.C 1))`, code: '(m.f)', gives: 'true' },
    { setup: withCapabilities, code: '(test-capability (m.C 0))', gives: { fails: 'positive' } },
  ],
});

function testCapability(call: BuiltinCall, token: CapToken): MachineValue {
  const { machine } = call;
  const { meta } = defCapOf(machine, token, call.span);
  if (meta.kind !== 'unmanaged') installCapability(machine, token, 'test', call.span);
  const purpose = { scope: 'body', purpose: 'test' } as const;
  acquire(call.context, token, purpose, call.span, () => unit);
  return unit;
}
