// The capability state of the machine: tokens without a module hash, slots on a stack, and managed
// capabilities. All immutable, so that a failed branch is undone by assignment.
// Source: pact/Pact/Core/Capabilities.hs; section 5.1.
import { type TreeMap, entriesOf, entryOf, withEntry } from '../../base/sorted.ts';
import type { FullyQualifiedName, QualifiedName } from '../values/names.ts';
import type { PactValue } from '../values/value.ts';
import { equalValues } from '../values/order/equality.ts';

/** A linked list, innermost slot first. Created by the functions below. */
export type Slot = {
  readonly capability: QualifiedCapability;
  readonly composed: Composed | undefined;
  readonly next: Slot | undefined;
  /** The number of capabilities granted here and below. */
  readonly size: number;
  /** The same capabilities as an index, if there are many or a slot above needed it. */
  many: ManyGranted | undefined;
};

/**
 * Adding a capability that is granted only briefly to a tree of many is too expensive, so the last few are kept separately.
 * When there are too many, they are added to the tree in place (`settled`). The meaning is the same, so returning to this
 * state later benefits from it.
 */
type ManyGranted = {
  recent: readonly QualifiedCapability[];
  index: CapabilityIndex<QualifiedCapability>;
};

/** The composed capabilities, the last one first. */
type Composed = {
  readonly capability: QualifiedCapability;
  readonly next: Composed | undefined;
};

/** Capabilities whose bodies run, the innermost first. */
export type BeingEvaluated = {
  readonly capability: QualifiedCapability;
  readonly next: BeingEvaluated | undefined;
};

export type ManagedCapability = {
  /** The capability without the managed argument, used for lookups. */
  readonly filtered: QualifiedCapability;
  /** As it was installed. */
  readonly original: QualifiedCapability;
  readonly state:
    | { readonly kind: 'auto'; readonly used: boolean }
    | {
        readonly kind: 'user';
        readonly manager: FullyQualifiedName;
        readonly value: PactValue;
        readonly index: number;
      };
};

/**
 * Managed capabilities, found by `filtered`. Those changed last are kept separately and take precedence over the tree.
 * Created by `withManaged`, settled like `ManyGranted`.
 */
export type ManagedSet = {
  recent: readonly ManagedCapability[];
  index: CapabilityIndex<ManagedCapability>;
};

/** Replaced as a whole with every change: whenever a capability is entered or left. */
export class CapabilityState {
  readonly slots: Slot | undefined;
  readonly managed: ManagedSet;
  /** Full names of modules. */
  readonly moduleAdmin: ReadonlySet<string>;
  /** Whether a capability was installed by code and not by a signature. */
  readonly isAutonomous: boolean;
  readonly beingEvaluated: BeingEvaluated | undefined;

  constructor(
    slots: Slot | undefined,
    managed: ManagedSet,
    moduleAdmin: ReadonlySet<string>,
    isAutonomous: boolean,
    beingEvaluated: BeingEvaluated | undefined,
  ) {
    this.slots = slots;
    this.managed = managed;
    this.moduleAdmin = moduleAdmin;
    this.isAutonomous = isAutonomous;
    this.beingEvaluated = beingEvaluated;
  }

  withSlots(slots: Slot | undefined): CapabilityState {
    const { managed, moduleAdmin, isAutonomous, beingEvaluated } = this;
    return new CapabilityState(slots, managed, moduleAdmin, isAutonomous, beingEvaluated);
  }

  /** Returns the state with one more slot on top. */
  granting(capability: QualifiedCapability): CapabilityState {
    return this.withSlots(pushed(capability, this.slots));
  }

  /** Returns the state with this entry in place of the one with the same `filtered`. */
  withManaged(entry: ManagedCapability): CapabilityState {
    const managed = managedWith(this.managed, entry);
    const { slots, moduleAdmin, isAutonomous, beingEvaluated } = this;
    return new CapabilityState(slots, managed, moduleAdmin, isAutonomous, beingEvaluated);
  }

  withModuleAdmin(moduleAdmin: ReadonlySet<string>): CapabilityState {
    const { slots, managed, isAutonomous, beingEvaluated } = this;
    return new CapabilityState(slots, managed, moduleAdmin, isAutonomous, beingEvaluated);
  }

  autonomously(): CapabilityState {
    const { slots, managed, moduleAdmin, beingEvaluated } = this;
    return new CapabilityState(slots, managed, moduleAdmin, true, beingEvaluated);
  }

  withBeingEvaluated(beingEvaluated: BeingEvaluated | undefined): CapabilityState {
    const { slots, managed, moduleAdmin, isAutonomous } = this;
    return new CapabilityState(slots, managed, moduleAdmin, isAutonomous, beingEvaluated);
  }
}

const noManaged: ManagedSet = { recent: [], index: undefined };

export const noCapabilities = new CapabilityState(
  undefined,
  noManaged,
  new Set(),
  false,
  undefined,
);

/** Returns all granted capabilities, innermost first, each followed by those it composed. */
export function grantedOf({ slots }: CapabilityState): readonly QualifiedCapability[] {
  const granted: QualifiedCapability[] = [];
  for (let slot = slots; slot !== undefined; slot = slot.next) {
    granted.push(slot.capability);
    for (let each = slot.composed; each !== undefined; each = each.next) {
      granted.push(each.capability);
    }
  }
  return granted;
}

/** Returns all installed capabilities; those changed last come first. */
export function managedOf({ managed }: CapabilityState): readonly ManagedCapability[] {
  const replaced = [...managed.recent].reverse();
  const others: ManagedCapability[] = [];
  for (const [, entries] of entriesOf(managed.index)) {
    others.push(...entries.filter((entry) => !replaced.some((each) => replacing(each)(entry))));
  }
  return [...replaced, ...others];
}

export function findManaged(
  { recent, index }: ManagedSet,
  filtered: QualifiedCapability,
): ManagedCapability | undefined {
  const isWanted = (each: ManagedCapability): boolean => sameCapability(each.filtered, filtered);
  const found = recent.find(isWanted);
  if (found !== undefined || index === undefined) return found;
  return entriesFor(index, filtered).find(isWanted);
}

function managedWith(managed: ManagedSet, entry: ManagedCapability): ManagedSet {
  const replaced = replacing(entry);
  let others = managed.recent.filter((other) => !replaced(other));
  if (others.length >= fewCapabilities) {
    for (const each of others) {
      managed.index = withIndexed(managed.index, each.filtered, each, replacing(each));
    }
    managed.recent = others = [];
  }
  return { recent: [...others, entry], index: managed.index };
}

const replacing =
  ({ filtered }: ManagedCapability) =>
  (other: ManagedCapability): boolean =>
    sameCapability(other.filtered, filtered);

function pushed(capability: QualifiedCapability, next: Slot | undefined): Slot {
  const size = 1 + (next?.size ?? 0);
  const many = size <= fewCapabilities ? undefined : manyWith(manyOf(next), capability);
  return { capability, composed: undefined, next, size, many };
}

/** Returns the slot below the top one, with everything from the top slot added as composed. */
export function composedBelow(top: Slot, parent: Slot): Slot {
  const { capability, next } = parent;
  let composed: Composed = { capability: top.capability, next: parent.composed };
  for (let each = top.composed; each !== undefined; each = each.next) {
    composed = { capability: each.capability, next: composed };
  }
  return { capability, composed, next, size: top.size, many: top.many };
}

/** Returns the slot with another capability and the same composed ones. */
export function withSlotCapability(slot: Slot, capability: QualifiedCapability): Slot {
  const { composed, next, size } = slot;
  if (slot.many === undefined) return { capability, composed, next, size, many: undefined };
  let many = manyWith(manyOf(next), capability);
  for (let each = composed; each !== undefined; each = each.next) {
    many = manyWith(many, each.capability);
  }
  return { capability, composed, next, size, many };
}

export function isOnStack(slots: Slot | undefined, capability: QualifiedCapability): boolean {
  if (slots?.many !== undefined) return isAmong(slots.many, capability);
  for (let slot = slots; slot !== undefined; slot = slot.next) {
    if (sameCapability(slot.capability, capability)) return true;
    for (let each = slot.composed; each !== undefined; each = each.next) {
      if (sameCapability(each.capability, capability)) return true;
    }
  }
  return false;
}

/** Returns the number of granted capabilities: slots and composed ones. */
export function stackSize(slots: Slot | undefined): number {
  return slots?.size ?? 0;
}

function isAmong({ recent, index }: ManyGranted, capability: QualifiedCapability): boolean {
  const isWanted = (each: QualifiedCapability): boolean => sameCapability(each, capability);
  return recent.some(isWanted) || entriesFor(index, capability).some(isWanted);
}

function manyWith(many: ManyGranted, capability: QualifiedCapability): ManyGranted {
  if (many.recent.length >= fewCapabilities) {
    for (const each of many.recent) {
      const isReplaced = (other: QualifiedCapability): boolean => sameCapability(other, each);
      many.index = withIndexed(many.index, each, each, isReplaced);
    }
    many.recent = [];
  }
  return { recent: [...many.recent, capability], index: many.index };
}

function manyOf(slots: Slot | undefined): ManyGranted {
  if (slots?.many !== undefined) return slots.many;
  const recent: QualifiedCapability[] = [];
  for (let slot = slots; slot !== undefined; slot = slot.next) {
    recent.push(slot.capability);
    for (let each = slot.composed; each !== undefined; each = each.next) {
      recent.push(each.capability);
    }
  }
  const many = { recent, index: undefined };
  if (slots !== undefined) slots.many = many;
  return many;
}

export function isBeingEvaluated(
  evaluated: BeingEvaluated | undefined,
  capability: QualifiedCapability,
): boolean {
  for (let entry = evaluated; entry !== undefined; entry = entry.next) {
    if (sameCapability(entry.capability, capability)) return true;
  }
  return false;
}

export function withoutIndex<T>(items: readonly T[], index: number): T[] {
  const others: T[] = [];
  for (let i = 0; i < items.length; i++) if (i !== index) others.push(items[i] as T);
  return others;
}

// Finds a capability among many. A key covers most of a capability; only capabilities with the same key are compared.

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
