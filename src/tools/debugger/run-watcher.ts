// Watches one run for a debugger: maintains the stack with the names of variables, and reports every moment at which
// the run could stop.

import type { Span } from '../../base/span.ts';
import {
  isEvalError,
  TableValue,
  type Context,
  type EvalError,
  type Local,
  type PactEvent,
  type StackFrame,
  type TermWatch,
  type WatchedCall,
} from '../../lang/session/run.ts';
import { type Arg, type Term } from '../../lang/session/analyse.ts';
import type { Expectations } from '../repl/expectations.ts';
import type { SessionWatcher } from '../repl/watching.ts';
import { ActiveTerms, belongsTo, type ActiveTerm } from './active-terms.ts';
import type { ErrorFilter } from './breakpoints.ts';
import type { Moment } from './moment.ts';
import { VariableNames } from './variables.ts';

export class RunWatcher implements SessionWatcher {
  readonly active = new ActiveTerms();
  readonly names = new VariableNames();
  /** While the debugger itself evaluates, nothing is reported. */
  isMuted = false;
  private readonly tell: (moment: Moment) => void;
  private readonly expectations: () => Pick<Expectations, 'failureCount' | 'failed'>;
  /** Calls in which a term has begun. */
  private readonly entered = new WeakSet<StackFrame>();
  private lastError: unknown = undefined;
  private failures = 0;
  private reopening = 0;

  constructor(
    tell: (moment: Moment) => void,
    expectations: () => Pick<Expectations, 'failureCount' | 'failed'>,
  ) {
    this.tell = tell;
    this.expectations = expectations;
  }

  /** The run continues from a state of another one, in which `openForms` forms were open: they begin again. */
  proceed(openForms: number): void {
    this.reopening = openForms;
    this.failures = this.expectations().failureCount;
  }

  beforeForm(span: Span): void {
    this.active.forms.push({ span });
    if (this.reopening > 0) this.reopening--;
    else this.tell({ kind: 'form', span });
  }

  afterForm(): void {
    this.active.forms.pop();
  }

  beforeBody(body: Term, params: readonly Arg[]): void {
    this.names.addBody(body, params);
  }

  watchTerm(term: Term): TermWatch | undefined {
    if (!isWatched(term)) return undefined;
    const builtin = builtinOf(term);
    return {
      before: (local, context) => this.enter(term, local, context),
      after: builtin?.startsWith('expect')
        ? () => this.leaveExpectation(builtin === 'expect')
        : () => this.leave(),
      failed: (thrown) => this.fail(thrown),
    };
  }

  beforeCall({ kind, name, args }: WatchedCall): void {
    if (kind !== 'builtin' || this.isMuted || !rowWriters.has(name)) return;
    const [table, key] = args;
    if (!(table instanceof TableValue) || typeof key !== 'string') return;
    this.tell({ kind: 'write', table: tableText(table), key });
  }

  emitted({ module, name }: PactEvent): void {
    if (!this.isMuted) this.tell({ kind: 'event', name: `${module.text}.${name}` });
  }

  private enter(term: Term, local: Local | undefined, context: Context): void {
    if (this.isMuted) return;
    const outer = this.active.innermost;
    const active = this.active.enter(term, this.names.lambdaAround(term), local, context);
    if (active === undefined) return;
    // Desugaring turns one form into several terms.
    if (belongsTo(outer, active) && isSamePlace(outer, active)) return;
    const { frame } = active;
    const entersCall = frame !== undefined && !this.entered.has(frame);
    if (entersCall) this.entered.add(frame);
    this.tell({ kind: 'term', active, entersCall });
  }

  private leave(): void {
    if (!this.isMuted) this.active.leave();
  }

  private leaveExpectation(isEquality: boolean): void {
    if (this.isMuted) return;
    const { failureCount, failed } = this.expectations();
    if (failureCount > this.failures) {
      this.failures = failureCount;
      const outcome = failed.at(-1)?.outcome;
      // The run could stop where the error was raised.
      const wasTold = isEquality && outcome?.kind === 'failed' && outcome.cause !== undefined;
      if (outcome?.kind === 'failed' && !wasTold) {
        this.tell({ kind: 'expectation', text: outcome.message });
      }
    }
    this.active.leave();
  }

  private fail(thrown: unknown): void {
    if (this.isMuted) return;
    if (isEvalError(thrown) && thrown !== this.lastError) {
      this.lastError = thrown;
      this.tell({ kind: 'error', error: thrown, filter: filterOf(this.active.terms, thrown) });
    }
    this.active.leave();
  }
}

/** The innermost term that catches the error decides. */
function filterOf(terms: readonly ActiveTerm[], error: EvalError): ErrorFilter {
  for (let i = terms.length - 1; i >= 0; i--) {
    const { term } = terms[i] as ActiveTerm;
    const inner = terms[i + 1]?.term;
    if (term.kind === 'form' && error.recoverable && catches(term, inner)) return 'caught';
    const builtin = builtinOf(term);
    if (builtin?.startsWith('expect-failure')) return 'caught';
    if (builtin === 'expect') return 'expectation';
  }
  return 'uncaught';
}

/** The first part of both forms is the part whose failure they catch. */
function catches({ form, terms }: Extract<Term, { kind: 'form' }>, inner: Term | undefined) {
  const [after] = terms;
  if (form !== 'try' && form !== 'enforce-one') return false;
  return inner !== undefined && after?.span.covers(inner.span) === false;
}

function builtinOf(term: Term): string | undefined {
  return term.kind === 'app' && term.fun.kind === 'builtin' ? term.fun.name : undefined;
}

/** Names and constants are evaluated before a client could look at them. */
function isWatched(term: Term): boolean {
  switch (term.kind) {
    case 'app':
    case 'form':
    case 'let':
    case 'list':
    case 'object':
      return true;
    case 'var':
    case 'literal':
      return beginsLine(term.span);
    default:
      return false;
  }
}

function beginsLine({ source, start, startPosition }: Span): boolean {
  const lineStart = source.lineStarts[startPosition.line] ?? 0;
  return source.text.slice(lineStart, start).trim() === '';
}

function isSamePlace(outer: ActiveTerm | undefined, { term }: ActiveTerm): boolean {
  const span = outer?.term.span;
  return span !== undefined && span.source === term.span.source && span.start === term.span.start;
}

export function tableText({ name }: TableValue): string {
  return `${name.module.text}.${name.name}`;
}

/** The builtins that write a row, by internal name. */
const rowWriters: ReadonlySet<string> = new Set(['insert', 'update', 'write']);
