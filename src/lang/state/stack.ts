// The Pact call stack, used by messages and access rules. A linked list, so that catching an error restores an
// earlier stack by assignment.
// Source: pact/Pact/Core/StackFrame.hs.
import type { Span } from '../../base/span.ts';
import type { FullyQualifiedName } from '../values/names.ts';
import type { StackFrameView } from '../diagnostics/error.ts';
import { render } from '../../base/doc.ts';
import { prettyCall } from '../values/text/pretty.ts';
import { prettyAbbreviated } from '../values/text/abbreviate.ts';
import type { PactValue } from '../values/value.ts';

export type FrameKind = 'defun' | 'defcap' | 'defpact';

export class StackFrame {
  readonly name: FullyQualifiedName;
  readonly args: readonly PactValue[];
  readonly kind: FrameKind;
  readonly span: Span;
  /** The caller. */
  readonly parent: StackFrame | undefined;

  constructor(
    name: FullyQualifiedName,
    args: readonly PactValue[],
    kind: FrameKind,
    span: Span,
    parent: StackFrame | undefined,
  ) {
    this.name = name;
    this.args = args;
    this.kind = kind;
    this.span = span;
    this.parent = parent;
  }
}

/** Innermost first. */
export function framesOf(stack: StackFrame | undefined): StackFrame[] {
  const frames: StackFrame[] = [];
  for (let frame = stack; frame !== undefined; frame = frame.parent) frames.push(frame);
  return frames;
}

export function isCalledBy(stack: StackFrame | undefined, module: string): boolean {
  for (let frame = stack; frame !== undefined; frame = frame.parent) {
    if (frame.name.module.text === module) return true;
  }
  return false;
}

/** Returns the stack as stored in errors, innermost first. */
export function frameViews(stack: StackFrame | undefined): readonly StackFrameView[] {
  return framesOf(stack).map((frame) => ({
    name: frame.name.key,
    args: () => frame.args.map((arg) => prettyAbbreviated(arg)),
    kind: frame.kind,
    span: frame.span,
  }));
}

/** One frame as a line: `(m.f.{hash} 1 "a")`. */
export function showStackFrame(frame: StackFrame): string {
  return render(prettyCall(frame.name.key, frame.args));
}

// The names of the running functions, none of which may be entered again (Evaluator.hs, evalWithStackFrame). Calls are
// usually nested only a few levels, and comparing a few names is faster than hashing one.

/** Deeper calls are kept in a set. */
const fewNames = 8;

export class ActiveNames {
  private readonly few: string[] = [];
  private readonly more = new Set<string>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** Enters a name. Returns `false` and changes nothing if it is already active. */
  enter(name: string): boolean {
    const { few, count } = this;
    const filled = count < fewNames ? count : fewNames;
    for (let at = 0; at < filled; at++) if (few[at] === name) return false;
    if (count < fewNames) few[count] = name;
    else if (this.more.has(name)) return false;
    else this.more.add(name);
    this.count = count + 1;
    return true;
  }

  /** The name that was entered last. */
  leave(name: string): void {
    this.count -= 1;
    if (this.count >= fewNames) this.more.delete(name);
  }
}
