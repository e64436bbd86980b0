// Finds a capability among many. A key covers most of a capability; only capabilities with the same key are compared.

import { entryOf, withEntry, type TreeMap } from '../../../base/sorted.ts';
import { equalValues } from '../../values/order/equality.ts';
import type { QualifiedName } from '../../values/names.ts';
import type { PactValue } from '../../values/value.ts';

export type QualifiedCapability = {
  readonly name: QualifiedName;
  readonly args: readonly PactValue[];
};

/** Entries by the keys of their capabilities. */
export type CapabilityIndex<E> = TreeMap<readonly E[]>;

/** Up to this number, capabilities are compared one by one, which is faster than computing keys. */
export const fewCapabilities = 16;

export function sameCapability(left: QualifiedCapability, right: QualifiedCapability): boolean {
  return (
    left === right || (left.name.text === right.name.text && sameArguments(left.args, right.args))
  );
}

/** Returns the entries that may match this capability: all that do, and rarely others. */
export function entriesFor<E>(
  index: CapabilityIndex<E>,
  capability: QualifiedCapability,
): readonly E[] {
  return entryOf(index, keyOf(capability)) ?? [];
}

/** Adds an entry and removes the entries for which `isReplaced` is true. */
export function withIndexed<E>(
  index: CapabilityIndex<E>,
  capability: QualifiedCapability,
  entry: E,
  isReplaced: (other: E) => boolean,
): CapabilityIndex<E> {
  const key = keyOf(capability);
  const others = entryOf(index, key) ?? [];
  return withEntry(index, key, [...others.filter((other) => !isReplaced(other)), entry]);
}

function sameArguments(left: readonly PactValue[], right: readonly PactValue[]): boolean {
  if (left.length !== right.length) return false;
  for (let i = 0; i < left.length; i++) {
    if (!equalValues(left[i] as PactValue, right[i] as PactValue)) return false;
  }
  return true;
}

/** Returns the same key for equal capabilities. Different ones usually differ in their first argument. */
function keyOf({ name, args }: QualifiedCapability): string {
  let key = '';
  for (let i = 0; i < args.length; i++) key += `${partOfKey(args[i] as PactValue)} `;
  return key + name.text;
}

const longestPart = 64;

function partOfKey(value: PactValue): string {
  switch (typeof value) {
    case 'string':
      return `${value.length}:${value.slice(0, longestPart)}`;
    case 'bigint':
      return BigInt.asIntN(64, value).toString();
    case 'boolean':
      return value ? 't' : 'f';
    default:
      break;
  }
  switch (value.kind) {
    case 'decimal':
      // Equal numbers may have different numbers of places: 1.0 and 1.00.
      return BigInt.asIntN(64, value.mantissa / 10n ** BigInt(value.places)).toString();
    case 'list':
      return `l${value.items.length}`;
    default:
      return value.kind;
  }
}
