import type { Expression } from '../../../lang/session/analyse.ts';
import type { Rule } from '../define.ts';
import { argumentsOf, calledName } from '../expressions.ts';
import { messagesIn } from '../messages.ts';
import { truthOf } from './constant-condition.ts';

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
  check: ({ bodies }) => messagesIn(bodies, messageOf),
};

function messageOf(expression: Expression): string | undefined {
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
