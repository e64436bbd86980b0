// Reads tokens for the parser: from an array, or in pieces, each of which is requested when the parser
// reaches the end of the one before. Chevrotain allows parsers their own way of reading, but does not
// declare the fields used for it.

import {
  EmbeddedActionsParser,
  type IToken,
  type IParserErrorMessageProvider,
  type TokenType,
} from 'chevrotain';
import { terminals } from './tokens.ts';

/** The tokens of the next piece; none at the end. */
export type ReadPiece = () => IToken[];

/** Undeclared fields of Chevrotain. After its last token, the vector contains Chevrotain's end marks. */
type Vector = {
  tokVector: IToken[];
  tokVectorLength: number;
  currIdx: number;
};

const readNothing: ReadPiece = () => [];

export abstract class TokenReader extends EmbeddedActionsParser {
  private readonly pieces = { read: readNothing, consumedBefore: 0 };

  /** Sets the input of the next production. */
  startReading(first: IToken[], read: ReadPiece = readNothing): void {
    this.input = first;
    this.pieces.read = read;
    this.pieces.consumedBefore = 0;
  }

  protected consumeToken(): void {
    const vector = this as unknown as Vector;
    vector.currIdx++;
    if (vector.currIdx + 1 === vector.tokVectorLength) this.readOn(vector);
  }

  /** Chevrotain reads it to check whether a repetition continues. */
  protected exportLexerState(): number {
    return this.pieces.consumedBefore + (this as unknown as Vector).currIdx;
  }

  /** The last consumed token stays, for productions that look back. */
  private readOn(vector: Vector): void {
    const tokens = this.pieces.read();
    if (tokens.length === 0) return;
    const { tokVector, tokVectorLength, currIdx } = vector;
    const ends = tokVector.slice(tokVectorLength);
    tokens.unshift(tokVector[currIdx] as IToken);
    this.pieces.consumedBefore += currIdx;
    vector.currIdx = 0;
    vector.tokVectorLength = tokens.length;
    vector.tokVector = tokens;
    tokens.push(...ends);
  }
}

// The parser's message for a token that does not fit: `Expected: [..]`, the terminals allowed there,
// named and ordered as in the reference's generated parser (happy's `explist`).

const orderOf = new Map(terminals.map((type, index) => [type, index]));

/** The reference shows at most ten elements of a list. */
export function listText(elements: readonly string[]): string {
  const shown = elements.length > 10 ? [...elements.slice(0, 10), '...'] : elements;
  return `[${shown.join(', ')}]`;
}

export function expectedText(types: readonly TokenType[]): string {
  const distinct = [...new Set(types)];
  distinct.sort((left, right) => (orderOf.get(left) ?? 0) - (orderOf.get(right) ?? 0));
  return `Expected: ${listText(distinct.map((type) => type.LABEL ?? type.name))}`;
}

/**
 * For a closing token after a repetition: the reference lists the tokens that could repeat and the
 * closing token.
 */
export function orElse(
  close: TokenType,
  repeated: readonly TokenType[],
): { readonly ERR_MSG: string } {
  return { ERR_MSG: expectedText([close, ...repeated]) };
}

export const expectedMessages: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: ({ expected }) => expectedText([expected]),
  buildNoViableAltMessage: ({ expectedPathsPerAlt }) =>
    expectedText(firstOf(expectedPathsPerAlt.flat())),
  buildEarlyExitMessage: ({ expectedIterationPaths }) =>
    expectedText(firstOf(expectedIterationPaths)),
  // Input after a complete program is reported with the remaining tokens, which only the caller has.
  buildNotAllInputParsedMessage: () => '',
};

function firstOf(paths: readonly (readonly TokenType[])[]): TokenType[] {
  return paths.flatMap((path) => path.slice(0, 1));
}
