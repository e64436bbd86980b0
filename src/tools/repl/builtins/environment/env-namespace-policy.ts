// `env-namespace-policy`: sets the rules for defining namespaces.

import { getMember } from '../../../../lang/session/run.ts';
import { param } from '../../../../lang/session/extend.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const envNamespacePolicy = replBuiltin(['environment'], {
  name: 'env-namespace-policy',
  since: '3.0',
  doc: `Installs the function that decides whether a namespace may be defined, and sets whether
      modules may be installed in the root namespace.`,
  overloads: [
    replOverload({
      internal: 'env-namespace-policy',
      params: [
        param('allow-root', 'bool', 'Whether modules may be installed without a namespace.'),
        param('policy', 'closure', 'A defun of the name and its admin guard that returns a bool.'),
      ],
      returns: 'string',
      run: (repl, call, allowRoot, policy) => {
        if (policy.closure !== 'defun') return call.failArguments([allowRoot, policy]);
        if (policy.code.arity !== 2) {
          call.failBuiltin('Namespace manager function has invalid argument length');
        }
        const manager = policy.name.toQualified();
        if (getMember(call.machine, manager, call.span).def.kind !== 'defun') {
          call.refuse('invalid namespace manager function type');
        }
        repl.environment.namespacePolicy = { kind: 'smart', allowRoot, manager };
        return 'Installed namespace policy';
      },
    }),
  ],
  examples: [
    {
      setup: '(module m G (defcap G () true) (defun may:bool (name:string admin:guard) true))',
      code: '(env-namespace-policy true m.may)',
      gives: '"Installed namespace policy"',
    },
    {
      setup: '(module m G (defcap G () true) (defun may:bool (name:string) true))',
      code: '(env-namespace-policy true m.may)',
      gives: { fails: 'invalid argument length' },
    },
  ],
});
