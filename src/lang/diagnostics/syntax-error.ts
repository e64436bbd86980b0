// Turns reports of the lexer and the parser into errors of the table. Reports contain only the complete message, so the
// entry and its data are parsed from it.

import type { Span } from '../../base/span.ts';
import { evalError, type EvalError } from './error.ts';
import type { ErrorData } from './table.ts';

/** The parts of a syntax diagnostic that are used here; `message` is the text of the REPL. */
export type SyntaxReport = {
  readonly kind: 'lexer' | 'parse';
  readonly message: string;
  readonly span: Span;
  /** The bracket that is never closed: a better place to show than the end of the source. */
  readonly unclosed?: Span | undefined;
  /** The keyword of a form inside that bracket, if it is closed, but too late. */
  readonly nested?: Span | undefined;
  /** The extra parenthesis: a better place to show than the definition that does not fit. */
  readonly surplus?: Span;
};

type BracketFault = Pick<
  ErrorData<'ParsingError'>,
  'isUnclosed' | 'isSurplus' | 'nested' | 'nestedLine'
>;

export function syntaxError(report: SyntaxReport): EvalError {
  const { kind, message } = report;
  const { unclosed, surplus, nested } = report;
  const fault = {
    isSurplus: surplus !== undefined,
    isUnclosed: surplus === undefined && unclosed !== undefined,
    ...(nested !== undefined && { nested: nested.text, nestedLine: nested.startPosition.line }),
  };
  const span = surplus ?? unclosed ?? report.span;
  for (const read of kind === 'lexer' ? lexerReaders : parseReaders) {
    const error = read(message, span, fault);
    if (error !== undefined) return error;
  }
  return evalError('SyntaxNotRead', { message }, span);
}

type Reader = (message: string, span: Span, fault: BracketFault) => EvalError | undefined;

const unexpectedCharacter =
  /^Lexical Error: Encountered unexpected character "(.)", Last seen "(.)"$/su;
const endOfInput =
  /^Lexical Error: Ran out of input before finding a lexeme\. Last Character seen: {2}\((.)\)$/su;
const tooManyPlaces = /^Precision overflow \(>=255 decimal places\): {2}(\d+) decimals$/;

const lexerReaders: readonly Reader[] = [
  (message, span) => {
    const [, found, last] = unexpectedCharacter.exec(message) ?? [];
    if (found === undefined || last === undefined) return undefined;
    return evalError('LexicalError', { found, last }, span);
  },
  behind('Lexical Error: String literal parsing error:  ', (cause, span) =>
    evalError('StringLiteralError', { cause }, span),
  ),
  (message, span) => {
    const [, last] = endOfInput.exec(message) ?? [];
    return last === undefined ? undefined : evalError('OutOfInputError', { last }, span);
  },
];

const parseReaders: readonly Reader[] = [
  behind('Expected: ', (expected, span, fault) =>
    evalError('ParsingError', { expected, ...fault }, span),
  ),
  behind('Too many closing parens, remaining tokens: ', (remaining, span) =>
    evalError('TooManyCloseParens', { remaining }, span),
  ),
  behind('Unexpected input after expr, remaining tokens: ', (remaining, span) =>
    evalError('UnexpectedInput', { remaining }, span),
  ),
  behind('No such type: ', (type, span) => evalError('InvalidBaseType', { type }, span)),
  (message, span) => {
    const [, places] = tooManyPlaces.exec(message) ?? [];
    if (places === undefined) return undefined;
    return evalError('PrecisionOverflowError', { places: Number(places) }, span);
  },
];

function behind(
  prefix: string,
  make: (rest: string, span: Span, fault: BracketFault) => EvalError,
): Reader {
  return (message, span, fault) =>
    message.startsWith(prefix) ? make(message.slice(prefix.length), span, fault) : undefined;
}
