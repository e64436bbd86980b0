// Parses source text into a tree: the front door of the folder. A text is lexed and parsed completely
// before any of it runs.
//
// The whole text is parsed at once, as in the reference. Only if that fails is it parsed form by form
// (recover.ts), to find further errors and to build a tree of the rest.

import { FaultyString } from '../../../grammar/tokens.ts';
import { Source, Span } from '../../base/span.ts';
import type { Expression, TopLevel } from './ast.ts';
import { missingDefinition } from './build.ts';
import { diagnosticsLimit, type SyntaxDiagnostic } from './diagnostic.ts';
import { lex, spanOfToken, type LexedSource, TokenPieces } from './lex.ts';
import {
  areBracketsPaired,
  defaultNestingLimit,
  findTooDeep,
  isOpenAtEnd,
  endOfTooDeep,
  hasFaultFrom,
} from './brackets.ts';
import { recoverForms, type RecoveredProgram } from './recover.ts';
import {
  parsePieces,
  parseTopLevels,
  runParser,
  type Dialect,
  type Refused,
} from './run-parser.ts';

export type ParseOptions = {
  readonly dialect: Dialect;
  /** Levels of brackets. More than the default needs a larger stack. */
  readonly nestingLimit?: number;
};

export type ParsedProgram = {
  /**
   * For a faulty text, the valid forms, and modules with their valid items only: for tools, not for
   * running.
   */
  readonly value: readonly TopLevel[];
  /** Empty for a valid text. The first is the error at which the reference stops. */
  readonly diagnostics: readonly SyntaxDiagnostic[];
  /** Whether more text could complete the program: it ends inside brackets or in the gap of a string. */
  readonly isIncomplete: boolean;
  /** For a large text, created on first use. */
  readonly lexed: LexedSource;
};

export type ParsedExpression = {
  readonly value: Expression | undefined;
  readonly diagnostics: readonly SyntaxDiagnostic[];
};

export function parseProgram(
  source: Source,
  { dialect, nestingLimit = defaultNestingLimit }: ParseOptions,
): ParsedProgram {
  if (source.text.length >= largeText) {
    const known = parseLarge(source, dialect, nestingLimit) ?? refuseTooDeep(source, nestingLimit);
    if (known !== undefined) return known;
  }
  const lexed = lex(source);
  const tooDeep = findNestingFault(lexed, nestingLimit);
  if (tooDeep !== undefined) {
    return { value: [], diagnostics: [...lexed.diagnostics, tooDeep], isIncomplete: false, lexed };
  }
  if (lexed.faults.length > 0) {
    const { value, diagnostics } = recoverForms(lexed, dialect);
    const all = [...lexed.diagnostics, ...diagnostics].slice(0, diagnosticsLimit);
    return { value, diagnostics: all, isIncomplete: endsInGap(lexed), lexed };
  }
  const outcome = parseTopLevels(source, lexed.tokens, dialect);
  if (outcome.kind === 'parsed') {
    return { value: outcome.value, diagnostics: [], isIncomplete: false, lexed };
  }
  const recovered = recoverForms(lexed, dialect);
  // Both found the first error, but at different places; the reference's place is used.
  const others = recovered.diagnostics.slice(1, diagnosticsLimit);
  const diagnostics = [describeFirst(lexed, outcome, recovered), ...others];
  const isIncomplete = outcome.span === undefined && isOpenAtEnd(lexed.tokens);
  return { value: recovered.value, diagnostics, isIncomplete, lexed };
}

/** From this length on, reading in pieces is worthwhile. */
const largeText = 40_000;

/** `undefined` if anything is wrong: the general path then finds out what. */
function parseLarge(
  source: Source,
  dialect: Dialect,
  nestingLimit: number,
): ParsedProgram | undefined {
  const pieces = new TokenPieces(source, nestingLimit);
  const value = parsePieces(source, () => pieces.next(), dialect);
  if (value === undefined || !pieces.isSound) return undefined;
  return {
    value,
    diagnostics: [],
    isIncomplete: false,
    get lexed() {
      return lex(source);
    },
  };
}

/**
 * The result for a text whose only error before parsing is its nesting; needs only the tokens up to
 * there. `undefined`: the caller falls back to the general path.
 */
function refuseTooDeep(source: Source, nestingLimit: number): ParsedProgram | undefined {
  const { text } = source;
  if (/[^\x00-\x7f]/.test(text)) return undefined;
  const end = endOfTooDeep(text, nestingLimit);
  if (end === undefined || hasFaultFrom(text, end)) return undefined;
  const beginning = lex(new Source(source.name, text.slice(0, end)));
  const tooDeep = findNestingFault({ ...beginning, source }, nestingLimit);
  if (tooDeep === undefined || beginning.faults.length > 0) return undefined;
  return {
    value: [],
    diagnostics: [tooDeep],
    isIncomplete: false,
    get lexed() {
      return lex(source);
    },
  };
}

/** Parses a text that must be one expression. */
export function parseExpression(
  source: Source,
  { nestingLimit = defaultNestingLimit }: { readonly nestingLimit?: number } = {},
): ParsedExpression {
  const lexed = lex(source);
  const fault = lexed.diagnostics[0] ?? findNestingFault(lexed, nestingLimit);
  if (fault !== undefined) return { value: undefined, diagnostics: [fault] };
  const outcome = runParser(source, lexed.tokens, (parser) => parser.expression());
  if (outcome.kind === 'parsed') return { value: outcome.value, diagnostics: [] };
  return { value: undefined, diagnostics: [describeWhole(lexed, outcome)] };
}

const nestingMessage = 'Nesting too deep';

/** Returns whether the text could be valid with a higher limit. */
export function isNestingFault({ message }: SyntaxDiagnostic): boolean {
  return message.startsWith(nestingMessage);
}

function findNestingFault(lexed: LexedSource, limit: number): SyntaxDiagnostic | undefined {
  const token = findTooDeep(lexed.tokens, limit);
  if (token === undefined) return undefined;
  const span = spanOfToken(lexed.source, token);
  const message = `${nestingMessage}: more than ${limit} levels of brackets`;
  return { kind: 'parse', message, span, unclosed: undefined };
}

function describeWhole({ source }: LexedSource, { message, span }: Refused): SyntaxDiagnostic {
  return { kind: 'parse', message, span: span ?? new Span(source, 0, 0), unclosed: undefined };
}

function describeFirst(
  lexed: LexedSource,
  refused: Refused,
  { unclosed, surplus }: RecoveredProgram,
): SyntaxDiagnostic {
  const diagnostic = describeWhole(lexed, refused);
  const start = refused.span?.start ?? lexed.source.text.length;
  // The error for a module that ends before its first definition is shown at its first other item.
  const isEmptied = refused.message === missingDefinition;
  if (surplus !== undefined && (surplus.startOffset < start || isEmptied)) {
    const { startOffset: at } = surplus;
    return { ...diagnostic, surplus: new Span(lexed.source, at, at + 1) };
  }
  if (unclosed === undefined) return diagnostic;
  const mustHaveClosed = lexed.tokens[unclosed.end]?.startOffset ?? lexed.source.text.length;
  // An error inside the form is an error of the form itself.
  if (refused.span !== undefined && refused.span.start < mustHaveClosed) return diagnostic;
  const span = spanOfToken(lexed.source, unclosed.bracket);
  if (!areBracketsPaired(lexed.tokens)) return { ...diagnostic, unclosed: span };
  const keyword = lexed.tokens[unclosed.end + 1];
  const nested = keyword && spanOfToken(lexed.source, keyword);
  return { ...diagnostic, unclosed: span, nested };
}

/** A line may end in the gap of a string: a backslash and white space. */
function endsInGap({ faults, source }: LexedSource): boolean {
  const [fault, ...others] = faults;
  if (fault?.tokenType !== FaultyString || others.length > 0) return false;
  if (fault.startOffset + fault.image.length < source.text.length) return false;
  const body = fault.image.trimEnd();
  let backslashes = 0;
  while (body.charAt(body.length - 1 - backslashes) === '\\') backslashes++;
  return backslashes % 2 === 1;
}
