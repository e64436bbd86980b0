import type { Expression } from '../../../lang/session/analyse.ts';
import type { Rule } from '../define.ts';
import { argumentsOf, calledName } from '../expressions.ts';
import { messagesIn } from '../messages.ts';
import { truthOf } from './constant-condition.ts';

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
  check: ({ bodies }) => messagesIn(bodies, messageOf),
};

function messageOf(expression: Expression): string | undefined {
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
