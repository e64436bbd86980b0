import type { Rule } from '../define.ts';

export const shadowedBinding: Rule = {
  name: 'shadowed-binding',
  summary: 'a variable hides another one of the same function',
  severity: 'note',
  explanation: `Where a name means two things in one function, a later change easily takes the wrong one. A variable that is made
from the one that it hides, as in \`(let ((name (take 10 name))) ...)\`, is not reported,
nor is one that takes the name of its field, as in \`{ "account" := account }\`.`,
  bad: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun total:integer (items:[integer] fee:integer)
    (fold (lambda (sum fee) (+ sum fee)) fee items)))`,
  good: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun total:integer (items:[integer] fee:integer)
    (fold (lambda (sum item) (+ sum item)) fee items)))`,
  check: ({ bindings }) =>
    bindings.flatMap(({ name, span, kind, hides, refines }) => {
      if (hides === undefined || refines || kind === 'field' || name.startsWith('_')) return [];
      const line = hides.span.startPosition.line + 1;
      return [{ span, message: `${name} hides the ${name} of line ${line}` }];
    }),
};
