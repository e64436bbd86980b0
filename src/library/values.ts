// Values as texts.

import {
  encodeStable,
  prettyValueText,
  ValueTooLarge,
  type PactValue,
} from '../lang/session/run.ts';

/** A value as the REPL prints it. A text of millions of characters is cut, and ends with `...`. */
export function prettyText(value: PactValue): string {
  return prettyValueText(value);
}

/**
 * A value as the JSON of a transaction's result: nothing is lost, integers and decimals included. `undefined` if the JSON
 * would have more than 64 Mi characters: a small value may hold itself so often that no memory holds its JSON.
 */
export function jsonText(value: PactValue): string | undefined {
  try {
    return encodeStable(value);
  } catch (error) {
    if (error instanceof ValueTooLarge) return undefined;
    throw error;
  }
}
