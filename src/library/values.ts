// Formats values as text.

import {
  encodeStable,
  prettyValueText,
  ValueTooLarge,
  type PactValue,
} from '../lang/session/run.ts';

/** Returns a value as the REPL prints it. A text of millions of characters is cut and ends with `...`. */
export function prettyText(value: PactValue): string {
  return prettyValueText(value);
}

/**
 * Returns a value as the JSON of a transaction's result, without loss for integers and decimals. Returns `undefined` if
 * the JSON would have more than 64 Mi characters: a small value may share its parts so often that its JSON does not fit
 * into memory.
 */
export function jsonText(value: PactValue): string | undefined {
  try {
    return encodeStable(value);
  } catch (error) {
    if (error instanceof ValueTooLarge) return undefined;
    throw error;
  }
}
