// The exception of functions that print, encode or measure a value that is larger than their caller allows. Values
// share structure: sixty nested lists can represent 2^60 leaves, so every traversal has a limit.

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

/** The default limit of characters or bytes: far above any real value. */
export const defaultOutputLimit = 0x4000000;
/** The maximum number of parts written, whatever their length: this takes about a second. */
export const maxParts = 0x400000;
