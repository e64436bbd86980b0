// `define-namespace`

import { sizeOfNamespace } from '../../core/size/module-size.ts';
import type { Namespace } from '../../core/model/defpact.ts';
import { withMagicCapability } from '../../eval/capabilities/acquire.ts';
import { enforceGuard } from '../../eval/capabilities/guards.ts';
import { getMember } from '../../eval/calls/modules.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { functionOf } from '../../eval/compile/reference.ts';
import { writeNamespace } from '../../eval/calls/storage.ts';
import { DefunClosure } from '../../state/value.ts';
import { isNamespaceName } from '../../values/text/names-parse.ts';
import { FullyQualifiedName, type QualifiedName } from '../../values/names.ts';
import { builtin, overload, param } from '../define.ts';
import { enforceTopLevel } from '../restrictions.ts';
import { chargeWrite } from '../storage-charges.ts';
import { findNamespace } from './namespaces.ts';

const setup = '(env-data {"u": ["a"], "g": ["b"]})';
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
    { setup, code, gives: '"Namespace defined: shop"' },
    {
      setup: `${setup} ${code}`,
      code,
      gives: { fails: 'Keyset failure (keys-all): [b...]' },
    },
    {
      setup,
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
