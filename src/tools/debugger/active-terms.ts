// The terms that run at this moment, the innermost last, and the calls that they belong to.

import type { Span } from '../../base/span.ts';
import type { Context, Local, StackFrame } from '../../lang/session/run.ts';
import type { Term } from '../../lang/session/analyse.ts';
import type { Lambda } from './variables.ts';

export type ActiveTerm = {
  readonly term: Term;
  readonly local: Local | undefined;
  readonly context: Context;
  /** The call that it belongs to; `undefined` at the top level. */
  readonly frame: StackFrame | undefined;
  /** The lambda of the program that contains it, if any. */
  readonly lambda: Lambda | undefined;
  /** The number of open lambdas of the form. */
  readonly openLambdas: number;
  readonly form: ActiveForm;
};

/** A top-level form; loading a file runs forms within a form. */
export type ActiveForm = { readonly span: Span };

/** A call of a function or lambda, or a top-level form. */
export type Activation = {
  /** For a lambda, the call of the function that contains it in the source. */
  readonly frame: StackFrame | undefined;
  readonly lambda: Lambda | undefined;
  readonly form: ActiveForm;
  /** The term that runs in it; `undefined` for a form that has not reached a term, or that began before a restored state. */
  readonly at: ActiveTerm | undefined;
};

export class ActiveTerms {
  readonly terms: ActiveTerm[] = [];
  readonly forms: ActiveForm[] = [];
  private readonly depths = new WeakMap<StackFrame, number>();

  get innermost(): ActiveTerm | undefined {
    return this.terms.at(-1);
  }

  /** `lambda`: the lambda that contains the term. */
  enter(
    term: Term,
    lambda: Lambda | undefined,
    local: Local | undefined,
    context: Context,
  ): ActiveTerm | undefined {
    const form = this.forms.at(-1);
    if (form === undefined) return undefined;
    const frame = context.machine.stack;
    const outer = this.terms.at(-1);
    const open = outer?.form === form ? outer.openLambdas : 0;
    const isCall = lambda !== undefined && !belongsTo(outer, { frame, lambda, form });
    const openLambdas = isCall ? open + 1 : open;
    const active = { term, local, context, frame, lambda, openLambdas, form };
    this.terms.push(active);
    return active;
  }

  leave(): void {
    this.terms.pop();
  }

  /** The number of open calls and forms. */
  get depth(): number {
    const { frame, openLambdas = 0 } = this.innermost ?? {};
    return this.forms.length + openLambdas + (frame === undefined ? 0 : this.depthOf(frame));
  }

  /** Frames are requested as they are created, so the one below is usually known. */
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

  /** Returns frames, the innermost first, at most `limit`. */
  activations(limit: number): readonly Activation[] {
    const { terms, forms } = this;
    const all: Activation[] = [];
    let i = terms.length - 1;
    for (let at = forms.length - 1; at >= 0 && all.length < limit; at--) {
      const form = forms[at] as ActiveForm;
      const isWithoutTerm = terms[i]?.form !== form;
      if (isWithoutTerm) all.push({ frame: undefined, lambda: undefined, form, at: undefined });
      for (; terms[i]?.form === form && all.length < limit; i--) {
        const term = terms[i] as ActiveTerm;
        if (belongsTo(all.at(-1), term)) continue;
        const { frame, lambda } = term;
        all.push({ frame, lambda, form, at: term });
      }
    }
    return all;
  }
}

type Call = Pick<Activation, 'frame' | 'lambda' | 'form'>;

/** Returns whether a term belongs to the same call as the term around it. */
export function belongsTo(outer: Call | undefined, { frame, lambda, form }: Call): boolean {
  return outer?.frame === frame && outer?.lambda === lambda && outer?.form === form;
}
