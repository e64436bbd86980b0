// `expect-failure`
// Source: pact-repl/Pact/Core/Repl/Runtime/ReplBuiltin.hs (coreExpectFailure).

import {
  builtin,
  type BuiltinDefinition,
  type Closure,
  type MachineValue,
  type NativeCall,
  overload,
  param,
  prettyMachineValue,
} from '../../../lang/session/index.ts';
import type { ReplEngine } from '../../engine.ts';
import { causeOf } from '../../failure-cause.ts';
import { failed, passed } from './outcome.ts';

export const expectFailureNative = (repl: ReplEngine): BuiltinDefinition =>
  builtin({
    name: 'expect-failure',
    since: '1.0',
    doc: `Evaluates an expression that should fail; with \`message\`, the text of the error must
      contain it. State is brought back as before, database writes are not.`,
    overloads: [
      overload({
        internal: 'expect-failure',
        params: [
          param('doc', 'string', 'What is tested.'),
          param('expression', 'closure', 'What should fail.'),
        ],
        returns: 'string',
        run: (call, doc, expression) => expectFailure(repl, call, doc, undefined, expression),
      }),
      overload({
        internal: 'expect-failure-match',
        params: [
          param('doc', 'string', 'What is tested.'),
          param('message', 'string', 'A part of the error text.'),
          param('expression', 'closure', 'What should fail.'),
        ],
        returns: 'string',
        run: (call, doc, message, expression) =>
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
  engine: ReplEngine,
  call: NativeCall,
  doc: string,
  message: string | undefined,
  expression: Closure,
): MachineValue {
  const tried = engine.machine.attempt(() => call.apply(expression, []));
  if (tried.kind === 'done') {
    const value = prettyMachineValue(tried.value);
    const text =
      message === undefined
        ? `FAILURE: ${doc}: expected failure, got result`
        : `FAILURE: ${message}: expected failure, got result: ${value}`;
    return failed(engine, call, doc, {
      message: text,
      summary:
        message === undefined ? 'should have failed' : `should have failed with '${message}'`,
      compared: { expected: undefined, received: value },
    });
  }
  if (message === undefined) return passed(engine, call, doc, `Expect failure: Success: ${doc}`);
  const text = engine.textOf(tried.error);
  if (text.includes(message)) return passed(engine, call, doc, `Expect failure: Success: ${doc}`);
  const cause = causeOf(engine, tried.error);
  return failed(engine, call, doc, {
    message: `FAILURE: ${doc}: expected error message '${message}', got '${text}'`,
    summary: `failed with another error than expected: ${cause.message}`,
    compared: { expected: message, received: text },
    cause,
  });
}
