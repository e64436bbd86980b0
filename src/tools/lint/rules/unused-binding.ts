import type { Rule } from '../define.ts';

export const unusedBinding: Rule = {
  name: 'unused-binding',
  summary: 'a variable of `let` or of `{ "field" := name }` is never used',
  severity: 'note',
  explanation: `A value that is computed or read but not used costs gas, and often means that a check was forgotten. Remove it, or
begin its name with \`_\` if it is needed there. Parameters are not checked: an interface may require them.`,
  bad: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun f:decimal (amount:decimal)
    (let ((fee (* amount 0.1)))
      amount)))`,
  good: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun f:decimal (amount:decimal)
    (let ((fee (* amount 0.1)))
      (- amount fee))))`,
  check: ({ bindings }) =>
    bindings
      .filter(({ kind, uses }) => (kind === 'let' || kind === 'field') && uses === 0)
      .filter(({ name }) => !name.startsWith('_'))
      .map(({ name, span }) => ({ span, message: `${name} is never used` })),
};
