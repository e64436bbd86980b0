// Capabilities as the machine keeps them: tokens without a module hash, slots on a stack, managed
// capabilities, and who was granted what. All immutable, so that a failed branch is undone by assignment.
// Source: pact/Pact/Core/Capabilities.hs; section 5.1.

import type { FullyQualifiedName } from '../values/names.ts';
import type { PactValue } from '../values/value.ts';
import {
  entriesFor,
  fewCapabilities,
  sameCapability,
  withIndexed,
  type CapabilityIndex,
  type QualifiedCapability,
} from './capability-index.ts';

/** The innermost slot first. Made by the functions below. */
export type Slot = {
  readonly capability: QualifiedCapability;
  readonly composed: Composed | undefined;
  readonly next: Slot | undefined;
  /** Of capabilities granted here and below. */
  readonly size: number;
  /** Of the same, where there are many. */
  readonly index: CapabilityIndex<QualifiedCapability>;
};

/** What a capability brought along, the last one first. */
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
  /** Without the managed argument; what it is found by. */
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

/** Found by what they are filtered to; each is there once. Made by `withManaged`. */
export type ManagedSet = {
  /** While they are few. */
  readonly few: readonly ManagedCapability[];
  readonly index: CapabilityIndex<ManagedCapability>;
};

/** Replaced as a whole with every change: there is one step of it for every capability that is entered or left. */
export class CapabilityState {
  readonly slots: Slot | undefined;
  readonly managed: ManagedSet;
  /** Full names of modules. */
  readonly moduleAdmin: ReadonlySet<string>;
  /** Whether one was installed by code and not by a signature. */
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

  /** With a slot on top of the others. */
  granting(capability: QualifiedCapability): CapabilityState {
    return this.withSlots(pushed(capability, this.slots));
  }

  /** In the place of one with the same filter. */
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

const noManaged: ManagedSet = { few: [], index: undefined };

export const noCapabilities = new CapabilityState(
  undefined,
  noManaged,
  new Set(),
  false,
  undefined,
);

export function findManaged(
  { few, index }: ManagedSet,
  filtered: QualifiedCapability,
): ManagedCapability | undefined {
  const entries = index === undefined ? few : entriesFor(index, filtered);
  return entries.find((each) => sameCapability(each.filtered, filtered));
}

function managedWith({ few, index }: ManagedSet, entry: ManagedCapability): ManagedSet {
  const isReplaced = (other: ManagedCapability): boolean =>
    sameCapability(other.filtered, entry.filtered);
  if (index !== undefined) {
    return { few, index: withIndexed(index, entry.filtered, entry, isReplaced) };
  }
  const all = [...few.filter((other) => !isReplaced(other)), entry];
  if (all.length <= fewCapabilities) return { few: all, index };
  let whole: CapabilityIndex<ManagedCapability>;
  for (const each of all) whole = withIndexed(whole, each.filtered, each, () => false);
  return { few: [], index: whole };
}

function pushed(capability: QualifiedCapability, next: Slot | undefined): Slot {
  const size = 1 + (next?.size ?? 0);
  const index = size <= fewCapabilities ? undefined : indexed(indexOf(next), capability);
  return { capability, composed: undefined, next, size, index };
}

/** The slot below the top one, to which that one hands all it has. */
export function composedBelow(top: Slot, parent: Slot): Slot {
  const { capability, next } = parent;
  let composed: Composed = { capability: top.capability, next: parent.composed };
  for (let each = top.composed; each !== undefined; each = each.next) {
    composed = { capability: each.capability, next: composed };
  }
  return { capability, composed, next, size: top.size, index: top.index };
}

/** The slot with another capability, and with what the one before has composed. */
export function withSlotCapability(slot: Slot, capability: QualifiedCapability): Slot {
  const { composed, next, size } = slot;
  if (slot.index === undefined) return { ...slot, capability };
  let index = indexed(indexOf(next), capability);
  for (let each = composed; each !== undefined; each = each.next) {
    index = indexed(index, each.capability);
  }
  return { capability, composed, next, size, index };
}

export function isOnStack(slots: Slot | undefined, capability: QualifiedCapability): boolean {
  if (slots?.index !== undefined) {
    return entriesFor(slots.index, capability).some((each) => sameCapability(each, capability));
  }
  for (let slot = slots; slot !== undefined; slot = slot.next) {
    if (sameCapability(slot.capability, capability)) return true;
    for (let each = slot.composed; each !== undefined; each = each.next) {
      if (sameCapability(each.capability, capability)) return true;
    }
  }
  return false;
}

/** Number of capabilities granted: slots and what they composed. */
export function stackSize(slots: Slot | undefined): number {
  return slots?.size ?? 0;
}

function indexed(
  index: CapabilityIndex<QualifiedCapability>,
  capability: QualifiedCapability,
): CapabilityIndex<QualifiedCapability> {
  return withIndexed(index, capability, capability, (other) => sameCapability(other, capability));
}

function indexOf(slots: Slot | undefined): CapabilityIndex<QualifiedCapability> {
  if (slots === undefined || slots.index !== undefined) return slots?.index;
  let index: CapabilityIndex<QualifiedCapability>;
  for (let slot: Slot | undefined = slots; slot !== undefined; slot = slot.next) {
    index = indexed(index, slot.capability);
    for (let each = slot.composed; each !== undefined; each = each.next) {
      index = indexed(index, each.capability);
    }
  }
  return index;
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
