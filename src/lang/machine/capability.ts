// Capabilities as the machine keeps them: tokens without a module hash, slots on a stack, managed
// capabilities, and who was granted what. All immutable, so that a failed branch is undone by assignment.
// Source: pact/Pact/Core/Capabilities.hs; section 5.1.

import type { FullyQualifiedName, QualifiedName } from '../values/names.ts';
import type { PactValue } from '../values/value.ts';
import { equalValues } from '../values/equality.ts';

export type QualifiedCapability = {
  readonly name: QualifiedName;
  readonly args: readonly PactValue[];
};

/** The innermost slot first. */
export type Slot = {
  readonly capability: QualifiedCapability;
  readonly composed: readonly QualifiedCapability[];
  readonly next: Slot | undefined;
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

/** Replaced as a whole with every change: there is one step of it for every capability that is entered or left. */
export class CapabilityState {
  readonly slots: Slot | undefined;
  readonly managed: readonly ManagedCapability[];
  /** Full names of modules. */
  readonly moduleAdmin: ReadonlySet<string>;
  /** Installed by code and not by a signature. */
  readonly autonomous: readonly QualifiedCapability[];
  readonly beingEvaluated: BeingEvaluated | undefined;

  constructor(
    slots: Slot | undefined,
    managed: readonly ManagedCapability[],
    moduleAdmin: ReadonlySet<string>,
    autonomous: readonly QualifiedCapability[],
    beingEvaluated: BeingEvaluated | undefined,
  ) {
    this.slots = slots;
    this.managed = managed;
    this.moduleAdmin = moduleAdmin;
    this.autonomous = autonomous;
    this.beingEvaluated = beingEvaluated;
  }

  withSlots(slots: Slot | undefined): CapabilityState {
    const { managed, moduleAdmin, autonomous, beingEvaluated } = this;
    return new CapabilityState(slots, managed, moduleAdmin, autonomous, beingEvaluated);
  }

  withManaged(managed: readonly ManagedCapability[]): CapabilityState {
    const { slots, moduleAdmin, autonomous, beingEvaluated } = this;
    return new CapabilityState(slots, managed, moduleAdmin, autonomous, beingEvaluated);
  }

  withModuleAdmin(moduleAdmin: ReadonlySet<string>): CapabilityState {
    const { slots, managed, autonomous, beingEvaluated } = this;
    return new CapabilityState(slots, managed, moduleAdmin, autonomous, beingEvaluated);
  }

  withAutonomous(autonomous: readonly QualifiedCapability[]): CapabilityState {
    const { slots, managed, moduleAdmin, beingEvaluated } = this;
    return new CapabilityState(slots, managed, moduleAdmin, autonomous, beingEvaluated);
  }

  withBeingEvaluated(beingEvaluated: BeingEvaluated | undefined): CapabilityState {
    const { slots, managed, moduleAdmin, autonomous } = this;
    return new CapabilityState(slots, managed, moduleAdmin, autonomous, beingEvaluated);
  }
}

export const noCapabilities = new CapabilityState(undefined, [], new Set(), [], undefined);

export function sameCapability(left: QualifiedCapability, right: QualifiedCapability): boolean {
  return (
    left === right || (left.name.text === right.name.text && sameArguments(left.args, right.args))
  );
}

function sameArguments(left: readonly PactValue[], right: readonly PactValue[]): boolean {
  if (left.length !== right.length) return false;
  for (let i = 0; i < left.length; i++) {
    if (!equalValues(left[i] as PactValue, right[i] as PactValue)) return false;
  }
  return true;
}

export function isOnStack(slots: Slot | undefined, capability: QualifiedCapability): boolean {
  for (let slot = slots; slot !== undefined; slot = slot.next) {
    if (sameCapability(slot.capability, capability)) return true;
    const { composed } = slot;
    for (let i = 0; i < composed.length; i++) {
      if (sameCapability(composed[i] as QualifiedCapability, capability)) return true;
    }
  }
  return false;
}

/** Number of capabilities granted: slots and what they composed. */
export function stackSize(slots: Slot | undefined): number {
  let size = 0;
  for (let slot = slots; slot !== undefined; slot = slot.next) size += 1 + slot.composed.length;
  return size;
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
