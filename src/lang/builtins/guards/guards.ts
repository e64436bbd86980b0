// Creates and enforces guards. `enforce-guard` and `enforce-keyset` are one implementation under two names.

import { callingModule } from '../../eval/calls/modules.ts';
import {
  enforceGuard,
  enforceKeySetName,
  guardHolds,
  runningPactId,
} from '../../eval/capabilities/guards.ts';
import { type BuiltinCall, failed } from '../../state/builtin.ts';
import { CapabilityGuard, DefPactGuard, ModuleGuard } from '../../values/value.ts';
import { type Overload, builtin, overload, param } from '../define.ts';
import { chargeParse } from '../charges.ts';
import { enforceKeySetNameText } from './keysets.ts';

const module = `(module m G (defcap G () true)
  (defcap PAY (to:string) true)
  (defun by-module () (create-module-guard "mine"))
  (defun by-capability (to) (create-capability-guard (PAY to)))
  (defun open (g) (with-capability (PAY "Ann") (enforce-guard g)))
  (defpact p () (step (create-pact-guard "mine")))
  (defpact q () (step (create-capability-pact-guard (PAY "Ann")))))`;
const setup = `(begin-tx) ${module} (commit-tx)`;
const txId = 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g';

export const createModuleGuard = builtin({
  name: 'create-module-guard',
  since: '2.4',
  builtins: { 'create-module-guard': { number: 75, gas: { '5.0': 200 }, does: 'transaction' } },
  doc:
    'Creates a guard that passes while a function of this module is on the call stack, or if the ' +
    "module's governance passes. Deprecated: use `create-capability-guard`.",
  overloads: [
    overload({
      internal: 'create-module-guard',
      params: [param('name', 'string', 'A name for the guard; not checked.')],
      returns: 'guard',
      run(call, name) {
        warnDeprecated(call, 'Module guards have been deprecate');
        const caller = callingModule(call.machine);
        if (caller !== undefined) return new ModuleGuard(caller, name);
        return call.failBuiltin('create-module-guard: must call within module');
      },
    }),
  ],
  examples: [
    { setup, code: '(m.by-module)', gives: 'ModuleGuard {module: m,name: mine}' },
    { code: '(create-module-guard "mine")', gives: { fails: 'must call within module' } },
  ],
});

export const createPactGuard = builtin({
  name: 'create-pact-guard',
  since: '2.4',
  builtins: { 'create-pact-guard': { number: 76, gas: { '5.0': 200 }, does: 'transaction' } },
  doc:
    'Creates a guard that passes only within this run of the defpact. Deprecated: use ' +
    '`create-capability-pact-guard`.',
  overloads: [
    overload({
      internal: 'create-pact-guard',
      params: [param('name', 'string', 'A name for the guard; not checked.')],
      returns: 'guard',
      run(call, name) {
        warnDeprecated(call, 'Pact guards have been deprecated');
        return new DefPactGuard(runningPactId(call.machine, call.span), name);
      },
    }),
  ],
  examples: [
    { setup, code: `(typeof (m.p))`, gives: '"guard"' },
    {
      code: '(create-pact-guard "mine")',
      gives: { fails: 'currently not within defpact execution' },
    },
  ],
});

export const createCapabilityGuard = builtin({
  name: 'create-capability-guard',
  since: '4.3',
  builtins: { 'create-capability-guard': { number: 73, gas: { '5.0': 100 }, does: 'transaction' } },
  doc: 'Creates a guard that passes while the capability is granted.',
  overloads: [
    overload({
      internal: 'create-capability-guard',
      params: [param('capability', 'captoken', 'The capability; it is not acquired.')],
      returns: 'guard',
      run: (_call, { name, args }) => new CapabilityGuard(name.toQualified(), args, undefined),
    }),
  ],
  examples: [
    {
      setup,
      code: '(m.by-capability "Ann")',
      gives: 'CapabilityGuard {name: m.PAY,args: ["Ann"],pactId: }',
    },
    { setup, code: '(m.open (m.by-capability "Ann"))', gives: 'true' },
    {
      setup,
      code: '(m.open (m.by-capability "Bob"))',
      gives: { fails: 'Capability not acquired' },
    },
  ],
});

export const createCapabilityPactGuard = builtin({
  name: 'create-capability-pact-guard',
  since: '4.3',
  builtins: {
    'create-capability-pact-guard': { number: 74, gas: { '5.0': 100 }, does: 'transaction' },
  },
  doc: 'Creates a guard that passes while the capability is granted, within this run of the defpact.',
  overloads: [
    overload({
      internal: 'create-capability-pact-guard',
      params: [param('capability', 'captoken', 'The capability; it is not acquired.')],
      returns: 'guard',
      run: (call, { name, args }) =>
        new CapabilityGuard(name.toQualified(), args, runningPactId(call.machine, call.span)),
    }),
  ],
  examples: [
    { setup, code: `(contains "${txId}" (format "{}" [(m.q)]))`, gives: 'true' },
    {
      setup,
      code: '(create-capability-pact-guard (m.PAY "Ann"))',
      gives: { fails: 'currently not within defpact execution' },
    },
  ],
});

function warnDeprecated(call: BuiltinCall, what: string): void {
  const message = `${what} and will be removed in a future release, please switch to capability guards`;
  const warning = { kind: 'deprecated-builtin', builtin: call.builtin.name, message } as const;
  call.machine.environment.warn(warning, call.span);
}

// `enforce-guard` and `enforce-keyset`: one implementation under two names.

const signed = `(env-data {"ks": ["a"]}) (env-keys ["a"]) (define-keyset 'admin (read-keyset 'ks))`;
const unsigned = `${signed} (env-keys [])`;

export const enforceGuardBuiltin = builtin({
  name: 'enforce-guard',
  since: '2.4',
  builtins: { 'enforce-guard': { number: 57, gas: { '5.0': 2_000 }, does: 'reads' } },
  doc: 'Returns true if the guard passes; fails otherwise. A string is the name of a defined keyset.',
  types: { 'enforce-guard': ['EnforceRead a => a -> bool'] },
  overloads: overloadsOf('enforce-guard'),
  examples: [
    { setup: signed, code: `(enforce-guard 'admin)`, gives: 'true' },
    { setup: signed, code: `(enforce-guard (read-keyset 'ks))`, gives: 'true' },
    {
      setup: unsigned,
      code: `(enforce-guard (keyset-ref-guard 'admin))`,
      gives: { fails: 'Keyset failure (keys-all): [a...]' },
    },
  ],
});

export const enforceKeyset = builtin({
  name: 'enforce-keyset',
  since: '1.0',
  builtins: { 'enforce-keyset': { number: 58, gas: { '5.0': 2_000 }, does: 'reads' } },
  doc: 'Returns true if the signatures satisfy the keyset; fails otherwise. The same as `enforce-guard`.',
  types: { 'enforce-keyset': ['EnforceRead a => a -> bool'] },
  overloads: overloadsOf('enforce-keyset'),
  examples: [
    { setup: signed, code: `(enforce-keyset 'admin)`, gives: 'true' },
    {
      setup: unsigned,
      code: `(enforce-keyset 'admin)`,
      gives: { fails: 'Keyset failure (keys-all): [a...]' },
    },
    { code: `(enforce-keyset 'none)`, gives: { fails: `Cannot find keyset in database: 'none` } },
  ],
});

function overloadsOf(internal: string): readonly Overload[] {
  return [
    overload({
      internal,
      params: [param('guard', 'guard', 'The guard.')],
      returns: 'bool',
      run(call, guard) {
        enforceGuard(call.context, guard, call.span);
        return true;
      },
      attempt: (call, guard) => guardHolds(call.context, guard, call.span) || failed,
    }),
    overload({
      internal,
      params: [param('keyset', 'string', 'The name of a defined keyset.')],
      returns: 'bool',
      run(call, keyset) {
        chargeParse(call, keyset);
        enforceKeySetName(call.context, enforceKeySetNameText(call, keyset), call.span);
        return true;
      },
    }),
  ];
}
