// Rules about conditions and booleans.

import type { Expression } from '../../../lang/session/analyse.ts';
import { argumentsOf, calledName, messagesIn } from '../expressions.ts';
import type { Rule } from '../rule.ts';

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
  check: ({ bodies }) => messagesIn(bodies, constantMessage),
};

function constantMessage(expression: Expression): string | undefined {
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

export const condDefault: Rule = {
  name: 'cond-default',
  summary: 'the last part of `cond` has a condition',
  severity: 'warning',
  explanation: `The last part of \`cond\` is the default: a value without a condition. With a condition it is a call of something
that is no function, which fails as soon as no other clause applies. The module can be deployed and fails only later.
Write the value alone, or add a default after the last clause.`,
  bad: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun sign:string (x:integer)
    (cond ((< x 0) "negative") ((> x 0) "positive") (true "zero"))))`,
  good: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun sign:string (x:integer)
    (cond ((< x 0) "negative") ((> x 0) "positive") "zero")))`,
  check: ({ bodies }) => messagesIn(bodies, defaultMessage),
};

function defaultMessage(expression: Expression): string | undefined {
  if (calledName(expression) !== 'cond') return undefined;
  const last = argumentsOf(expression).at(-1);
  if (last?.kind !== 'application') return undefined;
  if (truthOf(last.head) === true) {
    return 'the last part of cond is the default and has no condition: remove `true` and its parentheses';
  }
  // A value, or the result of a call: a clause such as ((= x 0) "zero").
  if (last.head.kind !== 'constant' && last.head.kind !== 'application') return undefined;
  return 'the last part of cond is a clause with a condition: add a default value after it';
}

export const redundantBoolean: Rule = {
  name: 'redundant-boolean',
  summary: 'a boolean is compared with `true` or `false`, or converted to itself',
  severity: 'note',
  explanation: `\`(if x true false)\` and \`(= x true)\` are \`x\`; \`(if x false true)\` and \`(= x false)\` are \`(not x)\`. The short form
means the same and costs less gas.`,
  bad: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun is-rich:bool (balance:decimal)
    (if (> balance 1000.0) true false)))`,
  good: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun is-rich:bool (balance:decimal)
    (> balance 1000.0)))`,
  check: ({ bodies }) => messagesIn(bodies, booleanMessage),
};

function booleanMessage(expression: Expression): string | undefined {
  const name = calledName(expression);
  const [first, second, third] = argumentsOf(expression);
  if (name === 'if') {
    const [yes, no] = [truthOf(second), truthOf(third)];
    if (yes === undefined || no === undefined || yes === no) return undefined;
    return yes ? 'write only the condition' : 'write (not ...) of the condition';
  }
  // With one argument it is a function: (where "done" (= true)).
  if (name !== '=' || second === undefined || third !== undefined) return undefined;
  const value = truthOf(first) ?? truthOf(second);
  if (value === undefined) return undefined;
  return `comparison with ${value}: write ${value ? 'only the other value' : '(not ...) of the other value'}`;
}
