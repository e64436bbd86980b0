import type { Rule } from '../define.ts';

export const shadowedBinding: Rule = {
  name: 'shadowed-binding',
  summary: 'a variable hides another one of the same function',
  severity: 'note',
  explanation: `If a name means two things in one function, a later change can easily use the wrong one. Not reported: a variable
computed from the one that it hides, as in \`(let ((name (take 10 name))) ...)\`, and one with the name of its field, as in
\`{ "account" := account }\`.`,
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
      // Two parameters: the rule duplicate-name finds them.
      if (kind === 'parameter') return [];
      const line = hides.span.startPosition.line + 1;
      return [{ span, message: `${name} hides the ${name} in line ${line}` }];
    }),
};
