import type { Expression } from '../../../lang/session/analyse.ts';
import type { Rule } from '../define.ts';
import { argumentsOf, calledName } from '../expressions.ts';
import { messagesIn } from '../messages.ts';

export const constantCondition: Rule = {
  name: 'constant-condition',
  summary: 'a condition is the constant `true` or `false`',
  severity: 'warning',
  explanation: `\`(enforce true ...)\` enforces nothing, and one branch of \`(if true ...)\` never runs. Such conditions are often
left over from a test. An alternative \`true\` in \`enforce-one\` hides that all others fail. \`(enforce false "...")\`
fails on purpose and is not reported.`,
  bad: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun f:bool (amount:decimal)
    (enforce true "amount is positive")))`,
  good: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun f:bool (amount:decimal)
    (enforce (> amount 0.0) "amount is positive")))`,
  check: ({ bodies }) => messagesIn(bodies, messageOf),
};

function messageOf(expression: Expression): string | undefined {
  const name = calledName(expression);
  const [condition] = argumentsOf(expression);
  const value = truthOf(condition);
  if (name === 'enforce' && value === true) return 'this enforces nothing';
  if (name === 'enforce-one' && alternatives(expression).some((each) => truthOf(each) === true)) {
    return 'one alternative is always true: this enforces nothing';
  }
  if (name === 'if' && value !== undefined) return `this condition is always ${value}`;
  return undefined;
}

function alternatives(expression: Expression): readonly Expression[] {
  const [, list] = argumentsOf(expression);
  return list?.kind === 'list' ? list.items : [];
}

export function truthOf(expression: Expression | undefined): boolean | undefined {
  if (expression?.kind !== 'constant' || expression.literal.kind !== 'bool') return undefined;
  return expression.literal.value;
}
