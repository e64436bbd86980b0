import { findShadows } from '../../lang/session/index.ts';
import type { Rule } from '../define.ts';
import { nativeNames } from '../natives.ts';

export const shadowedNative: Rule = {
  name: 'shadowed-native',
  summary: 'a definition or variable has the name of a native',
  severity: 'warning',
  explanation: `Natives win over every other name, so a definition or variable of the same name cannot be used: the code that
seems to use it calls the native. Choose another name.`,
  bad: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun f:integer (length:integer)
    (+ length 1)))`,
  good: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun f:integer (size:integer)
    (+ size 1)))`,
  check: ({ forms }) =>
    findShadows(forms, {
      lookup: (name) => (nativeNames.has(name) ? { internal: name } : undefined),
    }).map(({ name, place, span }) => ({
      span,
      message: `${name} hides the native of that name ${place}`,
    })),
};
