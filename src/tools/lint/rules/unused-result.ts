import { walkExpressions, type Expression } from '../../../lang/session/analyse.ts';
import type { Found, Rule } from '../define.ts';
import { bodyOf, calledName } from '../expressions.ts';

export const unusedResult: Rule = {
  name: 'unused-result',
  summary: 'the result of a comparison or computation is not used',
  severity: 'warning',
  explanation: `Only the last expression of a body gives its value; the others run for their effects. A comparison there has no
effect; usually an \`enforce\` around it was forgotten.`,
  bad: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun f:decimal (amount:decimal)
    (> amount 0.0)
    (* amount 2.0)))`,
  good: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun f:decimal (amount:decimal)
    (enforce (> amount 0.0) "amount is positive")
    (* amount 2.0)))`,
  check: ({ bodies }) => {
    const found: Found[] = [];
    for (const { expressions } of bodies) {
      reportUnused(expressions, found);
      walkExpressions(expressions, (expression) => reportUnused(bodyOf(expression), found));
    }
    return found;
  },
};

/** Builtins without effects, whose result is rarely dropped on purpose. */
const pure = new Set([
  ...['=', '!=', '<', '<=', '>', '>=', 'not', 'and?', 'or?', 'not?'],
  ...['+', '-', '*', '/', 'mod', 'contains', 'is-charset', 'is-principal', 'length', 'typeof'],
]);

function reportUnused(body: readonly Expression[], found: Found[]): void {
  for (const expression of body.slice(0, -1)) {
    const name = calledName(expression);
    if (name === undefined || !pure.has(name)) continue;
    const message = `the result of ${name} is not used; is an enforce missing?`;
    found.push({ span: expression.span, message });
  }
}
