// `namespace` and `describe-namespace`

import { enforceGuard } from '../../eval/capabilities/guards.ts';
import { objectValue } from '../../values/value.ts';
import { builtin, overload, param } from '../define.ts';
import { enforceTopLevel } from '../restrictions.ts';
import { getNamespace } from './namespaces.ts';

const setup = `(env-data {"u": ["a"], "g": ["b"]})
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
    { setup, code: `(namespace 'shop)`, gives: '"Namespace set to shop"' },
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
      setup,
      code: `(at 'user-guard (describe-namespace 'shop))`,
      gives: 'KeySet {keys: [a],pred: keys-all}',
    },
    { code: `(describe-namespace 'none)`, gives: { fails: 'Namespace not found: none' } },
  ],
});
