// The tokens of the language: Chevrotain token types and the lexer that finds them. The parser
// interprets tokens; src/lang/syntax/lex.ts handles characters outside ASCII and reports errors.
//
// The lexer accepts any text: characters that form no token become fault tokens in a group of their
// own, so it never stops and Chevrotain's own lexer errors cannot occur. Comments are a group too;
// white space is the text in between. Rules: pact/Pact/Core/Syntax/Lexer.x of the reference (longest
// match; keywords before identifiers).

import { createToken, Lexer, type CustomPatternMatcherFunc, type TokenType } from 'chevrotain';
import { scanString } from './string-literal.ts';

export const Identifier = createToken({
  name: 'Identifier',
  label: 'IDENT',
  pattern: /[a-zA-Z%#+\-_&$@<>=^?*!|/~][a-zA-Z0-9%#+\-_&$@<>=^?*!|/~]*/,
  start_chars_hint: codesOf(/[a-zA-Z%#+\-_&$@<>=^?*!|/~]/),
});

/**
 * `label` is the name of the token in the `Expected: [..]` lists of the reference's parser.
 */
function keyword(name: string, text: string, label: string): TokenType {
  return createToken({ name, label, pattern: text, longer_alt: Identifier });
}

function punctuation(name: string, text: string): TokenType {
  return createToken({ name, label: `'${text}'`, pattern: text });
}

/** `find` returns the end of the token, or -1. */
function quoted(find: (text: string, open: number) => number): CustomPatternMatcherFunc {
  return (text, offset) => {
    const end = text.charAt(offset) === '"' ? find(text, offset) : -1;
    return end === -1 ? null : [text.substring(offset, end)];
  };
}

export const Let = keyword('Let', 'let', 'let');
export const LetStar = keyword('LetStar', 'let*', 'letstar');
export const Lambda = keyword('Lambda', 'lambda', 'lam');
export const Module = keyword('Module', 'module', 'module');
export const Interface = keyword('Interface', 'interface', 'interface');
export const Use = keyword('Use', 'use', 'import');
export const Defun = keyword('Defun', 'defun', 'defun');
export const DefCap = keyword('DefCap', 'defcap', 'defcap');
export const DefConst = keyword('DefConst', 'defconst', 'defconst');
export const DefSchema = keyword('DefSchema', 'defschema', 'defschema');
export const DefTable = keyword('DefTable', 'deftable', 'deftable');
export const DefPact = keyword('DefPact', 'defpact', 'defpact');
export const Bless = keyword('Bless', 'bless', 'bless');
export const Implements = keyword('Implements', 'implements', 'implements');
export const True = keyword('True', 'true', 'true');
export const False = keyword('False', 'false', 'false');
export const AtDoc = keyword('AtDoc', '@doc', 'docAnn');
export const AtModel = keyword('AtModel', '@model', 'modelAnn');
export const AtEvent = keyword('AtEvent', '@event', 'eventAnn');
export const AtManaged = keyword('AtManaged', '@managed', 'managedAnn');
export const Step = keyword('Step', 'step', 'step');
export const StepWithRollback = keyword('StepWithRollback', 'step-with-rollback', 'steprb');

export const LeftBrace = punctuation('LeftBrace', '{');
export const RightBrace = punctuation('RightBrace', '}');
export const LeftParen = punctuation('LeftParen', '(');
export const RightParen = punctuation('RightParen', ')');
export const LeftBracket = punctuation('LeftBracket', '[');
export const RightBracket = punctuation('RightBracket', ']');
export const Comma = punctuation('Comma', ',');
export const DoubleColon = punctuation('DoubleColon', '::');
export const Colon = punctuation('Colon', ':');
export const Assign = punctuation('Assign', ':=');
export const Dot = punctuation('Dot', '.');

/**
 * Digits only: the parser joins `1`, `.` and `5` into a decimal. `-5` is a number, `-5a` an
 * identifier.
 */
export const NumberToken = createToken({
  name: 'NumberToken',
  label: 'NUM',
  pattern: /-?[0-9]+/,
  start_chars_hint: codesOf(/[-0-9]/),
  longer_alt: Identifier,
});

// A function, because a regular expression with alternatives overflows its stack on a string of
// megabytes.
export const StringToken = createToken({
  name: 'StringToken',
  label: 'STR',
  pattern: quoted((text, offset) => {
    const scan = scanString(text, offset);
    return scan.fault === undefined ? scan.end : -1;
  }),
  start_chars_hint: ['"'],
  line_breaks: true,
});

/** `'name`, another way to write a string. */
export const SymbolToken = createToken({
  name: 'SymbolToken',
  label: 'TICK',
  pattern: /'[a-zA-Z][a-zA-Z0-9\-_]*/,
  start_chars_hint: ["'"],
});

const WhiteSpace = createToken({
  name: 'WhiteSpace',
  pattern: /[ \t\n\f\v\r]+/,
  start_chars_hint: codesOf(/[ \t\n\f\v\r]/),
  group: Lexer.SKIPPED,
  line_breaks: true,
});

const Comment = createToken({
  name: 'Comment',
  pattern: /;[^\n]*\n?/,
  start_chars_hint: [';'],
  group: 'comments',
  line_breaks: true,
});

/** A string literal with a fault, up to the offset where reading continues. */
export const FaultyString = createToken({
  name: 'FaultyString',
  pattern: quoted((text, offset) => scanString(text, offset).end),
  start_chars_hint: ['"'],
  group: 'faults',
  line_breaks: true,
});

/** A tick that is not followed by a letter. */
export const FaultyTick = createToken({ name: 'FaultyTick', pattern: "'", group: 'faults' });

// Controls, backquote, backslash and everything above ASCII begin no token.
const stray = /[^ \t\n\f\v\r!-[\]^_a-~]+/;

export const StrayCharacters = createToken({
  name: 'StrayCharacters',
  pattern: stray,
  start_chars_hint: codesOf(stray),
  group: 'faults',
  line_breaks: true,
});

/**
 * The terminals in the order of the reference's `%token` list, which is also the order in its
 * `Expected: [..]` lists.
 */
export const terminals: readonly TokenType[] = [
  Let,
  LetStar,
  Lambda,
  Module,
  Interface,
  Use,
  Defun,
  DefCap,
  DefConst,
  DefSchema,
  DefTable,
  DefPact,
  Bless,
  Implements,
  True,
  False,
  AtDoc,
  AtModel,
  AtEvent,
  AtManaged,
  Step,
  StepWithRollback,
  LeftBrace,
  RightBrace,
  LeftParen,
  RightParen,
  LeftBracket,
  RightBracket,
  Comma,
  DoubleColon,
  Colon,
  Assign,
  Dot,
  Identifier,
  NumberToken,
  StringToken,
  SymbolToken,
];

const fixedLength = ({ PATTERN }: TokenType): number =>
  typeof PATTERN === 'string' ? PATTERN.length : 0;

/**
 * In the order in which they are tried: `let*` before `let`, keywords before identifiers, faults
 * last.
 */
const lexicon: TokenType[] = [
  WhiteSpace,
  Comment,
  ...terminals
    .filter((type) => type !== Identifier)
    .sort((left, right) => fixedLength(right) - fixedLength(left)),
  Identifier,
  FaultyString,
  FaultyTick,
  StrayCharacters,
];

/**
 * `validate` checks the definitions themselves; the tests do that, users should not wait for it.
 */
export function createLexer({ validate }: { readonly validate: boolean }): Lexer {
  return new Lexer(lexicon, {
    positionTracking: 'onlyOffset',
    ensureOptimizations: true,
    skipValidations: !validate,
  });
}

/**
 * The characters that can begin a token. Without them, Chevrotain would parse the pattern to find
 * them, at every start.
 */
function codesOf(characters: RegExp): number[] {
  const codes: number[] = [];
  for (let code = 0; code < 256; code++) {
    if (characters.test(String.fromCharCode(code))) codes.push(code);
  }
  return codes;
}
