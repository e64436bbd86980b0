// Guards that depend on where the code runs: `create-module-guard`, `create-pact-guard`,
// `create-capability-guard`, `create-capability-pact-guard`.

import { callingModule } from '../../eval/calls/modules.ts';
import { runningPactId } from '../../eval/capabilities/guards.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { CapabilityGuard, DefPactGuard, ModuleGuard } from '../../values/value.ts';
import { builtin, overload, param } from '../define.ts';

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
