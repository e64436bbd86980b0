// Adds up a figure over a value and all its parts, such as the bytes of its JSON. Values share structure: a list that
// contains the previous list twice, forty times over, has 2^40 leaves. Every container is visited once, and its sum is
// added wherever the container occurs.

import type { Guard, ObjectValue, PactValue } from '../value.ts';

/** A value with parts: a list, an object, a capability, or a guard with arguments. */
export type Container = Exclude<PactValue, string | bigint | boolean>;

export type Weights = {
  /** Of a value without parts. */
  readonly leaf: (value: PactValue) => number;
  /** Of a container without its parts. `count`: the number of its parts. */
  readonly frame: (container: Container, count: number) => number;
};

/** Parts that remain to be added, and their container. */
type Frame = {
  readonly parts: readonly PactValue[];
  readonly container: Container;
  readonly sumBefore: number;
  nested: boolean;
  next: number;
};

/** A container with fewer parts, none of which has parts, is added again faster than it is found. */
const manyParts = 16;

/** Sums of containers are kept, so use one instance for values that may share parts. */
export class SharedSum {
  private readonly weights: Weights;
  private readonly known = new Map<Container, number>();
  private frames: Frame[] = [];
  private sum = 0;

  constructor(weights: Weights) {
    this.weights = weights;
  }

  /** Returns the sum. Stops early, with some number above `limit`, if it is larger than that. */
  of(value: PactValue, limit: number = Infinity): number {
    this.sum = 0;
    this.frames = [];
    this.add(value);
    for (let frame = this.frames.at(-1); frame !== undefined; frame = this.frames.at(-1)) {
      this.addParts(frame, limit);
      if (this.sum > limit) break;
    }
    return this.sum;
  }

  /** Adds parts up to one that has parts itself, or closes the frame. */
  private addParts(frame: Frame, limit: number): void {
    const { parts } = frame;
    while (frame.next < parts.length && this.sum <= limit) {
      if (!this.add(parts[frame.next++] as PactValue)) continue;
      frame.nested = true;
      return;
    }
    if (frame.next < parts.length) return;
    this.frames.pop();
    if (frame.nested || parts.length >= manyParts) {
      this.known.set(frame.container, this.sum - frame.sumBefore);
    }
  }

  /** Returns whether the value has parts. */
  private add(value: PactValue): boolean {
    const parts = partsOf(value);
    if (parts === undefined) {
      this.sum += this.weights.leaf(value);
      return false;
    }
    const container = value as Container;
    const known = this.known.get(container);
    if (known !== undefined) {
      this.sum += known;
      return true;
    }
    const sumBefore = this.sum;
    this.sum += this.weights.frame(container, parts.length);
    this.frames.push({ parts, container, sumBefore, nested: false, next: 0 });
    return true;
  }
}

/** Returns the parts of a container, those of an object in the order of its fields; `undefined` for other values. */
function partsOf(value: PactValue): readonly PactValue[] | undefined {
  if (typeof value !== 'object') return undefined;
  switch (value.kind) {
    case 'list':
      return value.items;
    case 'object':
      return fieldsOf(value);
    case 'captoken':
      return value.args;
    case 'guard':
      return argumentsOf(value);
    default:
      return undefined;
  }
}

const fieldsOf = ({ fields }: ObjectValue): readonly PactValue[] => [...fields.values()];

const argumentsOf = (guard: Guard): readonly PactValue[] | undefined =>
  guard.guard === 'user' || guard.guard === 'capability' ? guard.args : undefined;
