// Counts how often every term runs and which way every condition goes, for coverage: a watcher of terms (watching.ts).
//
// Counters belong to a place in a source, so a module that is loaded again uses the same counters.

import type { Source, Span } from '../../base/span.ts';
import type { Def, Module } from '../core/model/definition.ts';
import type { Term } from '../core/model/term.ts';
import type { MachineValue } from '../state/value.ts';
import { compileWatched, type TermWatch, type Watcher } from './watching.ts';

export type Counter = { count: number };

type Extent = { readonly start: number; readonly end: number };

/** A term that runs; of terms at the same place, the outer ones come first. */
export type NodeCounter = Extent & Counter & { readonly kind: Term['kind'] };

export type BranchForm = 'if' | 'and' | 'or' | 'enforce' | 'enforce-one' | 'try';

/** Arms in the order of the source: true and false, success and failure, every condition and none. */
export type BranchCounter = Extent & {
  readonly form: BranchForm;
  readonly arms: readonly Counter[];
};

/** A unit that is called as a whole: a function, a capability, a step of a defpact or its rollback. */
export type FunctionCounter = Extent & { readonly name: string; readonly entry: Counter };

export type SourceCounters = {
  readonly name: string;
  readonly text: string;
  readonly modules: readonly Extent[];
  readonly nodes: Iterable<NodeCounter>;
  readonly branches: Iterable<BranchCounter>;
  readonly functions: Iterable<FunctionCounter>;
};

export class Coverage implements Watcher {
  /** Creates the counters of a term and its parts. */
  private readonly visit: (term: Term) => unknown = compileWatched([this]);
  private readonly byName = new Map<string, Counters>();
  private readonly bySource = new WeakMap<Source, Counters>();
  /** The counters for terms that are compiled together with others. */
  private readonly marks = new WeakMap<Term, Mark>();

  /** All sources with compiled code; for several sources with the same name, the last one. */
  get sources(): Iterable<SourceCounters> {
    return this.byName.values();
  }

  /** Registers all code of a module that could run, so that code that never runs is counted too. */
  moduleResolved(module: Module): void {
    const counters = this.countersOf(module.span.source);
    counters.addModule(module.span);
    for (const def of module.defs) {
      for (const { name, term, span } of partsOf(def)) {
        this.visit(term);
        const entry = counters.node(entryOf(term));
        counters.addFunction(`${module.name.text}.${name}`, span, entry);
      }
    }
  }

  watchTerm(term: Term): TermWatch | undefined {
    const counters = this.countersOf(term.span.source);
    // The first part of a sequence runs whenever the sequence does, and its place is that of the form around it.
    const own = term.kind === 'sequence' ? [] : [counters.node(term)];
    this.markParts(term, counters);
    const { before = [], after } = this.marks.get(term) ?? {};
    return { before: counting([...before, ...own]), after };
  }

  private markParts(term: Term, counters: Counters): void {
    if (term.kind === 'let') this.markLets(term, counters);
    if (term.kind !== 'form') return;
    switch (term.form) {
      case 'if':
        return this.markConditions(term, counters);
      case 'and':
      case 'or':
      case 'enforce': {
        const [condition] = term.terms;
        if (condition !== undefined && isWritten(condition)) {
          this.markOutcome(condition, counters.branch(term.form, term.span, 2));
        }
        return;
      }
      case 'enforce-one':
        return this.markAttempts(term, counters);
      case 'try': {
        const [fallback, body] = term.terms;
        const [succeeds, fails] = counters.branch(term.form, term.span, 2);
        if (body !== undefined) this.mark(body).after = () => succeeds.count++;
        if (fallback !== undefined) this.mark(fallback).before.add(fails);
        return;
      }
      default:
    }
  }

  /** Nested lets are compiled together; each begins with its first value. */
  private markLets(first: Extract<Term, { kind: 'let' }>, counters: Counters): void {
    let outer = first;
    for (let rest = first.body; rest.kind === 'let'; rest = rest.body) {
      // Binders of one let share its place.
      const isSame = rest.span.start === outer.span.start && rest.span.end === outer.span.end;
      if (!isSame) this.mark(rest.value).before.add(counters.node(rest));
      outer = rest;
    }
  }

  /** Consecutive conditions are compiled together too. */
  private markConditions(first: Extract<Term, { kind: 'form' }>, counters: Counters): void {
    let rest: Term | undefined = first;
    while (rest?.kind === 'form' && rest.form === 'if') {
      const [condition, , otherwise]: readonly Term[] = rest.terms;
      if (condition === undefined) return;
      if (rest !== first) this.mark(condition).before.add(counters.node(rest));
      this.markOutcome(condition, counters.branch('if', rest.span, 2));
      rest = otherwise;
    }
  }

  private markAttempts({ terms, span }: Extract<Term, { kind: 'form' }>, counters: Counters): void {
    const [message, conditions] = terms;
    if (message === undefined || conditions?.kind !== 'list') return;
    const { items } = conditions;
    if (items.length === 0) return;
    const arms = counters.branch('enforce-one', span, items.length + 1);
    for (const [at, item] of items.entries()) {
      const arm = arms[at];
      if (arm === undefined) continue;
      this.mark(item).after = (value) => {
        if (value === true) arm.count++;
      };
    }
    const none = arms.at(-1);
    if (none !== undefined) this.mark(message).before.add(none);
  }

  private markOutcome(condition: Term, [holds, fails]: Arms): void {
    this.mark(condition).after = (value) => {
      if (value === true) holds.count++;
      else if (value === false) fails.count++;
    };
  }

  private mark(term: Term): Mark {
    const known = this.marks.get(term);
    if (known !== undefined) return known;
    const mark: Mark = { before: new Set(), after: undefined };
    this.marks.set(term, mark);
    return mark;
  }

  private countersOf(source: Source): Counters {
    const known = this.bySource.get(source);
    if (known !== undefined) return known;
    const { name, text } = source;
    let counters = this.byName.get(name);
    if (counters?.text !== text) this.byName.set(name, (counters = new Counters(name, text)));
    this.bySource.set(source, counters);
    return counters;
  }
}

type Arms = readonly [Counter, Counter, ...Counter[]];

type Mark = { readonly before: Set<Counter>; after: ((value: MachineValue) => void) | undefined };

function counting(counters: readonly Counter[]): (() => void) | undefined {
  const [only, ...others] = counters;
  if (only === undefined) return undefined;
  if (others.length === 0)
    return () => {
      only.count++;
    };
  return () => {
    for (const counter of counters) counter.count++;
  };
}

/** The counters of one source. */
class Counters implements SourceCounters {
  readonly name: string;
  readonly text: string;
  private readonly nodeByKey = new Map<string, NodeCounter>();
  private readonly branchByKey = new Map<string, BranchCounter & { readonly arms: Arms }>();
  private readonly functionByKey = new Map<string, FunctionCounter>();
  private readonly moduleByStart = new Map<number, Extent>();

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
  }

  get nodes(): Iterable<NodeCounter> {
    return this.nodeByKey.values();
  }

  get branches(): Iterable<BranchCounter> {
    return this.branchByKey.values();
  }

  get functions(): Iterable<FunctionCounter> {
    return this.functionByKey.values();
  }

  get modules(): readonly Extent[] {
    return [...this.moduleByStart.values()];
  }

  addModule({ start, end }: Span): void {
    this.moduleByStart.set(start, { start, end });
  }

  addFunction(name: string, { start, end }: Span, entry: Counter): void {
    this.functionByKey.set(`${start} ${name}`, { name, start, end, entry });
  }

  node({ kind, span: { start, end } }: Pick<Term, 'kind' | 'span'>): NodeCounter {
    const key = `${kind} ${start} ${end}`;
    let node = this.nodeByKey.get(key);
    if (node === undefined) this.nodeByKey.set(key, (node = { kind, start, end, count: 0 }));
    return node;
  }

  branch(form: BranchForm, { start, end }: Span, arms: number): Arms {
    const key = `${form} ${start} ${end}`;
    let branch = this.branchByKey.get(key);
    if (branch === undefined) {
      const others = Array.from({ length: arms - 2 }, () => ({ count: 0 }));
      branch = { form, start, end, arms: [{ count: 0 }, { count: 0 }, ...others] };
      this.branchByKey.set(key, branch);
    }
    return branch.arms;
  }
}

/** A function created for `(and)` and similar calls has conditions that are not in the source. */
function isWritten(condition: Term): boolean {
  const isMade = condition.kind === 'var' && condition.name.text.startsWith('#');
  return !isMade;
}

/** Returns the node that is counted first when a term runs. */
function entryOf(term: Term): Term {
  let first = term;
  while (first.kind === 'sequence') first = first.first;
  return first;
}

/**
 * `@event true`: emitting an event does not run the body, so no test could reach a body that is only
 * a formality.
 */
function isBareEvent({ meta, term }: Extract<Def, { kind: 'defcap' }>): boolean {
  return meta.kind === 'event' && term.kind === 'literal';
}

type Part = { readonly name: string; readonly term: Term; readonly span: Span };

function partsOf(def: Def): readonly Part[] {
  switch (def.kind) {
    case 'defun': {
      const { term, span } = def;
      const hasBody = term.kind === 'lambda' || term.kind === 'nullary';
      return [{ name: def.spec.name, term: hasBody ? term.body : term, span }];
    }
    case 'defcap':
      return isBareEvent(def) ? [] : [{ name: def.spec.name, term: def.term, span: def.span }];
    case 'defpact':
      return def.steps.flatMap((step, at) => {
        const name = `${def.spec.name} step ${at}`;
        const body = { name, term: step.body, span: step.body.span };
        if (step.kind === 'step' || step.kind === 'entity-step') return [body];
        const { rollback } = step;
        return [body, { name: `${name} rollback`, term: rollback, span: rollback.span }];
      });
    default:
      return [];
  }
}
