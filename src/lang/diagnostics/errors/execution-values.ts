// Errors of running code that concern values, types and calls (part of 04xx; the number follows the
// reference's order of constructors, so the sister files `execution-*.ts` hold the gaps). Texts:
// EvalError in Pact.Core.Errors.

import { concat, hardline, hsep, parens, punctuate } from '../../../base/doc.ts';
import type { ArgumentKind, Shown } from '../entry.ts';
import {
  abbreviate,
  errorsOf,
  glue,
  hashedName,
  inQuotes,
  plain,
  commaWords,
  say,
} from '../entry.ts';
import { sampleObject, sampleText } from './samples.ts';

const execution = errorsOf('execution');

type Callee = {
  readonly callee: 'function' | 'lambda' | 'native';
  /** `ns.mod.fn` or the native's name; empty for a lambda. */
  readonly name: string;
  /** Base64url; empty unless a function. */
  readonly moduleHash: string;
};

export const executionValueErrors = {
  ArrayOutOfBoundsException: execution<{ length: number; index: number | bigint }>({
    code: 'E0401',
    text: ({ length, index }) =>
      say(
        'Array index out of bounds. Length',
        glue('(', length, '),'),
        'Index',
        glue('(', index, ')'),
      ),
    bounded: ({ length, index }) =>
      plain('Array index out of bounds. Length:', `${length},`, 'Index:', index),
    explanation:
      'A list was asked for an element that it does not have. Indices begin at 0; check ' +
      '`length` first.',
    sample: { length: 1, index: 5 },
  }),
  ArithmeticException: execution<{ cause: string }>({
    code: 'E0402',
    text: ({ cause }) => say('Arithmetic exception:', cause),
    bounded: ({ cause }) => plain('Arithmetic exception:', cause),
    explanation: 'The operation has no result for these numbers, as in a division by zero.',
    sample: { cause: 'div by zero' },
  }),
  EnumerationError: execution<{ cause: string }>({
    code: 'E0403',
    text: ({ cause }) => say('Enumeration error:', cause),
    bounded: ({ cause }) => plain('Enumeration error:', cause),
    explanation: '`enumerate` cannot reach the end with this step. Turn the sign of the step.',
    sample: { cause: 'outside interval bounds' },
  }),
  DecodeError: execution<{ cause: string }>({
    code: 'E0404',
    text: ({ cause }) => say('Decoding error:', cause),
    bounded: ({ cause }) => plain('Decoding error:', cause),
    explanation: 'A text is not in the form that was asked for. Check how it was encoded.',
    sample: { cause: 'invalid b64 encoding' },
  }),
  GasExceeded: execution<{
    /** In gas. */ limit: bigint | number;
    /** In gas. */ used: bigint | number;
  }>({
    code: 'E0405',
    text: ({ limit, used }) => say('Gas limit', glue('"', limit, '"exceeded:'), used),
    bounded: ({ limit, used }) => plain('Gas limit', `"${limit}"exceeded:`, used),
    explanation:
      'The transaction needs more gas than it may use. Raise the limit or do less in one ' +
      'transaction.',
    sample: { limit: 10n, used: 12n },
  }),
  FloatingPointError: execution<{ cause: string }>({
    code: 'E0406',
    text: ({ cause }) => say('Floating point error:', cause),
    bounded: ({ cause }) => plain('Floating point error:', cause),
    explanation:
      'The result is no finite number. Check the arguments of `exp`, `ln`, `log`, `sqrt` and `^`.',
    sample: { cause: 'operation resulted in +- infinity' },
  }),
  EvalError: execution<{ cause: string }>({
    code: 'E0408',
    text: ({ cause }) => say('Program encountered an unhandled raised error:', cause),
    bounded: ({ cause }) => plain('Program encountered an unhandled error:', cause),
    explanation: 'The evaluation cannot go on; the message gives the reason.',
    sample: { cause: 'with-read: no such field' },
  }),
  NativeArgumentsError: execution<{ native: string; types: readonly ArgumentKind[] }>({
    code: 'E0409',
    text: ({ native, types }) =>
      say(
        'Type error: failed to call native function',
        native,
        'with argument(s) of type(s):',
        hsep(punctuate(',', types)),
      ),
    bounded: ({ native, types }) =>
      plain(
        'Type error: failed to call native function',
        `${native},`,
        'with argument(s) of type(s):',
        ...commaWords(types),
      ),
    explanation:
      'The native takes no arguments of these types. Convert them or use another function.',
    sample: { native: '+', types: ['integer', 'string'] },
  }),
  CannotApplyPartialClosure: execution({
    code: 'E0439',
    text: () => say('Attempted to apply a closure outside of native callsite'),
    bounded: () => 'Failed to apply a partial closure outside of the native callsite.',
    explanation:
      'A partial application can only be handed to a native such as `map`. Give all arguments.',
    sample: {},
  }),
  ClosureAppliedToTooManyArgs: execution({
    code: 'E0440',
    text: () => say('Attempted to apply a closure to too many arguments'),
    bounded: () => 'Failed to apply a function or closure because there were too many arguments.',
    explanation: 'The function takes fewer arguments. Remove some.',
    sample: {},
  }),
  RunTimeTypecheckFailure: execution<{
    argument: ArgumentKind;
    /** The type as written: `object{m.s}`, `list integer`. */
    expected: Shown;
    /** The expected type's kind; for `*` it is `object`. */
    expectedKind: ArgumentKind;
  }>({
    code: 'E0442',
    text: ({ argument, expected }) =>
      say('Runtime typecheck failure, argument is', argument, ', but expected type', expected()),
    bounded: ({ argument, expectedKind }) =>
      plain(
        'Type check failed. The argument is ',
        argument,
        'but the expected type is ',
        expectedKind,
      ),
    explanation: 'A value does not have the type that the definition declares. Pass one that has.',
    sample: { argument: 'string', expected: sampleText('integer'), expectedKind: 'integer' },
  }),
  NativeIsTopLevelOnly: execution<{ native: string }>({
    code: 'E0443',
    text: ({ native }) => say('Top-level call used in module', native),
    bounded: ({ native }) => plain('Top-level call used in module:', native),
    explanation: 'This native works only outside of modules. Call it at top level.',
    sample: { native: 'define-keyset' },
  }),
  ExpectedPactValue: execution({
    code: 'E0447',
    text: () => say('Expected Pact Value, got closure or table reference'),
    bounded: () => 'Expected a Pact value, but got a closure or table reference.',
    explanation:
      'Functions and tables cannot be stored, returned or compared here. Use their result.',
    sample: {},
  }),
  PointNotOnCurve: execution({
    code: 'E0450',
    text: () => say('Point lies outside of elliptic curve'),
    bounded: () => 'Point lies outside of the elliptic curve.',
    explanation: 'The coordinates satisfy no point of the curve. Check how they were computed.',
    sample: {},
  }),
  RuntimeRecursionDetected: execution<{ name: string }>({
    code: 'E0455',
    text: ({ name }) => say('Recursion detected by the runtime. Recursing in function:', name),
    bounded: ({ name }) => plain('Recursion detected by the runtime in function:', name),
    explanation:
      'A function came to call itself, through a module reference or a guard. Pact forbids ' +
      'recursion.',
    sample: { name: 'm.f' },
  }),
  ExpectedBoolValue: execution<{ value: Shown; valueKind: ArgumentKind }>({
    code: 'E0459',
    text: ({ value }) => say('expected bool value, got', value()),
    bounded: ({ valueKind }) => plain('Expected Boolean value, but got:', valueKind),
    explanation: 'A condition must be true or false. Compare the value with something.',
    sample: { value: sampleText('1'), valueKind: 'integer' },
  }),
  ExpectedStringValue: execution<{ value: Shown; valueKind: ArgumentKind }>({
    code: 'E0460',
    text: ({ value }) => say('expected string value, got:', value()),
    bounded: ({ valueKind }) => plain('Expected string value, but got:', valueKind),
    explanation: 'A string is needed here. Use `format` or `int-to-str` to make one.',
    sample: { value: sampleText('1'), valueKind: 'integer' },
  }),
  ExpectedCapToken: execution<{ value: Shown; valueKind: ArgumentKind }>({
    code: 'E0461',
    text: ({ value }) => say('expected capability token value, got:', value()),
    bounded: ({ valueKind }) => plain('Expected capability token value, but got:', valueKind),
    explanation: 'A capability is needed here: the call of a defcap.',
    sample: { value: sampleText('1'), valueKind: 'integer' },
  }),
  WriteValueDidNotMatchSchema: execution<{
    /** `ns.mod.schema` */
    schema: string;
    /** The schema's fields as an object of types. */
    expected: Shown;
    value: Shown;
  }>({
    code: 'E0462',
    text: ({ expected, value }) =>
      concat(
        say('Attempted insert failed due to schema mismatch. Expected:', expected()),
        ', ',
        say('received', value()),
      ),
    bounded: ({ schema }) => plain('Insert failed because of a schema mismatch with', schema),
    explanation:
      'The row lacks fields, has others, or types that the schema does not allow. Write what ' +
      'it declares.',
    sample: {
      schema: 'm.s',
      expected: sampleText('{"a": integer}'),
      value: sampleText('{"a": "x"}'),
    },
  }),
  ObjectIsMissingField: execution<{ field: string; object: Shown }>({
    code: 'E0463',
    text: ({ field, object }) => say('Key', inQuotes(field), 'not found in object:', object()),
    bounded: ({ field }) => plain('Key', abbreviate(10, field), 'not found in object.'),
    explanation: 'The object has no such field. Check the spelling, or test with `contains` first.',
    sample: { field: 'foo', object: sampleObject },
  }),
  NativeExecutionError: execution<{ native: string; cause: string }>({
    code: 'E0468',
    text: ({ native, cause }) =>
      say('native execution failure,', native, 'failed with message:', cause),
    bounded: ({ native, cause }) =>
      plain('Native execution failed for', native, 'with the message:', cause),
    explanation: 'A native refused its arguments; the message says why.',
    sample: { native: 'format', cause: 'not enough arguments for template' },
  }),
  OperationIsLocalOnly: execution<{ native: string }>({
    code: 'E0469',
    text: ({ native }) => say('Operation only permitted in local execution mode:', native),
    bounded: ({ native }) => plain('Operation only permitted in local execution mode:', native),
    explanation:
      'This native may not run in a transaction that is sent. Use it in local calls only.',
    sample: { native: 'list-modules' },
  }),
  CannotApplyValueToNonClosure: execution({
    code: 'E0470',
    text: () => say('Cannot apply value to non-closure'),
    bounded: () => 'Cannot apply value to a non-closure.',
    explanation: 'The head of this call is no function. Remove the parentheses or name a function.',
    sample: {},
  }),
  UnknownException: execution<{ cause: string }>({
    code: 'E0475',
    text: ({ cause }) => glue('Unknown exception: ', cause),
    bounded: () => 'Unknown exception',
    explanation: 'Something outside of the program failed; the message says what.',
    sample: { cause: 'the file system is full' },
  }),
  InvalidNumArgs: execution<Callee & { readonly expected: number; readonly actual: number }>({
    code: 'E0476',
    text: (data) =>
      say(
        'Incorrect number of arguments',
        parens(String(data.actual)),
        'for',
        calleeText(data),
        'supplied; expected',
        parens(String(data.expected)),
      ),
    bounded: (data) =>
      plain(
        'Incorrect number of arguments',
        `(${data.actual})`,
        'for',
        calleeBounded(data),
        'supplied; expected',
        data.expected,
      ),
    explanation: 'The call has too few or too many arguments. Give as many as the message says.',
    sample: { callee: 'native', name: 'map', moduleHash: '', expected: 2, actual: 3 },
  }),
  TypecheckingFailure: execution<{ module: string; report: string }>({
    code: 'E0479',
    text: ({ module, report }) =>
      say('static typechecking failed for', glue(module, hardline, report)),
    bounded: ({ module, report }) => plain('static typechecking failed for', module, `\n${report}`),
    explanation: 'The typechecker found errors in the module. They are listed below the message.',
    sample: { module: 'm', report: 'm.f: expected integer, found string' },
  }),
};

function calleeText({ callee, name, moduleHash }: Callee): string {
  if (callee === 'function') return `function ${hashedName(name, moduleHash)}`;
  return callee === 'native' ? `native function ${name}` : 'lambda';
}

function calleeBounded({ callee, name }: Callee): string {
  if (callee === 'function') return `user function ${name}`;
  return callee === 'native' ? `native function ${name}` : 'lambda';
}
