// Splits text into tokens, comments and lexical errors. It never stops: faulty characters and strings are
// reported and skipped.
//
// The reference passes only the low byte of each character to its generated lexer, so outside string bodies
// U+0161 is an `a`, U+2028 a `(`, and U+1F60A ends a comment. A text with non-ASCII characters is
// therefore folded first, to one UTF-16 unit per character; afterwards its tokens get their original
// positions and characters back.

import type { IToken } from 'chevrotain';
import { scanString } from '../../../grammar/string-literal.ts';
import { createLexer, FaultyString, FaultyTick } from '../../../grammar/tokens.ts';
import { lazily } from '../../base/deferred.ts';
import { Span, type Source } from '../../base/span.ts';
import { wellFormed } from '../../base/text.ts';
import { diagnosticsLimit, type SyntaxDiagnostic } from './diagnostic.ts';
import { foldText, type FoldedText } from './fold-text.ts';
import { NestingCounter, endOfTooDeep } from './brackets.ts';

export type LexedSource = {
  readonly source: Source;
  /** The input of the productions. */
  readonly tokens: readonly IToken[];
  /** In order; white space is the text between tokens and comments. */
  readonly comments: readonly IToken[];
  /** Skipped parts: stray characters and faulty strings. */
  readonly faults: readonly IToken[];
  readonly diagnostics: readonly SyntaxDiagnostic[];
};

export function lex(source: Source): LexedSource {
  const { text, lexed, restore } = readable(source);
  const { tokens, groups } = sharedLexer().tokenize(lexed);
  const comments = groups['comments'] ?? [];
  const faults = groups['faults'] ?? [];
  if (restore !== undefined) {
    for (const token of tokens) restore(token, text);
    for (const token of comments) restore(token, text);
    for (const token of faults) restore(token, text);
  }
  const diagnostics = faults
    .slice(0, diagnosticsLimit)
    .map((fault) => describeFault(fault, source, text));
  return { source, tokens, comments, faults, diagnostics };
}

/** The place of a token in the text. */
export const spanOfToken = (source: Source, { startOffset, image }: IToken): Span =>
  new Span(source, startOffset, startOffset + image.length);

type Readable = {
  readonly text: string;
  /** The input of the lexer. */
  readonly lexed: string;
  /** Gives a token of the folded text its position and characters in the original text. */
  readonly restore: FoldedText['restore'] | undefined;
};

function readable({ text }: Source): Readable {
  if (!/[^\x00-\x7f]/.test(text)) return { text, lexed: text, restore: undefined };
  const original = wellFormed(text);
  const folded = foldText(original);
  return { text: original, lexed: folded.text, restore: folded.restore };
}

const sharedLexer = lazily(() => createLexer({ validate: false }));

function describeFault(fault: IToken, source: Source, text: string): SyntaxDiagnostic {
  const start = fault.startOffset;
  if (fault.tokenType === FaultyString) {
    const message = `String literal parsing error:  ${scanString(text, start).fault ?? ''}`;
    return lexicalError(message, new Span(source, start + 1, start + 1));
  }
  // A tick is the beginning of a token, so the character after it is the unexpected one.
  const stuck = fault.tokenType === FaultyTick ? start + fault.image.length : start;
  const span = new Span(source, start, stuck);
  const seen = characterBefore(text, stuck);
  const unexpected = text.codePointAt(stuck);
  if (unexpected === undefined) {
    const message = `Ran out of input before finding a lexeme. Last Character seen:  (${seen})`;
    return lexicalError(message, span);
  }
  const character = String.fromCodePoint(unexpected);
  const message = `Encountered unexpected character "${character}", Last seen "${seen}"`;
  return lexicalError(message, span);
}

function lexicalError(message: string, span: Span): SyntaxDiagnostic {
  return { kind: 'lexer', message: `Lexical Error: ${message}`, span, unclosed: undefined };
}

/** The whole character that ends at `offset`; NUL at the start of the text, as in the reference. */
function characterBefore(text: string, offset: number): string {
  if (offset === 0) return '\0';
  const last = text.charCodeAt(offset - 1);
  const isLowSurrogate = last >= 0xdc00 && last <= 0xdfff;
  return text.slice(offset - (isLowSurrogate ? 2 : 1), offset);
}

// Returns the tokens of a text piece by piece, up to the first error. So the tokens of a large text are never all in
// memory: keeping them takes longer than finding them.

export class TokenPieces {
  private readonly readable: Readable;
  private readonly counter: NestingCounter;
  private at = 0;
  private hasFault = false;

  constructor(source: Source, nestingLimit: number) {
    this.readable = readable(source);
    this.counter = new NestingCounter(nestingLimit);
  }

  /** Returns whether the text read so far has no error and is not too deep. */
  get isSound(): boolean {
    return !this.hasFault;
  }

  next(): IToken[] {
    const { lexed } = this.readable;
    while (this.at < lexed.length && !this.hasFault) {
      const end = endOfPiece(lexed, this.at + pieceLength);
      if (end - this.at > hugePiece && this.nestsTooDeep) {
        this.hasFault = true;
        return [];
      }
      const tokens = this.read(end);
      this.at = end;
      if (tokens.length > 0) return tokens;
    }
    return [];
  }

  private get nestsTooDeep(): boolean {
    return endOfTooDeep(this.readable.lexed, this.counter.limit) !== undefined;
  }

  private read(end: number): IToken[] {
    const { text, lexed, restore } = this.readable;
    const { tokens, groups } = sharedLexer().tokenize(lexed.slice(this.at, end));
    const hasFault = (groups['faults'] ?? []).length > 0;
    this.hasFault = hasFault || this.counter.findTooDeep(tokens) !== undefined;
    if (this.hasFault) return [];
    for (const token of tokens) {
      token.startOffset += this.at;
      restore?.(token, text);
    }
    return tokens;
  }
}

/** Large enough that the work per piece does not matter. */
const pieceLength = 20_000;
/** A larger piece, without such a place, is checked before all its tokens are made. */
const hugePiece = 10 * pieceLength;

/**
 * The next place, from `from` on, after a line feed that is followed by spaces and an opening parenthesis: in a valid text
 * that is neither in a comment nor in the gap of a string, where a backslash would have to follow.
 */
function endOfPiece(text: string, from: number): number {
  for (let at = text.indexOf('\n', from); at !== -1; at = text.indexOf('\n', at + 1)) {
    let next = at + 1;
    while (text.charAt(next) === ' ') next++;
    if (text.charAt(next) === '(') return at + 1;
  }
  return text.length;
}
