// `expect-failure`
// Source: pact-repl/Pact/Core/Repl/Runtime/ReplBuiltin.hs (coreExpectFailure).

import {
  type Closure,
  type MachineValue,
  type BuiltinCall,
  param,
} from '../../../../lang/session/extend.ts';
import { prettyMachineValue } from '../../../../lang/session/run.ts';
import type { ReplParts } from '../../context.ts';
import { causeOf } from '../../failure-cause.ts';
import { failed, passed } from './outcome.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const expectFailureBuiltin = replBuiltin(['expectations', 'legacy', 'linesFrom', 'textOf'], {
  name: 'expect-failure',
  since: '1.0',
  doc: `Evaluates an expression that should fail; with \`message\`, the error message must contain it.
      State is restored afterwards, except for database writes.`,
  overloads: [
    replOverload({
      internal: 'expect-failure',
      params: [
        param('doc', 'string', 'What is tested.'),
        param('expression', 'closure', 'What should fail.'),
      ],
      returns: 'string',
      run: (repl, call, doc, expression) => expectFailure(repl, call, doc, undefined, expression),
    }),
    replOverload({
      internal: 'expect-failure-match',
      params: [
        param('doc', 'string', 'What is tested.'),
        param('message', 'string', 'A part of the error text.'),
        param('expression', 'closure', 'What should fail.'),
      ],
      returns: 'string',
      run: (repl, call, doc, message, expression) =>
        expectFailure(repl, call, doc, message, expression),
    }),
  ],
  examples: [
    {
      code: '(expect-failure "no" "lost" (enforce false "all is lost"))',
      gives: '"Expect failure: Success: no"',
    },
    {
      code: '(expect-failure "fine" (+ 1 2))',
      gives: '"FAILURE: fine: expected failure, got result"',
    },
  ],
});

function expectFailure(
  repl: ReplParts<'expectations' | 'legacy' | 'linesFrom' | 'textOf'>,
  call: BuiltinCall,
  doc: string,
  message: string | undefined,
  expression: Closure,
): MachineValue {
  const tried = call.machine.attempt(() => call.apply(expression, []));
  if (tried.ok) {
    const value = prettyMachineValue(tried.value);
    const text =
      message === undefined
        ? `FAILURE: ${doc}: expected failure, got result`
        : `FAILURE: ${message}: expected failure, got result: ${value}`;
    return failed(repl, call, doc, {
      message: text,
      summary:
        message === undefined ? 'should have failed' : `should have failed with '${message}'`,
      compared: { expected: undefined, received: value },
    });
  }
  if (message === undefined) return passed(repl, call, doc, `Expect failure: Success: ${doc}`);
  const text = repl.textOf(tried.fault);
  if (text.includes(message)) return passed(repl, call, doc, `Expect failure: Success: ${doc}`);
  const cause = causeOf(repl, tried.fault);
  return failed(repl, call, doc, {
    message: `FAILURE: ${doc}: expected error message '${message}', got '${text}'`,
    summary: `failed with a different error than expected: ${cause.message}`,
    compared: { expected: message, received: text },
    cause,
  });
}
