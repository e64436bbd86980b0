// Builtins for capabilities, events, verifiers and module admin.

import { acquireModuleAdmin } from '../../eval/capabilities/guards.ts';
import { emitCheckedEvent, enforceModuleAccess, getModule } from '../../eval/calls/modules.ts';
import { builtin, overload, param } from '../define.ts';
import { composeCapability, composeTriedCapability } from '../../eval/capabilities/acquire.ts';
import { enforceInDefcap } from '../registry.ts';
import { defCapOf, installCapability, qualify } from '../../eval/capabilities/install.ts';
import { isBeingEvaluated, isOnStack, stackSize } from '../../state/capabilities.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { render } from '../../../base/doc.ts';
import { gasLabels } from '../../gas/labels.ts';
import { prettyCall } from '../../values/text/pretty.ts';
import { charge } from '../charges.ts';

const adminSetup = `(begin-tx)
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
      setup: `${adminSetup} (env-data {"admin": true})`,
      code: '(acquire-module-admin m)',
      gives: '"Module admin for module m acquired"',
    },
    {
      setup: `${adminSetup} (env-data {"admin": true}) (acquire-module-admin m)`,
      code: '(insert m.t "k" {"n": 1})',
      gives: '"Write succeeded"',
    },
    {
      setup: `${adminSetup} (env-data {"admin": false})`,
      code: '(acquire-module-admin m)',
      gives: { fails: 'no admin' },
    },
  ],
});

const composeSetup = `(begin-tx) (module m G (defcap G () true)
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
    { setup: composeSetup, code: '(m.transfer "Ann")', gives: 'true' },
    { setup: composeSetup, code: '(m.transfer "")', gives: { fails: 'who?' } },
    {
      setup: composeSetup,
      code: '(m.astray)',
      gives: { fails: 'native must be called within a defcap body' },
    },
  ],
});

const eventSetup = `(begin-tx) (module m G (defcap G () true)
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
    { setup: eventSetup, code: '(m.pay "Ann")', gives: 'true' },
    {
      setup: `${eventSetup} (m.pay "Ann")`,
      code: `(map (at 'name) (env-events true))`,
      gives: '["m.PAID"]',
    },
    { setup: eventSetup, code: '(m.wrong)', gives: { fails: 'Invalid event capability m.PLAIN' } },
    {
      setup: eventSetup,
      code: '(emit-event (m.PAID "Ann"))',
      gives: { fails: 'Module admin necessary' },
    },
  ],
});

const module = `(begin-tx) (module m G (defcap G () true)
  (defcap MINT (to:string) (enforce-verifier "bridge"))
  (defun mint (to) (with-capability (MINT to) "minted"))) (commit-tx)`;
const verifierSetup = `${module} (env-verifiers [{"name": "bridge", "caps": [(m.MINT "Ann")]}])`;

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
    { setup: verifierSetup, code: '(m.mint "Ann")', gives: '"minted"' },
    {
      setup: verifierSetup,
      code: '(m.mint "Bob")',
      gives: { fails: 'Verifier failure bridge: not in scope' },
    },
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

const installSetup = `(begin-tx) (module m G (defcap G () true)
  (defcap PLAIN () true)
  (defcap SPEND (amount:decimal) @managed amount left true)
  (defun left:decimal (have:decimal want:decimal)
    (enforce (<= want have) "too much") (- have want))
  (defun spend (amount) (with-capability (SPEND amount) "spent"))) (commit-tx)`;
const installed = `${installSetup} (install-capability (m.SPEND 5.0))`;

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
    {
      setup: installSetup,
      code: '(install-capability (m.SPEND 5.0))',
      gives: '"Installed capability"',
    },
    { setup: installed, code: '(m.spend 3.0)', gives: '"spent"' },
    { setup: installed, code: '(m.spend 6.0)', gives: { fails: 'too much' } },
    {
      setup: installed,
      code: '(install-capability (m.SPEND 1.0))',
      gives: { fails: 'Capability already installed: (m.SPEND 1.0)' },
    },
    {
      setup: installSetup,
      code: '(install-capability (m.PLAIN))',
      gives: { fails: 'capability is not managed and cannot be installed: m.PLAIN' },
    },
  ],
});

const requireSetup = `(begin-tx) (module m G (defcap G () true)
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
    { setup: requireSetup, code: '(m.pay "Ann")', gives: 'true' },
    {
      setup: requireSetup,
      code: '(m.paid "Ann")',
      gives: { fails: 'require-capability: not granted: (m.PAY "Ann")' },
    },
  ],
});
