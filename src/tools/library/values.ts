// Values as programs get and give them: JavaScript's own kinds where there is one, and decimals that can calculate.

import { Decimal as DecimalJs } from 'decimal.js';
import {
  encodeStable,
  ListValue,
  Decimal as PactDecimal,
  ObjectValue,
  prettyValueText,
  readDecimal,
  unit,
  Unit,
  ValueTooLarge,
  type PactValue,
} from '../../lang/session/run.ts';

/**
 * A value of Pact: integers are `bigint`, decimals `Decimal`, lists arrays, objects maps with their fields in order, and the
 * unit value `null`. Times, guards, module references and tables have classes of their own.
 */
export type Value =
  | string
  | boolean
  | bigint
  | null
  | Decimal
  | readonly Value[]
  | ReadonlyMap<string, Value>
  | OpaqueValue;

export type OpaqueValue = Exclude<
  PactValue,
  string | boolean | bigint | PactDecimal | ListValue | ObjectValue | Unit
>;

/** Parts that a value contains several times are also shared in the result. */
export function valueOfPact(value: PactValue): Value {
  return convert<PactValue, Value>(value, (part) => {
    if (part instanceof PactDecimal) return leaf(decimalOfPact(part));
    if (part instanceof Unit) return leaf(null);
    if (part instanceof ListValue) return joined(part.items, (items) => items);
    if (part instanceof ObjectValue) {
      const { fields } = part;
      return joined([...fields.values()], (items) => named([...fields.keys()], items));
    }
    return leaf(part);
  });
}

/** The reverse of `valueOfPact`; decimals have no trailing zeros. */
export function pactOfValue(value: Value): PactValue {
  return convert<Value, PactValue>(value, (part) => {
    if (part === null) return leaf(unit);
    if (isDecimal(part)) return leaf(pactDecimalOf(part));
    if (Array.isArray(part)) {
      return joined(part as readonly Value[], (items) => new ListValue(items));
    }
    if (part instanceof Map) {
      const fields = part as ReadonlyMap<string, Value>;
      return joined(
        [...fields.values()],
        (items) => new ObjectValue(named([...fields.keys()], items)),
      );
    }
    return leaf(part as PactValue);
  });
}

/** Returns a value as the REPL prints it. A text of millions of characters is cut and ends with `...`. */
export function prettyText(value: Value): string {
  return prettyValueText(pactOfValue(value));
}

/**
 * Returns a value as the JSON of a transaction's result, without loss for integers and decimals. Returns `undefined` if
 * the JSON would have more than 64 Mi characters: a small value may share its parts so often that its JSON does not fit
 * into memory.
 */
export function jsonText(value: Value): string | undefined {
  return jsonOfPact(pactOfValue(value));
}

/** See `jsonText`. */
export function jsonOfPact(value: PactValue): string | undefined {
  try {
    return encodeStable(value);
  } catch (error) {
    if (error instanceof ValueTooLarge) return undefined;
    throw error;
  }
}

const named = <T>(names: readonly string[], values: readonly T[]): ReadonlyMap<string, T> =>
  new Map(names.map((name, i) => [name, values[i] as T]));

/** How to convert a value: at once, or from its converted parts. */
type Conversion<From, To> = Leaf<To> | Joined<From, To>;

type Leaf<To> = { readonly kind: 'leaf'; readonly value: To };

type Joined<From, To> = {
  readonly kind: 'joined';
  readonly parts: readonly From[];
  readonly join: (parts: readonly To[]) => To;
};

const leaf = <To>(value: To): Leaf<To> => ({ kind: 'leaf', value });

const joined = <From, To>(
  parts: readonly From[],
  join: (parts: readonly To[]) => To,
): Joined<From, To> => ({ kind: 'joined', parts, join });

/**
 * Converts each part once. Not recursive, because values can be deeper than the stack. Throws a `TypeError` for a value
 * that contains itself.
 */
function convert<From, To>(root: From, conversionOf: (value: From) => Conversion<From, To>): To {
  const known = new Map<From, To>();
  const open = new Set<From>();
  const pending = [root];
  while (pending.length > 0) {
    const value = pending.at(-1) as From;
    const conversion = conversionOf(value);
    if (conversion.kind === 'leaf') known.set(value, conversion.value);
    else if (!known.has(value)) {
      const { parts, join } = conversion;
      const unknown = parts.filter((part) => !known.has(part));
      if (unknown.some((part) => open.has(part))) throw new TypeError('a value contains itself');
      if (unknown.length > 0) {
        open.add(value);
        for (const part of unknown) pending.push(part);
        continue;
      }
      known.set(value, join(parts.map((part) => known.get(part) as To)));
    }
    pending.pop();
  }
  return known.get(root) as To;
}

/**
 * The `Decimal` of decimal.js with settings that suit Pact: results have up to 512 digits, are rounded half-even, and are
 * printed without exponents. A Pact decimal has at most 255 places. Trailing zeros are not kept: `1.50` is `1.5`.
 */
export const Decimal = DecimalJs.clone({
  precision: 512,
  rounding: DecimalJs.ROUND_HALF_EVEN,
  toExpNeg: -9e15,
  toExpPos: 9e15,
});
export type Decimal = DecimalJs;

export function decimalOfPact({ mantissa, places }: PactDecimal): Decimal {
  return new Decimal(`${mantissa}e-${places}`);
}

/** Throws a `TypeError` for decimals that Pact does not have, which are a bug of the calling program. */
export function pactDecimalOf(decimal: Decimal): PactDecimal {
  if (!decimal.isFinite()) throw new TypeError(`${decimal.toString()} is not a Pact number`);
  // Not `toString`: the caller's own decimal.js may print exponents.
  const read = readDecimal(decimal.toFixed());
  if (read === undefined) throw new TypeError(`${decimal.toString()} has more than 255 places`);
  return read;
}

/** Also recognizes decimals of another copy of decimal.js. */
export const isDecimal = (value: unknown): value is Decimal => DecimalJs.isDecimal(value);
