import type { Rule } from '../define.ts';
import { endedNatives } from '../natives.ts';

export const deprecatedNative: Rule = {
  name: 'deprecated-native',
  summary: 'a native is called that newer releases do not have',
  severity: 'warning',
  explanation: `Some natives of Pact 4 are gone in Pact 5: a module that calls one cannot be deployed. Each of them has a
successor or is not needed any more; its documentation in the REPL says which. A definition of the same name is no native.`,
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
        const until = endedNatives.get(name);
        if (until === undefined || imported || local.has(name)) return [];
        return [{ span, message: `${name} ended with Pact ${until}` }];
      });
    }),
};
