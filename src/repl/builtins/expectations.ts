// expect, expect-failure, expect-that, print: what tests are made of. A failed expectation is recorded and the script
// goes on.
// Source: pact-repl/Pact/Core/Repl/Runtime/ReplBuiltin.hs; decisions on the result texts: docs/decisions/0007.

import {
  builtin,
  equalValues,
  errorText,
  isClosure,
  overload,
  param,
  prettyMachineValue,
  unit,
  type BuiltinDefinition,
  type Closure,
  type MachineValue,
  type NativeCall,
} from '../../lang/session/index.ts';
import type { ReplEngine } from '../engine.ts';

type Repl = () => ReplEngine;

export const expectationBuiltins = (repl: Repl): readonly BuiltinDefinition[] => [
  builtin({
    name: 'expect',
    since: '1.0',
    doc: 'Evaluates `actual`, then `expected`, and compares them. The result says how it went; a difference or an error of `actual` is recorded as a failed test and the script goes on.',
    overloads: [
      overload({
        internal: 'expect',
        params: [
          param('doc', 'string', 'What is tested.'),
          param('expected', 'closure', 'The value that should come.'),
          param('actual', 'closure', 'The expression under test.'),
        ],
        returns: 'string',
        run: (call, doc, expected, actual) => expect(repl(), call, doc, expected, actual),
      }),
    ],
    examples: [
      { code: '(expect "sum" 3 (+ 1 2))', gives: '"Expect: success: sum"' },
      { code: '(expect "sum" 4 (+ 1 2))', gives: '"FAILURE: sum expected: 4, received: 3"' },
    ],
  }),
  builtin({
    name: 'expect-failure',
    since: '1.0',
    doc: 'Evaluates an expression that should fail; with `message`, the text of the error must contain it. State is brought back as before, database writes are not.',
    overloads: [
      overload({
        internal: 'expect-failure',
        params: [
          param('doc', 'string', 'What is tested.'),
          param('expression', 'closure', 'What should fail.'),
        ],
        returns: 'string',
        run: (call, doc, expression) => expectFailure(repl(), call, doc, undefined, expression),
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
          expectFailure(repl(), call, doc, message, expression),
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
  }),
  builtin({
    name: 'expect-that',
    since: '3.0',
    doc: 'Applies a predicate to a value; false is recorded as a failed test.',
    overloads: [
      overload({
        internal: 'expect-that',
        params: [
          param('doc', 'string', 'What is tested.'),
          param('predicate', 'closure', 'Takes the value and gives a bool.'),
          param('value', 'any', 'The value under test.'),
        ],
        returns: 'string',
        run: (call, doc, predicate, value) => expectThat(repl(), call, doc, predicate, value),
      }),
    ],
    examples: [
      { code: '(expect-that "positive" (< 0) 5)', gives: '"Expect-that: success positive"' },
      {
        code: '(expect-that "positive" (< 0) -5)',
        gives: '"FAILURE: Expect-that: Did not satisfy condition: positive, received: -5"',
      },
    ],
  }),
  builtin({
    name: 'print',
    since: '1.0',
    doc: 'Shows a value, always, on a line of its own.',
    overloads: [
      overload({
        internal: 'print',
        params: [param('value', 'any', 'What to show.')],
        returns: 'unit',
        run: (call, value) => {
          repl().print(call.span, prettyMachineValue(value));
          return unit;
        },
      }),
    ],
    examples: [
      { code: '(print "hello")', gives: '()' },
      { code: '(map print [1 2])', gives: '[() ()]' },
    ],
  }),
];

function expect(
  engine: ReplEngine,
  call: NativeCall,
  doc: string,
  expected: Closure,
  actual: Closure,
): MachineValue {
  const tried = engine.machine.attempt(() => call.apply(actual, []));
  if (tried.kind === 'failed') {
    const message = `FAILURE: ${doc} evaluation of actual failed with error message:\n${errorText(tried.error)}`;
    return failed(engine, call, doc, message);
  }
  const received = tried.value;
  if (isClosure(received)) {
    return incomparable(engine, call, doc, 'FAILURE: expect expression did not return a pact value for comparison');
  }
  const wanted = call.apply(expected, []);
  if (isClosure(wanted)) {
    return incomparable(engine, call, doc, 'evaluation within expect did not return a pact value');
  }
  if (equalValues(wanted, received)) return passed(engine, call, doc, `Expect: success: ${doc}`);
  const shown = `expected: ${prettyMachineValue(wanted)}, received: ${prettyMachineValue(received)}`;
  return failed(engine, call, doc, `FAILURE: ${doc} ${shown}`);
}

function expectFailure(
  engine: ReplEngine,
  call: NativeCall,
  doc: string,
  message: string | undefined,
  expression: Closure,
): MachineValue {
  const tried = engine.machine.attempt(() => call.apply(expression, []));
  if (tried.kind === 'done') {
    const text =
      message === undefined
        ? `FAILURE: ${doc}: expected failure, got result`
        : `FAILURE: ${message}: expected failure, got result: ${prettyMachineValue(tried.value)}`;
    return failed(engine, call, doc, text);
  }
  if (message === undefined) return passed(engine, call, doc, `Expect failure: Success: ${doc}`);
  const text = errorText(tried.error);
  if (text.includes(message)) return passed(engine, call, doc, `Expect failure: Success: ${doc}`);
  return failed(engine, call, doc, `FAILURE: ${doc}: expected error message '${message}', got '${text}'`);
}

function expectThat(
  engine: ReplEngine,
  call: NativeCall,
  doc: string,
  predicate: Closure,
  value: MachineValue,
): MachineValue {
  const held = call.apply(predicate, [value]);
  if (held === true) return passed(engine, call, doc, `Expect-that: success ${doc}`);
  if (held === false) {
    const received = prettyMachineValue(value);
    const condition = `FAILURE: Expect-that: Did not satisfy condition: ${doc}`;
    return failed(engine, call, doc, `${condition}, received: ${received}`);
  }
  const message = 'FAILURE: expect-that expression did not return a boolean';
  engine.expectations.fail(doc, call.span, message);
  return call.failNative('Expect-that: condition did not return a boolean');
}

function passed(engine: ReplEngine, call: NativeCall, doc: string, text: string): MachineValue {
  engine.expectations.pass(doc, call.span);
  return text;
}

function failed(engine: ReplEngine, call: NativeCall, doc: string, text: string): MachineValue {
  engine.expectations.fail(doc, call.span, text);
  return text;
}

function incomparable(engine: ReplEngine, call: NativeCall, doc: string, message: string): never {
  engine.expectations.fail(doc, call.span, message);
  return call.fail('UserEnforceError', { message });
}
