// The gas profile: how much gas each top-level form, function and builtin used, and under which calls. It watches
// every form, call and charge (machine/watching.ts). Reports are formatted elsewhere.

import { assert } from '../../base/assert.ts';
import type { Span } from '../../base/span.ts';
import type { Charge, ChargeWatcher } from './reporting-meter.ts';
import { addMilliGas, subtractMilliGas, type MilliGas } from './milligas.ts';

/** The gas used by a form itself, without the forms of files that it loaded. */
export type FormFigures = {
  readonly kind: 'form';
  readonly span: Span;
  runs: number;
  gas: MilliGas;
};

export type CallKind = 'defun' | 'defcap' | 'defpact' | 'builtin';

export type CallFigures = {
  readonly kind: CallKind;
  readonly name: string;
  /** The definition of a function; `undefined` for builtins. */
  readonly span: Span | undefined;
  calls: number;
  /** Charged by the call itself, not by calls inside it. */
  self: MilliGas;
  /** Including everything it called. Recursive calls count once. */
  total: MilliGas;
};

/** One form or call under one stack of calls. */
export type ProfileNode = {
  readonly figures: FormFigures | CallFigures;
  /** In the order of their first call. */
  readonly children: Map<string, ProfileNode>;
  self: MilliGas;
};

/** A call that begins; `name` is the internal name for a builtin. */
export type ProfiledCall = {
  readonly kind: CallKind;
  readonly name: string;
  readonly span: Span;
};

type Activation = {
  readonly figures: FormFigures | CallFigures;
  readonly node: ProfileNode;
  readonly usedBefore: MilliGas;
  /** The gas used by forms of files that this form loaded. */
  nested: MilliGas;
};

/**
 * The maximum number of frames in all separate stacks, which a flame graph writes out one by one.
 * Beyond it, calls count for their caller there; the totals of functions and builtins stay exact.
 */
export const maxProfileFrames = 2_000_000;

export class GasProfile implements ChargeWatcher {
  /** The forms that were not loaded by another form. */
  readonly roots = new Map<string, ProfileNode>();
  private readonly formFigures = new Map<string, FormFigures>();
  private readonly callFigures = new Map<string, CallFigures>();
  private readonly modelNames = new Set<string>();
  private readonly activations: Activation[] = [];
  private readonly open = new Map<CallFigures, number>();
  private framesLeft: number;
  private usedAmount: MilliGas = 0;
  private builtinNames: ReadonlyMap<string, string> = new Map();

  constructor({ frameLimit = maxProfileFrames }: { readonly frameLimit?: number } = {}) {
    this.framesLeft = frameLimit;
  }

  get used(): MilliGas {
    return this.usedAmount;
  }

  get forms(): readonly FormFigures[] {
    return [...this.formFigures.values()];
  }

  get functions(): readonly CallFigures[] {
    return [...this.callFigures.values()].filter(({ kind }) => kind !== 'builtin');
  }

  get builtins(): readonly CallFigures[] {
    return [...this.callFigures.values()].filter(({ kind }) => kind === 'builtin');
  }

  /** The names of the gas models of the charges. */
  get models(): readonly string[] {
    return [...this.modelNames];
  }

  /** Sets the user-visible names of builtins, by internal name: `read` for `read-with-fields`. */
  nameBuiltins(names: ReadonlyMap<string, string>): void {
    this.builtinNames = names;
  }

  /** Called when a top-level form begins. Forms that it loads begin and end before it ends. */
  beforeForm(span: Span): void {
    const key = `${span.source.name}\n${span.start}`;
    let figures = this.formFigures.get(key);
    if (figures === undefined)
      this.formFigures.set(key, (figures = { kind: 'form', span, runs: 0, gas: 0 }));
    figures.runs++;
    this.enter(key, figures);
  }

  afterForm(): void {
    this.leave();
  }

  beforeCall(call: ProfiledCall): void {
    const figures = this.figuresOfCall(call);
    figures.calls++;
    this.enter(`${figures.kind}\n${figures.name}`, figures);
  }

  afterCall(): void {
    this.leave();
  }

  /** The flat cost of a builtin counts for the builtin, although it is charged before the call. */
  charged({ cost, model, builtin }: Charge): void {
    if (builtin === undefined) return this.add(cost, model);
    const figures = this.builtinFigures(builtin);
    this.enter(`builtin\n${figures.name}`, figures);
    this.add(cost, model);
    this.leave();
  }

  private add(cost: MilliGas, model: string): void {
    if (cost === 0) return;
    this.modelNames.add(model);
    this.usedAmount = addMilliGas(this.usedAmount, cost);
    const innermost = this.activations.at(-1);
    if (innermost === undefined) return;
    const { figures, node } = innermost;
    node.self = addMilliGas(node.self, cost);
    if (figures.kind !== 'form') figures.self = addMilliGas(figures.self, cost);
  }

  private figuresOfCall({ kind, name, span }: ProfiledCall): CallFigures {
    return kind === 'builtin' ? this.builtinFigures(name) : this.figuresOf(kind, name, span);
  }

  private builtinFigures(internal: string): CallFigures {
    return this.figuresOf('builtin', this.builtinNames.get(internal) ?? internal, undefined);
  }

  private figuresOf(kind: CallKind, name: string, span: Span | undefined): CallFigures {
    const key = `${kind}\n${name}`;
    let figures = this.callFigures.get(key);
    if (figures === undefined) {
      figures = { kind, name, span, calls: 0, self: 0, total: 0 };
      this.callFigures.set(key, figures);
    }
    return figures;
  }

  private enter(key: string, figures: FormFigures | CallFigures): void {
    const node = this.nodeUnder(this.activations.at(-1)?.node, key, figures);
    this.activations.push({ figures, node, usedBefore: this.usedAmount, nested: 0 });
    if (figures.kind !== 'form') this.open.set(figures, (this.open.get(figures) ?? 0) + 1);
  }

  private leave(): void {
    const activation = this.activations.pop();
    assert(activation !== undefined, 'what is left was entered');
    const { figures } = activation;
    const total = subtractMilliGas(this.usedAmount, activation.usedBefore);
    if (figures.kind === 'form') {
      figures.gas = addMilliGas(figures.gas, subtractMilliGas(total, activation.nested));
      this.tellLoader(total);
      return;
    }
    const open = (this.open.get(figures) ?? 1) - 1;
    this.open.set(figures, open);
    if (open === 0) figures.total = addMilliGas(figures.total, total);
  }

  private tellLoader(total: MilliGas): void {
    for (let i = this.activations.length - 1; i >= 0; i--) {
      const outer = this.activations[i] as Activation;
      if (outer.figures.kind === 'form') {
        outer.nested = addMilliGas(outer.nested, total);
        return;
      }
    }
  }

  private nodeUnder(
    parent: ProfileNode | undefined,
    key: string,
    figures: FormFigures | CallFigures,
  ): ProfileNode {
    const siblings = parent?.children ?? this.roots;
    const known = siblings.get(key);
    if (known !== undefined) return known;
    const depth = this.activations.length + 1;
    if (parent !== undefined && this.framesLeft < depth) return parent;
    const node = { figures, children: new Map<string, ProfileNode>(), self: 0 };
    siblings.set(key, node);
    this.framesLeft -= depth;
    return node;
  }
}
