// Returns the tokens of a text piece by piece, up to the first error. So the tokens of a large text are never all in
// memory: keeping them takes longer than finding them.

import type { IToken } from 'chevrotain';
import type { Source } from '../../base/span.ts';
import { readable, sharedLexer, type Readable } from './lex.ts';
import { NestingCounter, endOfTooDeep } from './brackets.ts';

export class TokenPieces {
  private readonly readable: Readable;
  private readonly counter: NestingCounter;
  private at = 0;
  private hasFault = false;

  constructor(source: Source, nestingLimit: number) {
    this.readable = readable(source);
    this.counter = new NestingCounter(nestingLimit);
  }

  /** Whether the text read so far has no error and is not too deep. */
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
