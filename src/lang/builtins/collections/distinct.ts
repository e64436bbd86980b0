// `distinct`. The reference compares each kept element with all remaining elements after it, and charges for it. This
// code skips comparisons of elements that certainly differ and charge no gas: otherwise long lists whose elements
// compare for free, and all long lists without metering, would take quadratic time.
import { countSteps } from '../../../base/interruption.ts';
import { equalForPrograms } from '../../eval/calls/equality.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { Decimal, type Guard, ListValue, type PactValue } from '../../values/value.ts';
import { builtin, overload, param } from '../define.ts';
import { normalizeDecimal } from '../../values/number/decimal.ts';

export const distinct = builtin({
  name: 'distinct',
  since: '4.0',
  builtins: { distinct: { number: 46, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Returns the elements of a list without duplicates, in the order of their first occurrence.',
  types: { distinct: ['Eq a => [a] -> [a]'] },
  overloads: [
    overload({
      internal: 'distinct',
      params: [param('list', 'list', 'The list.')],
      returns: 'list',
      run: (call, list) => new ListValue(withoutRepetitions(call, list.items)),
    }),
  ],
  examples: [
    { code: '(distinct [3 3 1 1 2 2])', gives: '[3 1 2]' },
    { code: '(distinct [1 1.0 1.00 "1"])', gives: '[1 1.0 "1"]' },
  ],
});

/** Indices of elements that may be equal, ascending; those before the current element are removed. */
type Group = { readonly exact: boolean; places: number[] };

function withoutRepetitions(call: BuiltinCall, items: readonly PactValue[]): PactValue[] {
  const groups = groupsOf(items, call.metered ? chargedClass : equalityClass);
  const kept: PactValue[] = [];
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as PactValue;
    const group = groups[i];
    if (group === undefined) kept.push(item);
    else if (group.places[0] === i) {
      kept.push(item);
      const others = group.exact ? [] : group.places.slice(1);
      group.places = others.filter(
        (place) => !equalForPrograms(call, item, items[place] as PactValue),
      );
    }
  }
  return kept;
}

const placesBetweenCounts = 4096;

/** The group of each element; `undefined` if the element equals nothing. */
function groupsOf(
  items: readonly PactValue[],
  classify: (value: PactValue) => EqualityClass | undefined,
): (Group | undefined)[] {
  const groups = new Map<EqualityKey, Group>();
  return items.map((item, place) => {
    if (place % placesBetweenCounts === placesBetweenCounts - 1)
      countSteps(8 * placesBetweenCounts);
    const found = classify(item);
    if (found === undefined) return undefined;
    const group = groups.get(found.key);
    if (group !== undefined) {
      // Of equal elements, only the first one is used.
      if (!group.exact) group.places.push(place);
      return group;
    }
    const made = { exact: found.exact, places: [place] };
    groups.set(found.key, made);
    return made;
  });
}

// Sorts values into classes such that values of different classes are never equal (in the sense of `=`). All values
// in an exact class are equal.

/** Keys of times are numbers, keys of integers are bigints. */
export type EqualityKey = string | bigint | number;

export type EqualityClass = { readonly key: EqualityKey; readonly exact: boolean };

/** Returns a class as specific as is cheap to compute. `undefined` for a table, which equals nothing. */
export function equalityClass(value: PactValue): EqualityClass | undefined {
  if (typeof value === 'bigint') return { key: value, exact: true };
  if (typeof value === 'string') return { key: `string ${value}`, exact: true };
  if (value instanceof Decimal) return { key: decimalKey(value), exact: true };
  const charged = chargedClass(value);
  if (charged === undefined || charged.exact) return charged;
  return { key: fingerprint(value, 3), exact: false };
}

/** Returns a class. Comparing values of different classes, or of one exact class, charges no gas. */
export function chargedClass(value: PactValue): EqualityClass | undefined {
  if (typeof value === 'boolean') return value ? classOfTrue : classOfFalse;
  if (typeof value !== 'object') return { key: typeof value, exact: false };
  switch (value.kind) {
    case 'decimal':
      return { key: 'decimal', exact: false };
    case 'unit':
      return { key: 'unit', exact: true };
    case 'time':
      return { key: keyOfTime(value.micros), exact: true };
    case 'list':
      return { key: `list ${value.items.length}`, exact: false };
    case 'object':
      return { key: `object ${value.fields.size}`, exact: false };
    case 'guard':
      return guardClass(value);
    case 'modref':
      return { key: `modref ${value.module.text}`, exact: true };
    case 'captoken':
      return { key: `captoken ${value.name.key} ${value.args.length}`, exact: false };
    case 'table':
      return undefined;
  }
}

function keyOfTime(micros: bigint): EqualityKey {
  const number = Number(micros);
  return Number.isSafeInteger(number) ? number : `time ${micros}`;
}

const classOfTrue: EqualityClass = { key: 'bool true', exact: true };
const classOfFalse: EqualityClass = { key: 'bool false', exact: true };

function guardClass(guard: Guard): EqualityClass {
  switch (guard.guard) {
    case 'keyset':
      return { key: `keyset ${guard.predicate.kind} ${guard.keys.join()}`, exact: false };
    case 'keyset-ref':
      return { key: `keyset-ref ${guard.name.text}`, exact: false };
    case 'user':
      return { key: `user ${guard.fun.text} ${guard.args.length}`, exact: false };
    case 'capability':
      return { key: `capability ${guard.name.text} ${guard.args.length}`, exact: false };
    case 'module':
      return { key: `module ${guard.module.text} ${guard.name}`, exact: false };
    case 'pact':
      return { key: `pact ${guard.pactId} ${guard.name}`, exact: false };
  }
}

const looksAtParts = 8;

/** Describes the first parts of a value, down to a depth: different for most different values. */
function fingerprint(value: PactValue, depth: number): string {
  if (typeof value !== 'object') return String(value);
  if (value instanceof Decimal) return decimalKey(value);
  const own = chargedClass(value)?.key ?? 'table';
  const parts = partsOf(value);
  if (depth === 0 || parts === undefined) return String(own);
  const shown: string[] = [];
  for (const part of parts) {
    if (shown.length === looksAtParts) break;
    shown.push(fingerprint(part, depth - 1));
  }
  return `${own} [${shown.join()}]`;
}

function partsOf(value: Exclude<PactValue, string | bigint | boolean>) {
  switch (value.kind) {
    case 'list':
      return value.items;
    case 'object':
      return value.fields.values();
    case 'captoken':
      return value.args;
    default:
      return undefined;
  }
}

function decimalKey(decimal: Decimal): string {
  const { mantissa, places } = normalizeDecimal(decimal);
  return `decimal ${mantissa} ${places}`;
}
