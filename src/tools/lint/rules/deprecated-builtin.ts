import type { Rule } from '../define.ts';
import { endedBuiltins } from '../builtins.ts';

export const deprecatedBuiltin: Rule = {
  name: 'deprecated-builtin',
  summary: 'a call of a builtin that Pact 5 removed',
  severity: 'warning',
  explanation: `Pact 5 dropped some builtins of Pact 4: a module that calls one cannot be deployed. Each has a successor or is no
longer needed; its documentation in the REPL says which. A definition with the same name is not reported.`,
  bad: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun three:[integer] ()
    (list 1 2 3)))`,
  good: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun three:[integer] ()
    [1 2 3]))`,
  check: ({ modules, authorities, bindings }) =>
    modules.flatMap((module) => {
      const local = new Set(bindings.map(({ name }) => name));
      const imported = module.external.some((each) => each.kind === 'use');
      const authority = authorities.get(module);
      return (authority?.calls() ?? []).flatMap(({ name, span }) => {
        const until = endedBuiltins.get(name);
        if (until === undefined || imported || local.has(name)) return [];
        return [{ span, message: `${name} was removed in Pact ${until}` }];
      });
    }),
};
