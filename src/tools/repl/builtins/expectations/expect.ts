// `expect`
// Source: pact-repl/Pact/Core/Repl/Runtime/ReplBuiltin.hs (coreExpect); the result texts: docs/decisions/0004.

import {
  type Closure,
  isClosure,
  type MachineValue,
  type BuiltinCall,
  param,
} from '../../../../lang/session/extend.ts';
import { equalValues, type EvalError, prettyMachineValue } from '../../../../lang/session/run.ts';
import type { ReplParts } from '../../context.ts';
import { causeOf } from '../../failure-cause.ts';
import { hasEndedForm } from '../../form-error.ts';
import { failed, passed } from './outcome.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const expectBuiltin = replBuiltin(['expectations', 'legacy', 'linesFrom', 'textOf'], {
  name: 'expect',
  since: '1.0',
  doc: `Evaluates \`actual\`, then \`expected\`, and compares the values. The result describes the
      outcome; a difference or an error in \`actual\` is recorded as a failed test, and the script
      continues.`,
  overloads: [
    replOverload({
      internal: 'expect',
      params: [
        param('doc', 'string', 'What is tested.'),
        param('expected', 'closure', 'The expected value.'),
        param('actual', 'closure', 'The expression under test.'),
      ],
      returns: 'string',
      run: (repl, call, doc, expected, actual) => expect(repl, call, doc, expected, actual),
    }),
  ],
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
