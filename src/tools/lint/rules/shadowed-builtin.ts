import { findShadows } from '../../../lang/session/analyse.ts';
import type { Rule } from '../define.ts';
import { builtinNames } from '../builtins.ts';

export const shadowedBuiltin: Rule = {
  name: 'shadowed-builtin',
  summary: 'a definition or variable has the name of a builtin',
  severity: 'warning',
  explanation: `A builtin takes precedence over every other name, so a definition or variable with the same name cannot be used:
the code gets the builtin instead. Choose another name. Scripts that load such code fail, but chains accept it. Both
accept \`{ "hash" := hash }\`.`,
  bad: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun f:integer (length:integer)
    (+ length 1)))`,
  good: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun f:integer (size:integer)
    (+ size 1)))`,
  check: ({ forms, bindings }) => [
    ...findShadows(forms, {
      lookup: (name) => (builtinNames.has(name) ? { internal: name } : undefined),
    }).map(({ name, place, span }) => ({ span, message: wins(name, place) })),
    ...bindings
      .filter(({ kind, name }) => kind === 'field' && builtinNames.has(name))
      .map(({ name, span }) => ({ span, message: wins(name, 'bound here') })),
  ],
};

const wins = (name: string, place: string): string =>
  `${name} is a builtin, which takes precedence over the name ${place}`;
