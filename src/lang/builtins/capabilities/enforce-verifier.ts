// `enforce-verifier`

import { isBeingEvaluated } from '../../state/capabilities.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { builtin, overload, param } from '../define.ts';
import { enforceInDefcap } from '../restrictions.ts';

const module = `(begin-tx) (module m G (defcap G () true)
  (defcap MINT (to:string) (enforce-verifier "bridge"))
  (defun mint (to) (with-capability (MINT to) "minted"))) (commit-tx)`;
const setup = `${module} (env-verifiers [{"name": "bridge", "caps": [(m.MINT "Ann")]}])`;

export const enforceVerifier = builtin({
  name: 'enforce-verifier',
  since: '4.11',
  builtins: { 'enforce-verifier': { number: 128, gas: { '5.0': 10_000 }, does: 'transaction' } },
  doc:
    'Returns true if the transaction has the verifier for the capability whose body is running; fails ' +
    'otherwise. Works only directly in the body of a defcap.',
  overloads: [
    overload({
      internal: 'enforce-verifier',
      params: [param('verifier', 'string', 'The name of the verifier.')],
      returns: 'bool',
      run(call, verifier) {
        enforceInDefcap(call);
        const scopes = call.machine.environment.verifiers.get(verifier);
        if (scopes === undefined) return failVerifier(call, verifier, 'not in transaction');
        const { beingEvaluated } = call.machine.capabilities;
        if (scopes.some((each) => isBeingEvaluated(beingEvaluated, each))) return true;
        return failVerifier(call, verifier, 'not in scope');
      },
    }),
  ],
  examples: [
    { setup, code: '(m.mint "Ann")', gives: '"minted"' },
    { setup, code: '(m.mint "Bob")', gives: { fails: 'Verifier failure bridge: not in scope' } },
    {
      setup: module,
      code: '(m.mint "Ann")',
      gives: { fails: 'Verifier failure bridge: not in transaction' },
    },
  ],
});

function failVerifier(call: BuiltinCall, verifier: string, cause: string): never {
  return call.fail('VerifierFailure', { verifier, cause });
}
