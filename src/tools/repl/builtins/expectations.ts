// Expectations: `expect`, `expect-failure`, `expect-that`; and `print`.
// Source: pact-repl/Pact/Core/Repl/Runtime/ReplBuiltin.hs (coreExpect, coreExpectFailure, coreExpectThat); the result texts:
// docs/decisions/0004.

import {
  type BuiltinCall,
  type Closure,
  type MachineValue,
  isClosure,
  param,
} from '../../../lang/session/extend.ts';
import {
  type EvalError,
  equalValues,
  prettyMachineValue,
  unit,
} from '../../../lang/session/run.ts';
import type { ReplParts } from '../context.ts';
import { causeOf, hasEndedForm } from '../form-error.ts';
import { replBuiltin, replFunction, replOverload } from './define.ts';
import { withoutHalfAtEnd } from '../../../base/text.ts';
import type { Failure } from '../expectations.ts';

export const expectBuiltin = replFunction(['expectations', 'legacy', 'linesFrom', 'textOf'], {
  name: 'expect',
  since: '1.0',
  doc: `Evaluates \`actual\`, then \`expected\`, and compares the values. The result describes the
      outcome; a difference or an error in \`actual\` is recorded as a failed test, and the script
      continues.`,
  params: [
    param('doc', 'string', 'What is tested.'),
    param('expected', 'closure', 'The expected value.'),
    param('actual', 'closure', 'The expression under test.'),
  ],
  returns: 'string',
  run: (repl, call, doc, expected, actual) => expect(repl, call, doc, expected, actual),
  examples: [
    { code: '(expect "sum" 3 (+ 1 2))', gives: '"Expect: success: sum"' },
    { code: '(expect "sum" 4 (+ 1 2))', gives: '"FAILURE: sum expected: 4, received: 3"' },
  ],
});

function expect(
  repl: ReplParts<'expectations' | 'legacy' | 'linesFrom' | 'textOf'>,
  call: BuiltinCall,
  doc: string,
  expected: Closure,
  actual: Closure,
): MachineValue {
  const tried = call.machine.attempt(() => call.apply(actual, []));
  if (!tried.ok) {
    const what = `FAILURE: ${doc} evaluation of actual failed with error message:`;
    const cause = causeOf(repl, tried.fault);
    return failed(repl, call, doc, {
      message: `${what}${gap(tried.fault)}${repl.textOf(tried.fault)}`,
      summary: `failed with an error: ${cause.message}`,
      cause,
    });
  }
  const received = tried.value;
  if (isClosure(received)) return incomparable(repl, call, doc, notComparable);
  const wanted = call.apply(expected, []);
  if (isClosure(wanted)) {
    return incomparable(repl, call, doc, 'evaluation within expect did not return a pact value');
  }
  if (equalValues(wanted, received)) return passed(repl, call, doc, `Expect: success: ${doc}`);
  const compared = {
    expected: prettyMachineValue(wanted),
    received: prettyMachineValue(received),
  };
  const shown = `expected: ${compared.expected}, received: ${compared.received}`;
  return failed(repl, call, doc, { message: `FAILURE: ${doc} ${shown}`, compared });
}

/**
 * In the reference, an error that `try` could catch reaches `expect` as a value, and its text is on the same line. All
 * other errors are thrown, also those of forms in a loaded file, and get their own line.
 */
function gap(error: EvalError): string {
  return error.recoverable && !hasEndedForm(error) ? ' ' : '\n';
}

const notComparable = 'FAILURE: expect expression did not return a pact value for comparison';

/** Records a comparison of a function as a failed test, and fails with an error. */
function incomparable(
  repl: ReplParts<'expectations'>,
  call: BuiltinCall,
  doc: string,
  message: string,
): never {
  repl.expectations.fail(doc, call.span, {
    message: notComparable,
    summary: 'functions cannot be compared',
  });
  return call.refuse(message);
}

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

export const expectThatBuiltin = replFunction(['expectations'], {
  name: 'expect-that',
  since: '3.0',
  doc: 'Applies a predicate to a value; false is recorded as a failed test.',
  params: [
    param('doc', 'string', 'What is tested.'),
    param('predicate', 'closure', 'Takes the value and returns a bool.'),
    param('value', 'any', 'The value under test.'),
  ],
  returns: 'string',
  run: (repl, call, doc, predicate, value) => expectThat(repl, call, doc, predicate, value),
  examples: [
    { code: '(expect-that "positive" (< 0) 5)', gives: '"Expect-that: success positive"' },
    {
      code: '(expect-that "positive" (< 0) -5)',
      gives: '"FAILURE: Expect-that: Did not satisfy condition: positive, received: -5"',
    },
  ],
});

function expectThat(
  repl: ReplParts<'expectations'>,
  call: BuiltinCall,
  doc: string,
  predicate: Closure,
  value: MachineValue,
): MachineValue {
  const held = call.apply(predicate, [value]);
  if (held === true) return passed(repl, call, doc, `Expect-that: success ${doc}`);
  if (held === false) {
    const received = prettyMachineValue(value);
    const condition = `FAILURE: Expect-that: Did not satisfy condition: ${doc}`;
    return failed(repl, call, doc, {
      message: `${condition}, received: ${received}`,
      summary: 'did not satisfy the condition',
      compared: { expected: undefined, received },
    });
  }
  const message = 'FAILURE: expect-that expression did not return a boolean';
  repl.expectations.fail(doc, call.span, {
    message,
    summary: 'the condition did not return a boolean',
  });
  return call.failBuiltin('Expect-that: condition did not return a boolean');
}

/** Records that an expectation holds; returns the sentence for the script. */
function passed(
  repl: ReplParts<'expectations'>,
  call: BuiltinCall,
  doc: string,
  text: string,
): MachineValue {
  repl.expectations.pass(doc, call.span);
  return bounded(text);
}

/** Records a failure; returns the sentence of the reference to the script. The rest is for the list of failures. */
function failed(
  repl: ReplParts<'expectations'>,
  call: BuiltinCall,
  doc: string,
  failure: Failure,
): MachineValue {
  repl.expectations.fail(doc, call.span, failure);
  return bounded(failure.message);
}

/** In UTF-16 units. The result quotes the compared values, so a loop that compares its own results would double it each time. */
const longestOutcome = 1 << 22;

function bounded(text: string): string {
  if (text.length <= longestOutcome) return text;
  return `${withoutHalfAtEnd(text.slice(0, longestOutcome))}...`;
}

export const printBuiltin = replFunction(['print'], {
  name: 'print',
  since: '1.0',
  doc: 'Prints a value on its own line, even without a trace.',
  params: [param('value', 'any', 'The value to print.')],
  returns: 'unit',
  run: (repl, call, value) => {
    repl.print(call.span, prettyMachineValue(value));
    return unit;
  },
  examples: [
    { code: '(print "hello")', gives: '()' },
    { code: '(map print [1 2])', gives: '[() ()]' },
  ],
});
