// The gas of a run by stack of calls, as plain data that threads can send to each other.

import type { GasProfile, ProfileNode } from '../../../lang/session/run.ts';
import { excerpt, placeOf, shownName } from './gas-report.ts';

export type FrameKind = 'form' | 'defun' | 'defcap' | 'defpact' | 'builtin';

export type StackFrame = {
  readonly kind: FrameKind;
  readonly name: string;
  /** Its definition; `undefined` for builtins. Lines count from 1. */
  readonly place: { readonly file: string; readonly line: number } | undefined;
};

/** One frame under one stack of callers. */
export type StackNode = {
  /** The number of its frame in `frames`. */
  readonly frame: number;
  /** The number of callers, 0 for forms. */
  readonly depth: number;
  /** The milligas charged by itself, not by calls inside it. */
  readonly self: bigint;
};

export type GasStacks = {
  readonly frames: readonly StackFrame[];
  /** Callers before their calls, in the order of first calls. */
  readonly nodes: readonly StackNode[];
};

export function gasStacks(profile: GasProfile): GasStacks {
  const frames: StackFrame[] = [];
  const numbers = new Map<ProfileNode['figures'], number>();
  const nodes: StackNode[] = [];
  // Not recursive, because stacks can be very deep.
  const pending: { readonly node: ProfileNode; readonly depth: number }[] = [];
  const push = (children: ReadonlyMap<string, ProfileNode>, depth: number): void => {
    for (const node of [...children.values()].reverse()) pending.push({ node, depth });
  };
  push(profile.roots, 0);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, depth } = next;
    let frame = numbers.get(node.figures);
    if (frame === undefined) {
      frame = frames.push(frameOf(node)) - 1;
      numbers.set(node.figures, frame);
    }
    nodes.push({ frame, depth, self: BigInt(node.self) });
    push(node.children, depth + 1);
  }
  return { frames, nodes };
}

/** Joins the stacks of several runs, in their order. */
export function joinedStacks(all: readonly GasStacks[]): GasStacks {
  const frames: StackFrame[] = [];
  const nodes: StackNode[] = [];
  for (const stacks of all) {
    const first = frames.length;
    for (const frame of stacks.frames) frames.push(frame);
    for (const node of stacks.nodes) nodes.push({ ...node, frame: node.frame + first });
  }
  return { frames, nodes };
}

function frameOf({ figures }: ProfileNode): StackFrame {
  if (figures.kind !== 'form') {
    const { kind, name, span } = figures;
    return { kind, name: shownName(name), place: span === undefined ? undefined : placeOf(span) };
  }
  const place = placeOf(figures.span);
  return { kind: 'form', name: `${place.file}:${place.line} ${excerpt(figures.span)}`, place };
}
