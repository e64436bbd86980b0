// Values as texts.

import { encodeStable, prettyValueText, type PactValue } from '../lang/session/index.ts';

/** A value as the REPL prints it. */
export function prettyText(value: PactValue): string {
  return prettyValueText(value);
}

/**
 * A value as the JSON of a transaction's result: nothing is lost, integers and decimals included.
 */
export function jsonText(value: PactValue): string {
  return encodeStable(value);
}
