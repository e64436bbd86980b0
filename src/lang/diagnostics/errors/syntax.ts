// Syntax errors: the lexer's (01xx) and the parser's (02xx). Order and texts follow LexerError and
// ParseError in Pact.Core.Errors.

import { concat, parens } from '../../../base/doc.ts';
import { errorsOf, inQuotes, plain, say } from '../entry.ts';
import {
  characterAdvice,
  nestedAdvice,
  parseAdvice,
  remainingAdvice,
  stringAdvice,
} from '../syntax-advice.ts';

const lexer = errorsOf('lexer');
const parse = errorsOf('parse');

const lexical = 'Lexical Error: ';
const parseError = 'ParseError:';

export const lexerErrors = {
  LexicalError: lexer<{
    /** The unexpected character. */ found: string;
    /** The character before it. */ last: string;
  }>({
    code: 'E0101',
    text: ({ found, last }) =>
      concat(
        lexical,
        say(
          'Encountered unexpected character',
          concat(inQuotes(found), ','),
          'Last seen',
          inQuotes(last),
        ),
      ),
    bounded: ({ found, last }) =>
      plain('Encountered an unexpected character', `"${found}".`, 'Last seen', `"${last}"`),
    explanation: 'No token begins with this character. Remove it, or put it in a string.',
    advice: ({ found, last }) => characterAdvice(found, last),
    sample: { found: '`', last: ' ' },
  }),
  StringLiteralError: lexer<{ cause: string }>({
    code: 'E0102',
    text: ({ cause }) => concat(lexical, say('String literal parsing error: ', cause)),
    bounded: ({ cause }) => plain('String literal parsing error: ', cause),
    explanation:
      'A string is not closed, or has an unknown escape. Close it, and write each backslash as `\\\\`.',
    advice: ({ cause }) => stringAdvice(cause),
    sample: { cause: 'did not close string literal' },
  }),
  OutOfInputError: lexer<{ last: string }>({
    code: 'E0103',
    text: ({ last }) =>
      concat(
        lexical,
        say('Ran out of input before finding a lexeme. Last Character seen: ', parens(last)),
      ),
    bounded: ({ last }) =>
      plain('Ran out of input before finding a lexeme. Last character seen: ', `"${last}"`),
    explanation: 'The source ends in the middle of a token. Complete or remove the token.',
    advice: ({ last }) => characterAdvice('', last),
    sample: { last: '"' },
  }),
};

export const parseErrors = {
  ParsingError: parse<{
    /** The tokens allowed here, as the message lists them. */ expected: string;
    /** The span marks a bracket that is never closed. */ isUnclosed?: boolean;
    /** The keyword of a form that cannot be inside that bracket, which is closed after it. */ nested?: string;
    /** Its line, from 0. */ nestedLine?: number;
    /** The span marks a parenthesis that closes a module too early. */ isSurplus?: boolean;
  }>({
    code: 'E0201',
    text: ({ expected }) => say('Expected:', expected),
    bounded: ({ expected }) => plain(parseError, 'Expected:', expected),
    explanation:
      'The source ends too early, or something here does not fit. Often a parenthesis is missing, or ' +
      'there is one too many.',
    advice: ({ nested, nestedLine, ...fault }, span) =>
      nested === undefined ? parseAdvice(fault, span) : nestedAdvice(nested, nestedLine ?? 0, span),
    sample: { expected: '[")"]' },
  }),
  TooManyCloseParens: parse<{ remaining: string }>({
    code: 'E0202',
    text: ({ remaining }) => say('Too many closing parens, remaining tokens:', remaining),
    bounded: ({ remaining }) =>
      plain(parseError, 'Too many closing parentheses. Remaining tokens:', remaining),
    explanation:
      'This closing parenthesis has no opening one. Remove it, or add the one that is missing.',
    sample: { remaining: '[")"]' },
  }),
  UnexpectedInput: parse<{ remaining: string }>({
    code: 'E0203',
    text: ({ remaining }) => say('Unexpected input after expr, remaining tokens:', remaining),
    bounded: ({ remaining }) =>
      plain(parseError, 'Unexpected input after expression. Remaining tokens:', remaining),
    explanation: 'No form begins like this. Remove what follows the last complete form.',
    advice: (_, span) => remainingAdvice(span),
    sample: { remaining: '["a"]' },
  }),
  PrecisionOverflowError: parse<{ places: number }>({
    code: 'E0204',
    text: ({ places }) => say('Precision overflow (>=255 decimal places): ', places, 'decimals'),
    bounded: ({ places }) =>
      plain(parseError, 'Precision overflow (>=255 decimal places): ', places, 'decimals'),
    explanation: 'A decimal has at most 255 places. Write fewer.',
    sample: { places: 256 },
  }),
  InvalidBaseType: parse<{ type: string }>({
    code: 'E0205',
    text: ({ type }) => say('No such type:', type),
    bounded: ({ type }) => plain(parseError, 'No such type:', type),
    explanation:
      'There is no such type. Types are integer, decimal, bool, string, time, guard, keyset, list, ' +
      '[type], object{schema}, table{schema}, module{interface}.',
    sample: { type: 'int' },
  }),
};
