// The context of inferring one definition: its inputs, and the results it collects.

import type { Span } from '../../base/span.ts';
import type { EvalError } from '../diagnostics/error.ts';
import type { Arg, Term } from '../core/model/term.ts';
import type { FullyQualifiedName, ModuleName } from '../values/names.ts';
import { annotatedType } from './annotation.ts';
import type { Demanded } from './constraints.ts';
import { functionHint } from './argument-count.ts';
import { hasInterfacesOf } from './interfaces.ts';
import { type Origin, unify } from './unify.ts';
import { instantiate, type Constraint, type Scheme } from './scheme.ts';
import { typeVariable, type Type } from './type.ts';
import type { Work } from './work.ts';

/** The meaning of a definition's name. */
export type KnownDefinition =
  | { readonly kind: 'scheme'; readonly scheme: Scheme; readonly params: readonly Arg[] }
  /** A defpact: the result of each step. */
  | {
      readonly kind: 'steps';
      readonly schemes: readonly Scheme[];
      readonly params: readonly Arg[];
    };

/** Its scheme; of a defpact, that of each step. */
export const schemesOf = (known: KnownDefinition): readonly Scheme[] =>
  known.kind === 'scheme' ? [known.scheme] : known.schemes;

/** The definitions, interfaces and builtins around the inferred definition. */
export type TypeEnvironment = {
  readonly definition: (name: FullyQualifiedName) => KnownDefinition | undefined;
  /** A function that an interface declares. */
  readonly interfaceMember: (
    module: ModuleName,
    member: string,
  ) => { readonly type: Type; readonly params: readonly Arg[] } | undefined;
  /** The types of a builtin, by internal name: see scheme-syntax.ts. */
  readonly builtin: (internal: string) => readonly string[];
  /** The names of its parameters, for hints. */
  readonly builtinParameters: (internal: string) => readonly string[] | undefined;
};

/** Inference of terms, which is spread over several files that call each other through this. */
export type TermInference = {
  readonly infer: (context: Context, term: Term) => Type;
  readonly check: (context: Context, term: Term, expected: Expectation) => void;
  readonly discard: (context: Context, term: Term) => void;
};

/** A required type, and its origin. */
export type Expectation = { readonly type: Type; readonly origin: Origin };

export class Context {
  readonly environment: TypeEnvironment;
  readonly work: Work;
  readonly demanded: Demanded[] = [];
  /** Called for code that cannot be checked. */
  readonly report: (error: EvalError) => void;
  /** Called for errors after which inference continues. */
  readonly refuse: (error: EvalError) => void;
  /** Receives the type of each term, which may be decided only later. For editors. */
  readonly note: ((term: Term, type: Type) => void) | undefined;
  /** Functions whose results are not used. */
  readonly discarded = new Set<Term>();
  /** The type of the last `yield` of a defpact. */
  yielded: { readonly type: Type; readonly span: Span } | undefined;
  /** The step of a defpact. */
  readonly step: number | undefined;
  private readonly terms: TermInference;
  private readonly locals: Type[] = [];

  constructor(
    terms: TermInference,
    {
      environment,
      work,
      report,
      refuse,
      note,
      step,
    }: Pick<Context, 'environment' | 'work' | 'report' | 'refuse'> & {
      readonly note?: Context['note'];
      readonly step?: number;
    },
  ) {
    this.terms = terms;
    this.environment = environment;
    this.work = work;
    this.step = step;
    this.report = report;
    this.refuse = refuse;
    this.note = note;
  }

  infer(term: Term): Type {
    return this.terms.infer(this, term);
  }

  check(term: Term, expected: Expectation): void {
    this.terms.check(this, term, expected);
  }

  /** A statement: its result is discarded, so branches may differ. */
  discard(term: Term): void {
    this.terms.discard(this, term);
  }

  /** Continues after an error; the type of the faulty part is unknown. */
  recovering<T>(run: () => T): T | undefined {
    const { length } = this.locals;
    return this.work.recovering(run, (error) => {
      this.locals.length = length;
      this.refuse(error);
    });
  }

  local(index: number): Type | undefined {
    return this.locals[this.locals.length - 1 - index];
  }

  within<Result>(types: readonly Type[], run: () => Result): Result {
    const { length } = this.locals;
    for (const type of types) this.locals.push(type);
    const result = run();
    this.locals.length = length;
    return result;
  }

  bind(type: Type): void {
    this.locals.push(type);
  }

  unbind(count: number): void {
    this.locals.length -= count;
  }

  annotated({ type, span }: Pick<Arg, 'type' | 'span'>): Type {
    return type === undefined ? typeVariable() : annotatedType(type, span, this.report);
  }

  /** `terms`: the possible causes, of which a function in the place of a value is explained. */
  demand(constraint: Constraint, span: Span, terms: readonly Term[] = []): void {
    const explain = (): string | undefined => functionHint(this, terms);
    this.demanded.push({ constraint, span, explain });
  }

  demandValue(type: Type, term: Term): void {
    this.demand({ kind: 'class', name: 'IsValue', type }, term.span, [term]);
  }

  instantiate(scheme: Scheme, span: Span): Type {
    const { type, constraints } = instantiate(scheme, this.work);
    for (const each of constraints) this.demand(each, span);
    return type;
  }

  unify({ type, origin }: Expectation, actual: Type, span: Span): void {
    this.work.span = span;
    if (hasInterfacesOf(actual, type)) return;
    unify(type, actual, { origin, span, work: this.work });
  }
}
