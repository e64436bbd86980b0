// Values of Pact 4, for which the reference's verifiers are written: values are passed to them as JSON.
// Source: pact, Pact/Types/PactValue.hs, Exp.hs (Literal); Chainweb/Pact5/TransactionExec.hs (convertPactValue).

import { showHaskellText } from '../../base/haskell-text.ts';
import { readJson } from '../../base/json-reader.ts';
import {
  Decimal,
  decodeStable,
  encodeStable,
  ListValue,
  ObjectValue,
  showValue,
  TimeValue,
  type PactValue,
} from '../../lang/session/run.ts';

/** Returns the value that Pact 4 reads from its JSON: decimals have no trailing zeros. */
export function throughJson(value: PactValue): PactValue {
  const reading = readJson(encodeStable(value));
  return reading.kind === 'value' ? decodeStable(reading.value) : value;
}

/** Strings, numbers, booleans and times. */
export function isLiteral(value: PactValue): boolean {
  return typeof value !== 'object' || value instanceof Decimal || value instanceof TimeValue;
}

/**
 * Prints a value like Haskell's `show`. Guards, times and module references are only named: they cannot be the expected
 * value, and the text is cut at 256 characters.
 */
export function showLegacy(value: PactValue): string {
  if (value instanceof ListValue) return `PList [${value.items.map(showLegacy).join(',')}]`;
  if (value instanceof ObjectValue) {
    const fields = [...value.fields].map(
      ([key, field]) => `(FieldKey ${showHaskellText(key)},${showLegacy(field)})`,
    );
    return `PObject (ObjectMap {_objectMap = fromList [${fields.join(',')}]})`;
  }
  const literal = showLiteral(value);
  return literal === undefined ? 'PGuard' : `PLiteral (${literal})`;
}

function showLiteral(value: PactValue): string | undefined {
  switch (typeof value) {
    case 'string':
      return `LString {_lString = ${showHaskellText(value)}}`;
    case 'bigint':
      return `LInteger {_lInteger = ${value}}`;
    case 'boolean':
      return `LBool {_lBool = ${value ? 'True' : 'False'}}`;
    default:
      return value instanceof Decimal ? `LDecimal {_lDecimal = ${decimalText(value)}}` : undefined;
  }
}

/** Prints all decimal places, and no point if there are none. */
export function decimalText(value: Decimal): string {
  return value.places === 0 ? String(value.mantissa) : showValue(value);
}
