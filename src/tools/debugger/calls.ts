// What happened within a top-level form, as plain data: calls with arguments and values, capabilities, events, and the gas
// of each. The recorder watches a session. The number of items is limited; the rest is counted.

import { type Place, type Span, placeOfSpan } from '../../base/span.ts';
import { firstLine } from '../../base/prose.ts';
import {
  type CallOutcome,
  type Charge,
  type PactEvent,
  type TermWatch,
  type WatchedCall,
  isEvalError,
} from '../../lang/session/run.ts';
import { type Term, coreBuiltins } from '../../lang/session/analyse.ts';
import { type MachineValue, isClosure } from '../../lang/session/extend.ts';
import { type FormResult, resultTextOf } from '../repl/read-forms.ts';
import type { SessionWatcher } from '../repl/watching.ts';
import { shortText, shortValue } from './variables.ts';
import { callLimits } from './limits.ts';

/** A top-level form of a file. Forms of files that it loads have trees of their own. */
export type FormCalls = {
  readonly place: Place;
  /** The first line of its source. */
  readonly text: string;
  readonly outcome: CallEnd;
  /** Whether it ended with an error, or an expectation in it failed. */
  readonly failed: boolean;
  readonly milliGas: number;
  readonly items: readonly CallItem[];
  /** Items below it that were left out because of the limits. */
  readonly leftOut: number;
};

export type CallItem = Call | CapabilityRequest | EmittedEvent;

export type CallEnd =
  | { readonly kind: 'value'; readonly text: string }
  /** `message`: that of the error, in the innermost call that it ended. */
  | { readonly kind: 'failed'; readonly message: string | undefined };

export type Call = {
  /** Builtins are listed if they do more than compute: tables, capabilities, guards, transaction data. */
  readonly kind: 'defun' | 'defcap' | 'defpact' | 'builtin';
  readonly name: string;
  readonly args: readonly string[];
  /** What a builtin does to tables, modules and keysets. */
  readonly access?: 'reads' | 'writes';
  /** Where it is called. */
  readonly at: Place | undefined;
  readonly outcome: CallEnd;
  /** Includes everything that it called. */
  readonly milliGas: number;
  readonly items: readonly CallItem[];
  readonly leftOut: number;
};

/** `with-capability`: its items are what ran to decide whether to grant it; its body comes after it. */
export type CapabilityRequest = {
  readonly kind: 'capability';
  readonly token: string;
  readonly at: Place | undefined;
  readonly outcome: 'granted' | 'refused';
  readonly message: string | undefined;
  readonly milliGas: number;
  readonly items: readonly CallItem[];
  readonly leftOut: number;
};

export type EmittedEvent = {
  readonly kind: 'event';
  readonly name: string;
  readonly args: readonly string[];
};

type Form = Extract<Term, { kind: 'form' }>;

/** An item that has begun and not ended; `items` are added meanwhile. */
type Open = {
  readonly items: CallItem[];
  leftOut: number;
  readonly gasBefore: number;
  /** Beyond the limits, so it is only counted. */
  readonly isHidden: boolean;
  /** For a capability: the form that requests it. */
  readonly asks: { readonly form: Form; readonly token: MachineValue } | undefined;
};

type OpenForm = {
  readonly span: Span;
  readonly failuresBefore: number;
  readonly root: Open;
  /** Open items within the root, the innermost last. */
  readonly stack: Open[];
  /** How many more items may be recorded. */
  room: number;
  /** Places of the applications that run, the innermost last. */
  readonly places: Span[];
};

export type RecorderOptions = {
  /** The number of failed expectations in the session. */
  readonly failureCount: () => number;
  readonly ended: (calls: FormCalls, span: Span) => void;
};

export class CallRecorder implements SessionWatcher {
  private readonly options: RecorderOptions;
  private readonly forms: OpenForm[] = [];
  private readonly builtins = builtinsWithEffects();
  /** The data that the parts of `with-capability` report. */
  private readonly parts = new WeakMap<Term, TermWatch>();
  private used = 0;
  private flatCost = 0;
  /** Whether it was shown in the call that it came from. */
  private reported: unknown = undefined;

  constructor(options: RecorderOptions) {
    this.options = options;
  }

  beforeForm(span: Span): void {
    const root = this.begun({ isHidden: false, asks: undefined });
    const failuresBefore = this.options.failureCount();
    const room = callLimits.itemsOfForm;
    this.forms.push({ span, failuresBefore, root, stack: [], room, places: [] });
  }

  afterForm(span: Span, result: FormResult | undefined): void {
    const form = this.forms.pop();
    if (form === undefined) return;
    const outcome: CallEnd =
      result === undefined
        ? { kind: 'failed', message: undefined }
        : { kind: 'value', text: shortText(resultTextOf(result) ?? '()', callLimits.text) };
    const calls: FormCalls = {
      place: placeOfSpan(span),
      text: shortText(firstLine(span.source.text.slice(span.start, span.end)), callLimits.text),
      outcome,
      failed: result === undefined || this.options.failureCount() > form.failuresBefore,
      ...this.figuresOf(form.root),
    };
    this.options.ended(calls, span);
  }

  charged({ cost, builtin }: Charge): void {
    this.used += Number(cost);
    // A builtin is paid for before it begins.
    this.flatCost = builtin === undefined ? 0 : Number(cost);
  }

  watchTerm(term: Term): TermWatch | undefined {
    const part = this.parts.get(term);
    if (term.kind === 'form' && term.form === 'with-capability') {
      return both(part, this.watchRequest(term));
    }
    return term.kind === 'app' ? both(part, this.watchPlace(term.span)) : part;
  }

  beforeCall({ kind, name }: WatchedCall): void {
    const paid = kind === 'builtin' ? this.flatCost : 0;
    this.flatCost = 0;
    if (kind !== 'builtin' || this.builtins.has(name)) this.open(undefined, paid);
  }

  afterCall({ kind, name, args, span }: WatchedCall, outcome: CallOutcome): void {
    if (kind === 'builtin' && !this.builtins.has(name)) return;
    const form = this.forms.at(-1);
    const open = form?.stack.pop();
    if (form === undefined || open === undefined) return;
    if (open.isHidden) return leaveOut(form);
    const builtin = kind === 'builtin' ? this.builtins.get(name) : undefined;
    const at = kind === 'builtin' ? span : placeOfCall(form);
    innermost(form).items.push({
      kind: kind === 'builtin' ? 'builtin' : kind,
      name: builtin?.name ?? name,
      args: shownArguments(args),
      ...(builtin?.access !== undefined && { access: builtin.access }),
      at: at === undefined ? undefined : placeOfSpan(at),
      outcome: this.endOf(outcome),
      ...this.figuresOf(open),
    });
  }

  emitted({ module, name, params }: PactEvent): void {
    const form = this.forms.at(-1);
    if (form === undefined) return;
    if (innermost(form).isHidden || form.room <= 0) return leaveOut(form);
    form.room--;
    const args = params.map((param) => shortValue(param, callLimits.text));
    innermost(form).items.push({ kind: 'event', name: `${module.text}.${name}`, args });
  }

  private watchPlace(span: Span): TermWatch {
    const leave = (): void => void this.forms.at(-1)?.places.pop();
    return { before: () => this.forms.at(-1)?.places.push(span), after: leave, failed: leave };
  }

  /** Between the token and the body, the capability is granted or refused. */
  private watchRequest(form: Form): TermWatch {
    const [token, body] = form.terms;
    if (token !== undefined) {
      this.parts.set(token, { after: (value) => this.ask(form, value) });
    }
    if (body !== undefined) this.parts.set(body, { before: () => this.answer(form, 'granted') });
    return { failed: (thrown) => this.answer(form, 'refused', thrown) };
  }

  private ask(form: Form, token: MachineValue): void {
    this.open({ form, token });
  }

  private answer(asking: Form, outcome: 'granted' | 'refused', thrown?: unknown): void {
    const form = this.forms.at(-1);
    const open = form?.stack.at(-1);
    const asks = open?.asks;
    // The form may also have failed before it requested the capability, or in its body.
    if (form === undefined || open === undefined || asks?.form !== asking) return;
    form.stack.pop();
    if (open.isHidden) return leaveOut(form);
    innermost(form).items.push({
      kind: 'capability',
      token: shortValue(asks.token, callLimits.text),
      at: placeOfSpan(asking.span),
      outcome,
      message: outcome === 'granted' ? undefined : this.messageOf(thrown),
      ...this.figuresOf(open),
    });
  }

  private open(asks: Open['asks'], paid = 0): void {
    const form = this.forms.at(-1);
    if (form === undefined) return;
    const isHidden = innermost(form).isHidden || form.room <= 0;
    if (!isHidden) form.room--;
    form.stack.push(this.begun({ isHidden, asks }, paid));
  }

  private begun(open: Pick<Open, 'isHidden' | 'asks'>, paid = 0): Open {
    return { items: [], leftOut: 0, gasBefore: this.used - paid, ...open };
  }

  private figuresOf({ items, leftOut, gasBefore }: Open) {
    return { milliGas: this.used - gasBefore, items, leftOut };
  }

  private endOf(outcome: CallOutcome): CallEnd {
    return outcome.kind === 'done'
      ? { kind: 'value', text: shortValue(outcome.value, callLimits.text) }
      : { kind: 'failed', message: this.messageOf(outcome.thrown) };
  }

  private messageOf(thrown: unknown): string | undefined {
    if (!isEvalError(thrown) || thrown === this.reported) return undefined;
    this.reported = thrown;
    return shortText(firstLine(thrown.message), callLimits.message);
  }
}

function innermost({ root, stack }: OpenForm): Open {
  return stack.at(-1) ?? root;
}

/** If the last item is recorded, increases its count instead. */
function leaveOut({ root, stack }: OpenForm): void {
  (stack.findLast(({ isHidden }) => !isHidden) ?? root).leftOut++;
}

/** The body of a capability is called by the form that requests it. */
function placeOfCall(form: OpenForm): Span | undefined {
  return innermost(form).asks?.form.span ?? form.places.at(-1);
}

function both(one: TermWatch | undefined, other: TermWatch): TermWatch {
  if (one === undefined) return other;
  return {
    before: (local, context) => {
      one.before?.(local, context);
      other.before?.(local, context);
    },
    after: (value, context) => {
      other.after?.(value, context);
      one.after?.(value, context);
    },
    failed: (thrown, context) => {
      other.failed?.(thrown, context);
      one.failed?.(thrown, context);
    },
  };
}

/** Code among the arguments, such as the body of `with-read`, has its own calls. */
function shownArguments(args: readonly MachineValue[]): readonly string[] {
  const shown = args.slice(0, callLimits.args).filter((arg) => !isClosure(arg));
  return shown.map((arg) => shortValue(arg, callLimits.text));
}

type Builtin = { readonly name: string; readonly access: Call['access'] | undefined };

/** Builtins that do more than compute, by internal name. */
function builtinsWithEffects(): ReadonlyMap<string, Builtin> {
  const found = new Map<string, Builtin>();
  for (const { name, builtins } of coreBuiltins) {
    for (const [internal, { does }] of Object.entries(builtins)) {
      if (does === 'pure') continue;
      found.set(internal, { name, access: does === 'transaction' ? undefined : does });
    }
  }
  return found;
}
