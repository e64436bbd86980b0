// Infers the scheme of one definition. A definition that cannot be inferred gets the type of its annotations.
// Source: pact-repl/Pact/Core/Typed/Infer.hs (inferDefun, inferDefCap, inferDefConst, inferDefPact,
// inferTable).

import {
  type Def,
  type DefCap,
  type DefConst,
  type DefPact,
  type DefTable,
  type Defun,
  stepTerms,
} from '../core/model/definition.ts';
import type { Arg, Term } from '../core/model/term.ts';
import type { EvalError } from '../diagnostics/error.ts';
import { annotatedType, schemaRow, typeOfValue } from './annotation.ts';
import {
  Context,
  type Expectation,
  type KnownDefinition,
  type TypeEnvironment,
} from './context.ts';
import { type Scheme, generalize, monomorphic } from './scheme.ts';
import { termInference } from './infer-term.ts';
import { captoken, definitionType, dynamic, tableOf, type Type } from './type.ts';
import type { Work } from './work.ts';

export type Surroundings = {
  readonly environment: TypeEnvironment;
  readonly work: Work;
  /** Called for code that cannot be checked. */
  readonly report: (error: EvalError) => void;
  /** Called for errors after which inference continues. */
  readonly refuse: (error: EvalError) => void;
  /** Receives the type of each term. */
  readonly note?: Context['note'];
};

/** Schemas have no type of their own. */
export type TypedDef = Exclude<Def, { kind: 'defschema' }>;

export function inferDefinition(def: TypedDef, surroundings: Surroundings): KnownDefinition {
  switch (def.kind) {
    case 'defun':
      return { kind: 'scheme', scheme: inferDefun(def, surroundings), params: def.params };
    case 'defcap':
      return { kind: 'scheme', scheme: inferDefCap(def, surroundings), params: def.params };
    case 'defconst':
      return { kind: 'scheme', scheme: inferDefConst(def, surroundings), params: [] };
    case 'deftable':
      return { kind: 'scheme', scheme: monomorphic(tableType(def, surroundings)), params: [] };
    case 'defpact':
      return inferDefPact(def, surroundings);
  }
}

function inferDefun({ spec, params, term, span }: Defun, surroundings: Surroundings): Scheme {
  const context = new Context(termInference, surroundings);
  const types = params.map((param) => context.annotated(param));
  const result = context.annotated(spec);
  const why = `the result of ${spec.name}`;
  const expected = { type: result, origin: { span: spec.span, why } };
  checkBody(context, types, bodyOf(term), expected);
  surroundings.work.span = span;
  return generalize(definitionType(types, result), context.demanded, surroundings);
}

/** An error at its end hides no error before it. */
function checkBody(
  context: Context,
  types: readonly Type[],
  body: Term,
  expected: Expectation,
): void {
  context.recovering(() => context.within(types, () => context.check(body, expected)));
}

/** The lambda around the body repeats the parameters, and would be the place of every error. */
const bodyOf = (term: Term): Term =>
  term.kind === 'lambda' || term.kind === 'nullary' ? term.body : term;

/** Applying a capability creates a token; the result of its body is checked against its annotation. */
function inferDefCap({ spec, params, term, span }: DefCap, surroundings: Surroundings): Scheme {
  const context = new Context(termInference, surroundings);
  const result = context.annotated(spec);
  const types = params.map((param) => context.annotated(param));
  const why = `the result of ${spec.name}`;
  const expected = { type: result, origin: { span: spec.span, why } };
  checkBody(context, types, term, expected);
  surroundings.work.span = span;
  return generalize(definitionType(types, captoken), context.demanded, surroundings);
}

function inferDefConst({ spec, value, span }: DefConst, surroundings: Surroundings): Scheme {
  const context = new Context(termInference, surroundings);
  const declared = context.annotated(spec);
  const origin = { span: spec.span, why: `the annotation of ${spec.name}` };
  if (value.kind === 'term') context.check(value.term, { type: declared, origin });
  else {
    const lift = (type: NonNullable<Arg['type']>): Type =>
      annotatedType(type, span, surroundings.report);
    const agree = (type: Type, item: Type): void =>
      context.unify({ type, origin: { span } }, item, span);
    context.unify({ type: declared, origin }, typeOfValue(value.value, lift, agree), span);
  }
  return generalize(declared, context.demanded, surroundings);
}

function tableType({ schema, span }: DefTable, { report }: Surroundings): Type {
  return tableOf(schemaRow(schema, (type) => annotatedType(type, span, report)));
}

/** The result of a defpact depends on the step. A step resumes the data that the step before it yielded. */
function inferDefPact(
  { params, steps, span }: DefPact,
  surroundings: Surroundings,
): KnownDefinition {
  let yielded: Context['yielded'];
  const schemes = steps.map((written, step) => {
    const context = new Context(termInference, { ...surroundings, step });
    context.yielded = yielded;
    const types = params.map((param) => context.annotated(param));
    const [body, ...others] = stepTerms(written).slice(isEntityStep(written) ? 1 : 0);
    const inferred =
      body && context.recovering(() => context.within(types, () => context.infer(body)));
    const after = context.yielded;
    context.yielded = yielded;
    for (const rollback of others) {
      context.recovering(() => context.within(types, () => context.infer(rollback)));
    }
    yielded = after;
    surroundings.work.span = span;
    return generalize(definitionType(types, inferred ?? dynamic), context.demanded, surroundings);
  });
  return { kind: 'steps', schemes, params };
}

const isEntityStep = ({ kind }: DefPact['steps'][number]): boolean =>
  kind === 'entity-step' || kind === 'entity-step-with-rollback';

/** The type that other definitions may use even if the definition itself has errors. */
export function declaredDefinition(
  def: TypedDef,
  report: (error: EvalError) => void,
): KnownDefinition {
  const lift = ({ type, span }: Arg): Type =>
    type === undefined ? dynamic : annotatedType(type, span, report);
  switch (def.kind) {
    case 'defun':
    case 'defcap': {
      const result = def.kind === 'defcap' ? captoken : lift(def.spec);
      const scheme = monomorphic(definitionType(def.params.map(lift), result));
      return { kind: 'scheme', scheme, params: def.params };
    }
    case 'defconst':
      return { kind: 'scheme', scheme: monomorphic(lift(def.spec)), params: [] };
    case 'deftable':
      return { kind: 'scheme', scheme: monomorphic(dynamic), params: [] };
    case 'defpact': {
      const scheme = monomorphic(definitionType(def.params.map(lift), dynamic));
      return { kind: 'steps', schemes: def.steps.map(() => scheme), params: def.params };
    }
  }
}
