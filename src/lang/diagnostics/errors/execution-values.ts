// Runtime errors of values, types and calls (part of 04xx). The numbers follow the reference's order
// of constructors, so the missing ones are in the other `execution-*.ts` files. Texts: EvalError in
// Pact.Core.Errors.

import { concat, hardline, hsep, parens, punctuate } from '../../../base/doc.ts';
import { builtinAdvice, rowAdvice } from '../data-advice.ts';
import {
  conditionAdvice,
  countAdvice,
  formatAdvice,
  givenFunctionAdvice,
  notAValueAdvice,
  partialAdvice,
  specialNameAdvice,
  typeAdvice,
  usageAdvice,
} from '../call-advice.ts';
import { notAFunctionAdvice } from '../cond-advice.ts';
import {
  type ArgumentKind,
  type DescribedCall,
  type FieldNames,
  type Shown,
  type TypedPlace,
  abbreviate,
  errorsOf,
  glue,
  hashedName,
  inQuotes,
  plain,
  commaWords,
  say,
  sampleObject,
  sampleText,
} from '../entry.ts';

const execution = errorsOf('execution');

type Callee = {
  readonly callee: 'function' | 'lambda' | 'native';
  /** `ns.mod.fn` or the builtin's name; empty for a lambda. */
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
      'The list has no element at this index. Indices begin at 0. Compare the index with ' +
      '`length` first.',
    sample: { length: 1, index: 5 },
  }),
  ArithmeticException: execution<{ cause: string }>({
    code: 'E0402',
    text: ({ cause }) => say('Arithmetic exception:', cause),
    bounded: ({ cause }) => plain('Arithmetic exception:', cause),
    explanation:
      'The operation has no result for these numbers, for example because it divides by zero.',
    sample: { cause: 'div by zero' },
  }),
  EnumerationError: execution<{ cause: string }>({
    code: 'E0403',
    text: ({ cause }) => say('Enumeration error:', cause),
    bounded: ({ cause }) => plain('Enumeration error:', cause),
    explanation: '`enumerate` cannot reach the end with this step. Change the sign of the step.',
    sample: { cause: 'outside interval bounds' },
  }),
  DecodeError: execution<{ cause: string }>({
    code: 'E0404',
    text: ({ cause }) => say('Decoding error:', cause),
    bounded: ({ cause }) => plain('Decoding error:', cause),
    explanation: 'The string is not encoded as the builtin expects. Check how it was encoded.',
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
      'The transaction needs more gas than its limit. Raise the limit, or do less in one ' +
      'transaction.',
    sample: { limit: 10n, used: 12n },
  }),
  FloatingPointError: execution<{ cause: string }>({
    code: 'E0406',
    text: ({ cause }) => say('Floating point error:', cause),
    bounded: ({ cause }) => plain('Floating point error:', cause),
    explanation:
      'The result is not a finite number. Check the arguments of `exp`, `ln`, `log`, `sqrt` ' +
      'and `^`.',
    sample: { cause: 'operation resulted in +- infinity' },
  }),
  EvalError: execution<{
    cause: string;
    /** The function given in place of a value. */ call?: DescribedCall;
    /** An explanation in plain words. */ meaning?: string;
  }>({
    code: 'E0408',
    text: ({ cause }) => say('Program encountered an unhandled raised error:', cause),
    bounded: ({ cause }) => plain('Program encountered an unhandled error:', cause),
    explanation: 'The program cannot continue. The message gives the reason.',
    advice: ({ call, meaning }, span) =>
      call === undefined ? meaning : notAValueAdvice(call, span),
    sample: { cause: 'with-read: no such field' },
  }),
  NativeArgumentsError: execution<{
    builtin: string;
    types: readonly ArgumentKind[];
    /** `(+ left:number right:number) or ...` */ takes?: Shown;
    /** The function given in place of a value. */ call?: DescribedCall | undefined;
  }>({
    code: 'E0409',
    text: ({ builtin, types }) =>
      say(
        'Type error: failed to call native function',
        builtin,
        'with argument(s) of type(s):',
        hsep(punctuate(',', types)),
      ),
    bounded: ({ builtin, types }) =>
      plain(
        'Type error: failed to call native function',
        `${builtin},`,
        'with argument(s) of type(s):',
        ...commaWords(types),
      ),
    explanation:
      'The builtin does not take arguments of these types. Convert them, or use another function.',
    advice: ({ builtin, types, takes, call }, span) =>
      specialNameAdvice(builtin, span) ??
      (call === undefined
        ? usageAdvice(builtin, types, takes)
        : givenFunctionAdvice(call, builtin)),
    sample: { builtin: '+', types: ['integer', 'string'] },
  }),
  CannotApplyPartialClosure: execution<{ call?: DescribedCall }>({
    code: 'E0439',
    text: () => say('Attempted to apply a closure outside of native callsite'),
    bounded: () => 'Failed to apply a partial closure outside of the native callsite.',
    explanation:
      'A function with only some of its arguments can be passed to builtins such as `map`, ' +
      'but not called. Give all arguments.',
    advice: ({ call }) => call && partialAdvice(call),
    sample: {},
  }),
  ClosureAppliedToTooManyArgs: execution<{ call?: DescribedCall }>({
    code: 'E0440',
    text: () => say('Attempted to apply a closure to too many arguments'),
    bounded: () => 'Failed to apply a function or closure because there were too many arguments.',
    explanation:
      'A call has too many arguments, or the call of a capability or defpact has too few. Give as ' +
      'many as its definition takes.',
    advice: ({ call }, span) =>
      call && (specialNameAdvice(call.callee ?? '', span) ?? countAdvice(call)),
    sample: {},
  }),
  RunTimeTypecheckFailure: execution<{
    argument: ArgumentKind;
    /** As the reference prints it: `object{m.s}`, `list integer`. */
    expected: Shown;
    /** As programs write it: `[integer]`. */
    written?: Shown;
    /** The expected type's kind; for `*` it is `object`. */
    expectedKind: ArgumentKind;
    value?: Shown;
    where?: TypedPlace;
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
    explanation: 'A value does not have the type that the definition declares. Pass one that does.',
    advice: typeAdvice,
    sample: { argument: 'string', expected: sampleText('integer'), expectedKind: 'integer' },
  }),
  NativeIsTopLevelOnly: execution<{ builtin: string }>({
    code: 'E0443',
    text: ({ builtin }) => say('Top-level call used in module', builtin),
    bounded: ({ builtin }) => plain('Top-level call used in module:', builtin),
    explanation:
      'This builtin works only at the top level, outside of modules. Move the call out of the ' +
      'module.',
    sample: { builtin: 'define-keyset' },
  }),
  ExpectedPactValue: execution<{ call?: DescribedCall }>({
    code: 'E0447',
    text: () => say('Expected Pact Value, got closure or table reference'),
    bounded: () => 'Expected a Pact value, but got a closure or table reference.',
    explanation:
      'A function or a table was given where a value is needed. Call the function with all ' +
      'its arguments.',
    advice: ({ call }, span) => call && notAValueAdvice(call, span),
    sample: {},
  }),
  PointNotOnCurve: execution({
    code: 'E0450',
    text: () => say('Point lies outside of elliptic curve'),
    bounded: () => 'Point lies outside of the elliptic curve.',
    explanation: 'No point of the curve has these coordinates. Check how they were computed.',
    sample: {},
  }),
  RuntimeRecursionDetected: execution<{ name: string }>({
    code: 'E0455',
    text: ({ name }) => say('Recursion detected by the runtime. Recursing in function:', name),
    bounded: ({ name }) => plain('Recursion detected by the runtime in function:', name),
    explanation:
      'A function called itself through a module reference or a guard. Pact forbids ' +
      'recursion.',
    sample: { name: 'm.f' },
  }),
  ExpectedBoolValue: execution<{ value: Shown; valueKind: ArgumentKind }>({
    code: 'E0459',
    text: ({ value }) => say('expected bool value, got', value()),
    bounded: ({ valueKind }) => plain('Expected Boolean value, but got:', valueKind),
    explanation:
      'A condition must be true or false. Compare the value with another value, as in `(> x ' +
      '0)`.',
    advice: ({ valueKind }, span) => conditionAdvice(valueKind, span),
    sample: { value: sampleText('1'), valueKind: 'integer' },
  }),
  ExpectedStringValue: execution<{ value: Shown; valueKind: ArgumentKind }>({
    code: 'E0460',
    text: ({ value }) => say('expected string value, got:', value()),
    bounded: ({ valueKind }) => plain('Expected string value, but got:', valueKind),
    explanation: 'A string is needed here. Create one with `format` or `int-to-str`.',
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
    fields?: () => FieldNames;
    /** True for `update`, which need not write all fields. */ isPart?: boolean;
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
      'The row lacks a field, has an extra field, or has a field of the wrong type. Write the ' +
      'fields that the schema declares.',
    advice: ({ fields, isPart = false }) => rowAdvice(fields, isPart),
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
    explanation:
      'The object has no field with this name. Check the spelling, or test with `contains` ' +
      'first.',
    sample: { field: 'foo', object: sampleObject },
  }),
  NativeExecutionError: execution<{
    builtin: string;
    cause: string;
    /** For `format`: the number of `{}` in its template. */ wanted?: number;
    /** For `format`: the number of values. */ given?: number;
  }>({
    code: 'E0468',
    text: ({ builtin, cause }) =>
      say('native execution failure,', builtin, 'failed with message:', cause),
    bounded: ({ builtin, cause }) =>
      plain('Native execution failed for', builtin, 'with the message:', cause),
    explanation: 'The builtin rejected its arguments. The message says why.',
    advice: ({ cause, wanted, given }) =>
      wanted === undefined || given === undefined
        ? builtinAdvice(cause)
        : formatAdvice(wanted, given),
    sample: { builtin: 'format', cause: 'not enough arguments for template' },
  }),
  OperationIsLocalOnly: execution<{ builtin: string }>({
    code: 'E0469',
    text: ({ builtin }) => say('Operation only permitted in local execution mode:', builtin),
    bounded: ({ builtin }) => plain('Operation only permitted in local execution mode:', builtin),
    explanation: 'This builtin works only in local calls, not in transactions sent to a chain.',
    sample: { builtin: 'list-modules' },
  }),
  CannotApplyValueToNonClosure: execution<{ found?: ArgumentKind }>({
    code: 'E0470',
    text: () => say('Cannot apply value to non-closure'),
    bounded: () => 'Cannot apply value to a non-closure.',
    explanation:
      'The first item in these parentheses is not a function. Remove the parentheses, or name ' +
      'a function.',
    advice: ({ found }, span) => notAFunctionAdvice(found, span),
    sample: {},
  }),
  UnknownException: execution<{ cause: string }>({
    code: 'E0475',
    text: ({ cause }) => glue('Unknown exception: ', cause),
    bounded: () => 'Unknown exception',
    explanation: 'Something outside the program failed. The message names it.',
    advice: ({ cause }) => builtinAdvice(cause),
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
    explanation: 'The call has too few or too many arguments. The message says how many it takes.',
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
