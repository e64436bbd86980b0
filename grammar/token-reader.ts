// How the parser reads tokens: from an array, or in pieces, each of which is asked for when the parser
// has come to the end of the one before. Chevrotain lets a parser have its own way of reading; what
// it keeps for that it does not declare.

import { EmbeddedActionsParser, type IToken } from 'chevrotain';

/** The tokens of the next piece; none at the end. */
export type ReadPiece = () => IToken[];

/** The boundary. After the last of its tokens the vector holds Chevrotain's marks of the end. */
type Vector = {
  tokVector: IToken[];
  tokVectorLength: number;
  currIdx: number;
};

const readNothing: ReadPiece = () => [];

export abstract class TokenReader extends EmbeddedActionsParser {
  private readonly pieces = { read: readNothing, consumedBefore: 0 };

  /** What the next production reads. */
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

  /** Chevrotain asks for it to see whether a repetition goes on. */
  protected exportLexerState(): number {
    return this.pieces.consumedBefore + (this as unknown as Vector).currIdx;
  }

  /** The token that was consumed last stays, for productions that look back. */
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
