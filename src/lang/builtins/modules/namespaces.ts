// Namespaces: reads stored ones and charges for it, enters and defines them.

import { sizeOfNamespace } from '../../core/size/module-size.ts';
import type { Namespace } from '../../core/model/defpact.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { chargeNameRead, chargeRead, chargeWrite } from '../charges.ts';
import { enforceGuard } from '../../eval/capabilities/guards.ts';
import { objectValue } from '../../values/value.ts';
import { builtin, overload, param } from '../define.ts';
import { enforceTopLevel } from '../registry.ts';
import { withMagicCapability } from '../../eval/capabilities/acquire.ts';
import { getMember } from '../../eval/calls/modules.ts';
import { functionOf } from '../../eval/compile/reference.ts';
import { writeNamespace } from '../../eval/calls/storage.ts';
import { DefunClosure } from '../../state/value.ts';
import { isNamespaceName } from '../../values/text/names-parse.ts';
import { FullyQualifiedName, type QualifiedName } from '../../values/names.ts';

export function findNamespace(call: BuiltinCall, name: string): Namespace | undefined {
  chargeNameRead(call, name);
  const namespace = call.machine.database.readNamespace(name);
  if (namespace !== undefined) chargeRead(call, (budget) => sizeOfNamespace(namespace, budget));
  return namespace;
}

export function getNamespace(call: BuiltinCall, name: string): Namespace {
  return findNamespace(call, name) ?? call.fail('NamespaceNotFound', { namespace: name });
}

const definedSetup = `(env-data {"u": ["a"], "g": ["b"]})
  (define-namespace 'shop (read-keyset 'u) (read-keyset 'g))`;

export const namespaceBuiltin = builtin({
  name: 'namespace',
  since: '2.4',
  builtins: { namespace: { number: 113, gas: { '5.0': 100 }, does: 'reads' } },
  doc:
    'Enters a namespace: its name is put in front of the names of everything installed from now on. ' +
    'The empty string leaves the namespace. No guard is enforced until something is installed. Works ' +
    'only at top level.',
  overloads: [
    overload({
      internal: 'namespace',
      params: [param('name', 'string', 'The namespace, or the empty string.')],
      returns: 'string',
      run(call, name) {
        enforceTopLevel(call);
        const { loaded } = call.machine;
        if (name === '' && !call.machine.hasFlag('DisablePact47')) {
          loaded.namespace = undefined;
          return 'Namespace reset to root';
        }
        const namespace = getNamespace(call, name);
        if (call.machine.hasFlag('DisablePact44')) {
          enforceGuard(call.context, namespace.user, call.span);
        }
        loaded.namespace = namespace;
        return `Namespace set to ${name}`;
      },
    }),
  ],
  examples: [
    { setup: definedSetup, code: `(namespace 'shop)`, gives: '"Namespace set to shop"' },
    { code: '(namespace "")', gives: '"Namespace reset to root"' },
    { code: `(namespace 'none)`, gives: { fails: 'Namespace not found: none' } },
  ],
});

export const describeNamespace = builtin({
  name: 'describe-namespace',
  since: '4.3',
  builtins: { 'describe-namespace': { number: 115, gas: { '5.0': 100_000 }, does: 'reads' } },
  doc: 'Returns the name and guards of a namespace as an object.',
  types: {
    'describe-namespace': [
      'string -> object{admin-guard: guard, namespace-name: string, user-guard: guard}',
    ],
  },
  overloads: [
    overload({
      internal: 'describe-namespace',
      params: [param('name', 'string', 'The namespace.')],
      returns: 'object',
      run(call, name) {
        const { user, admin } = getNamespace(call, name);
        return objectValue([
          ['admin-guard', admin],
          ['namespace-name', name],
          ['user-guard', user],
        ]);
      },
    }),
  ],
  examples: [
    {
      setup: definedSetup,
      code: `(at 'user-guard (describe-namespace 'shop))`,
      gives: 'KeySet {keys: [a],pred: keys-all}',
    },
    { code: `(describe-namespace 'none)`, gives: { fails: 'Namespace not found: none' } },
  ],
});

const keysetsSetup = '(env-data {"u": ["a"], "g": ["b"]})';
const code = `(define-namespace 'shop (read-keyset 'u) (read-keyset 'g))`;

export const defineNamespace = builtin({
  name: 'define-namespace',
  since: '2.4',
  builtins: { 'define-namespace': { number: 114, gas: { '5.0': 25_000 }, does: 'writes' } },
  doc:
    'Defines a namespace. The user guard is enforced when code is installed in the namespace, the ' +
    'admin guard when the namespace is redefined. The policy of the chain decides whether a new ' +
    'namespace may be defined. Works only at top level.',
  overloads: [
    overload({
      internal: 'define-namespace',
      params: [
        param('name', 'string', 'A letter, then letters, digits and special characters.'),
        param('user', 'guard', 'The guard for installing in the namespace.'),
        param('admin', 'guard', 'The guard for redefining the namespace.'),
      ],
      returns: 'string',
      run(call, name, user, admin) {
        enforceTopLevel(call);
        if (!isNamespaceName(name)) call.failBuiltin('invalid namespace format');
        const namespace = { name, user, admin };
        const existing = findNamespace(call, name);
        if (existing === undefined) enforcePolicy(call, namespace);
        else enforceAdmin(call, existing);
        chargeWrite(call, (budget) => sizeOfNamespace(namespace, budget));
        writeNamespace(call.context, namespace, call.span);
        return `Namespace defined: ${name}`;
      },
    }),
  ],
  examples: [
    { setup: keysetsSetup, code, gives: '"Namespace defined: shop"' },
    {
      setup: `${keysetsSetup} ${code}`,
      code,
      gives: { fails: 'Keyset failure (keys-all): [b...]' },
    },
    {
      setup: keysetsSetup,
      code: `(define-namespace "1" (read-keyset 'u) (read-keyset 'g))`,
      gives: { fails: 'invalid namespace format' },
    },
  ],
});

function enforceAdmin(call: BuiltinCall, { name, admin }: Namespace): void {
  const { machine, context, span } = call;
  withMagicCapability(machine, 'DEFINE_NAMESPACE', name, span, () =>
    enforceGuard(context, admin, span),
  );
}

function enforcePolicy(call: BuiltinCall, { name, admin }: Namespace): void {
  const policy = call.machine.environment.namespacePolicy;
  if (policy.kind === 'simple') return;
  const allowed = call.value(call.apply(managerOf(call, policy.manager), [name, admin]));
  if (allowed === false) call.failBuiltin('Namespace definition not permitted');
  if (allowed !== true) call.failBuiltin('Namespace manager function returned an invalid value');
}

function managerOf(call: BuiltinCall, manager: QualifiedName): DefunClosure {
  const { machine, context, span } = call;
  const { def, hash } = getMember(machine, manager, span);
  if (def.kind !== 'defun') {
    return call.failBuiltin('Fatal error: namespace manager function is not a defun');
  }
  const name = new FullyQualifiedName(manager.module, manager.name, hash);
  return new DefunClosure(name, functionOf(machine, def, name), context);
}
