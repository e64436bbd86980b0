// The terms that run at this moment, the innermost last, and the calls that they belong to.

import type { Span } from '../base/span.ts';
import type { Context, Local, StackFrame } from '../lang/session/run.ts';
import type { Term } from '../lang/session/analyse.ts';

export type ActiveTerm = {
  readonly term: Term;
  readonly local: Local | undefined;
  readonly context: Context;
  /** The call that it belongs to; `undefined` at the top level. */
  readonly frame: StackFrame | undefined;
  readonly form: ActiveForm;
};

/** A top-level form; loading a file runs forms within a form. */
export type ActiveForm = { readonly span: Span };

/** A call, or a top-level form. */
export type Activation = {
  readonly frame: StackFrame | undefined;
  readonly form: ActiveForm;
  /** What runs in it; `undefined` for a form that has not come to a term, or that began before a state that was kept. */
  readonly at: ActiveTerm | undefined;
};

export class ActiveTerms {
  readonly terms: ActiveTerm[] = [];
  readonly forms: ActiveForm[] = [];
  private readonly depths = new WeakMap<StackFrame, number>();

  get innermost(): ActiveTerm | undefined {
    return this.terms.at(-1);
  }

  enter(term: Term, local: Local | undefined, context: Context): ActiveTerm | undefined {
    const form = this.forms.at(-1);
    if (form === undefined) return undefined;
    const active = { term, local, context, frame: context.machine.stack, form };
    this.terms.push(active);
    return active;
  }

  leave(): void {
    this.terms.pop();
  }

  /** Number of calls and forms that are open. */
  get depth(): number {
    const frame = this.innermost?.frame;
    return this.forms.length + (frame === undefined ? 0 : this.depthOf(frame));
  }

  /** Frames are asked for as they come, so that the one below is mostly known. */
  private depthOf(innermost: StackFrame): number {
    const unknown: StackFrame[] = [];
    let frame: StackFrame | undefined = innermost;
    while (frame !== undefined && !this.depths.has(frame)) {
      unknown.push(frame);
      frame = frame.parent;
    }
    let depth = frame === undefined ? 0 : (this.depths.get(frame) ?? 0);
    for (const each of unknown.reverse()) this.depths.set(each, ++depth);
    return depth;
  }

  /** The innermost first, `limit` of them at most. */
  activations(limit: number): readonly Activation[] {
    const { terms, forms } = this;
    const all: Activation[] = [];
    let i = terms.length - 1;
    for (let at = forms.length - 1; at >= 0 && all.length < limit; at--) {
      const form = forms[at] as ActiveForm;
      const isWithoutTerm = terms[i]?.form !== form;
      if (isWithoutTerm) all.push({ frame: undefined, form, at: undefined });
      for (; terms[i]?.form === form && all.length < limit; i--) {
        const term = terms[i] as ActiveTerm;
        const last = all.at(-1);
        if (last?.frame === term.frame && last?.form === form) continue;
        all.push({ frame: term.frame, form, at: term });
      }
    }
    return all;
  }
}
