// The signal of renderers, encoders and measurers that a value is larger than their caller allows. Values
// share structure: sixty nested lists can stand for 2^60 leaves, so every walk has a limit.

export class ValueTooLarge extends Error {
  override readonly name = 'ValueTooLarge';
  /** The limit that was passed, in the walker's unit: characters, bytes or nodes. */
  readonly limit: number;
  /** What is too large, for error messages. */
  readonly what: string;

  constructor(limit: number, what = 'value') {
    super(`${what} larger than ${limit}`);
    this.limit = limit;
    this.what = what;
  }
}

/** Characters or bytes that a walker produces when its caller names no limit: far above any real value. */
export const defaultOutputLimit = 0x4000000;
/** Parts that are written at most, whatever their length: the walk takes about a second. */
export const maxParts = 0x400000;
