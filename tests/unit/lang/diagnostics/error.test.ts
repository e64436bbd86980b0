// Guarantees that the machine and the resolver rely on: class, code, call stack, and that messages are built only when read.
import { describe, expect, test } from 'vitest';
import { noSpan, Source, Span } from '../../../../src/base/span.ts';
import { text } from '../../../../src/base/doc.ts';
import {
  evalError,
  type EvalError,
  fail,
  isEvalError,
  type StackFrameView,
} from '../../../../src/lang/diagnostics/error.ts';
import { localError, onChainError } from '../../../../src/lang/diagnostics/on-chain.ts';
import { syntaxError } from '../../../../src/lang/diagnostics/syntax-error.ts';
import { errorText } from '../../../../src/lang/diagnostics/text.ts';

const source = new Source('bank.pact', 'first\n  (second)\n');
const span = new Span(source, 8, 16);
const frame: StackFrameView = {
  name: 'm.f.{hash}',
  args: () => [text('1'), text('"a"')],
  kind: 'defun',
  span,
};
const inner = { ...frame, name: 'm.g.{hash}', args: () => [] };

describe('EvalError', () => {
  test('is an Error with name, code, message and no stack trace', () => {
    const error = caught(() => fail('ArrayOutOfBoundsException', { length: 1, index: 2 }, span));
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'ArrayOutOfBoundsException', code: 'E0401', span });
    expect(error.message).toBe('Array index out of bounds. Length (1), Index (2)');
    expect(error.stack).toBeUndefined();
  });

  test.each([
    ['UserEnforceError', true],
    ['EvalError', false],
  ] as const)('%s recoverable: %s', (name, recoverable) => {
    expect(evalError(name, { message: '', cause: '' }, noSpan).recoverable).toBe(recoverable);
  });

  test('builds no text until it is read', () => {
    let shown = 0;
    const value = () => text(String(++shown));
    const error = evalError('ExpectedBoolValue', { value, valueKind: 'integer' }, noSpan, () => {
      shown++;
      return [frame];
    });
    expect(shown).toBe(0);
    expect(error.message).toBe('expected bool value, got 1');
    expect(error.callStack).toEqual([frame]);
    expect(error.callStack).toEqual([frame]);
    expect(shown).toBe(2);
  });

  test('keeps the first call stack, and has none before anything runs', () => {
    const error = evalError('PointNotOnCurve', {}, noSpan);
    expect(error.callStack).toEqual([]);
    expect(error.withCallStack([inner, frame]).withCallStack([]).callStack).toEqual([inner, frame]);
    const early = evalError('EmptyBindingBody', {}, noSpan, [frame]);
    expect(early.callStack).toEqual([]);
  });

  test('`is` narrows the data', () => {
    const error: EvalError = evalError('GasExceeded', { limit: 1n, used: 2n }, noSpan);
    expect(error.is('GasExceeded') && error.data.used).toBe(2n);
    expect(error.is('EvalError')).toBe(false);
  });
});

describe('as data', () => {
  const stack = [inner, frame];

  test('on chain', () => {
    const error = evalError('UserEnforceError', { message: 'no' }, span, stack);
    expect(JSON.stringify(onChainError(error))).toBe(
      '{"callStack":[],"type":"TxFailure","message":"no","info":"m.g.{hash}:1"}',
    );
  });

  test.each([
    [evalError('NoSuchModule', { module: 'm' }, span, stack), 'EvalError', 'SyntaxError'],
    [evalError('ParsingError', { expected: '' }, span), 'SyntaxError', 'SyntaxError'],
    [evalError('VerifierError', { cause: '' }, span), 'EvalError', 'EvalError'],
    [evalError('GasExceeded', { limit: 1, used: 2 }, span), 'EvalError', 'GasError'],
    [evalError('NoSuchTable', { table: 't' }, span), 'EvalError', 'DbError'],
    [
      evalError('NativeArgumentsError', { builtin: '+', types: [] }, span),
      'EvalError',
      'ArgsError',
    ],
    [evalError('ContinuationError', { cause: '' }, span), 'EvalError', 'ContinuationError'],
    [evalError('OneShotCapAlreadyUsed', {}, span), 'TxFailure', 'TxFailure'],
    [evalError('EvalError', { cause: '' }, span), 'EvalError', 'EvalError'],
  ])('%s is of type %s on chain and %s in local calls', (error, onChain, local) => {
    expect(onChainError(error)).toMatchObject({ type: onChain, info: '<toplevel>:1' });
    expect(localError(error).type).toBe(local);
  });

  test('in local calls', () => {
    const error = evalError('NoSuchTable', { table: 't' }, span, stack);
    expect(localError(error)).toEqual({
      callStack: ['(m.g.{hash})', '(m.f.{hash} 1 "a")'],
      type: 'DbError',
      message: 'Error during database operation: Table t not found',
      info: 'line: 1',
    });
  });
});

test.each([
  ['lexer', 'Lexical Error: Encountered unexpected character "`", Last seen "\n"', 'LexicalError'],
  ['lexer', 'Lexical Error: String literal parsing error:  cause', 'StringLiteralError'],
  [
    'lexer',
    'Lexical Error: Ran out of input before finding a lexeme. Last Character seen:  (x)',
    'OutOfInputError',
  ],
  ['parse', 'Expected: [")"]', 'ParsingError'],
  ['parse', 'Too many closing parens, remaining tokens: [")"]', 'TooManyCloseParens'],
  ['parse', 'Unexpected input after expr, remaining tokens: ["a"]', 'UnexpectedInput'],
  ['parse', 'Precision overflow (>=255 decimal places):  300 decimals', 'PrecisionOverflowError'],
  ['parse', 'No such type: T', 'InvalidBaseType'],
  ['parse', 'Something else', 'SyntaxNotRead'],
  ['lexer', 'Expected: a lexer does not say this', 'SyntaxNotRead'],
] as const)('a syntax report of the %s, %j, is %s', (kind, message, name) => {
  const error = syntaxError({ kind, message, span });
  expect(error.name).toBe(name);
  expect(errorText(error)).toBe(message);
  expect(error.span).toBe(span);
});

function caught(action: () => void): EvalError {
  try {
    action();
  } catch (error) {
    if (isEvalError(error)) return error;
  }
  throw new Error('no EvalError was thrown');
}
