// Infers special forms that exist in Core: conditions, enforcement, capabilities, caught errors.

import { assert } from '../../base/assert.ts';
import type { Term } from '../core/model/term.ts';
import { fail } from '../diagnostics/error.ts';
import type { Context, Expectation } from './context.ts';
import {
  bool,
  captoken,
  dynamic,
  guard,
  listOf,
  resolved,
  string,
  typeVariable,
  type Row,
  type Type,
} from './type.ts';
import { unify } from './unify.ts';

type FormTerm = Extract<Term, { kind: 'form' }>;

export function inferForm(context: Context, term: FormTerm): Type {
  const { form } = term;
  if (form === 'if') return inferBranches(context, term);
  if (form === 'try') return inferTry(context, term);
  const type = resultType(form);
  if (type !== undefined) {
    checkParts(context, term);
    return type;
  }
  if (form === 'error') {
    checkParts(context, term);
    return typeVariable();
  }
  checkParts(context, term);
  return context.infer(lastOf(term));
}

/** Its result is discarded, so branches may differ. */
export function discardForm(context: Context, term: FormTerm): void {
  const { form } = term;
  if (form === 'if' || form === 'try') {
    checkParts(context, term);
    const [first, second] = branchesOf(term);
    const discard = (branch: Term) => (): Type => {
      context.discard(branch);
      return dynamic;
    };
    inEachBranch(context, term, discard(first), discard(second));
  } else if (form === 'with-capability' || form === 'pure') {
    checkParts(context, term);
    context.discard(lastOf(term));
  } else inferForm(context, term);
}

export function checkForm(context: Context, term: FormTerm, expected: Expectation): void {
  const { form, span } = term;
  if (form === 'try' && resolved<Type>(expected.type).kind === 'variable') {
    return context.unify(expected, inferTry(context, term), span);
  }
  if (form === 'if' || form === 'try') return checkBranches(context, term, expected);
  const type = resultType(form);
  if (type !== undefined) {
    context.unify(expected, type, span);
    return checkParts(context, term);
  }
  checkParts(context, term);
  if (form !== 'error') context.check(lastOf(term), expected);
}

/** The result type, if it does not depend on the parts. */
function resultType(form: FormTerm['form']): Type | undefined {
  switch (form) {
    case 'and':
    case 'or':
    case 'enforce':
    case 'enforce-one':
      return bool;
    case 'create-user-guard':
      return guard;
    default:
      return undefined;
  }
}

/** Checks all parts whose types the form itself decides. */
function checkParts(context: Context, term: FormTerm): void {
  const { form, terms } = term;
  const check = (part: Term | undefined, type: Type, what: string): void => {
    assert(part !== undefined, 'a form has all its parts');
    context.check(part, { type, origin: { span: term.span, why: `${what} of ${form}` } });
  };
  switch (form) {
    case 'and':
    case 'or':
      for (const part of terms) check(part, bool, 'an operand');
      return;
    case 'enforce':
      check(terms[0], bool, 'the condition');
      return check(terms[1], string, 'the message');
    case 'enforce-one':
      check(terms[0], string, 'the message');
      return check(terms[1], listOf(bool), 'the conditions');
    case 'error':
      return check(terms[0], string, 'the message');
    case 'with-capability':
      return check(terms[0], captoken, 'the capability');
    case 'create-user-guard':
      return checkUserGuard(context, term);
    case 'if':
      context.recovering(() => check(terms[0], bool, 'the condition'));
      return;
    case 'try':
    case 'pure':
      return;
  }
}

function checkUserGuard(context: Context, { terms, span }: FormTerm): void {
  const [predicate] = terms;
  if (predicate?.kind !== 'app') return fail('UserGuardMustBeApp', {}, span);
  context.demandValue(context.infer(predicate), predicate);
}

/** Both branches of a condition, or both parts of a `try`. */
function branchesOf({ form, terms }: FormTerm): readonly [Term, Term] {
  const [first, second] = form === 'if' ? terms.slice(1) : terms;
  assert(first !== undefined && second !== undefined, 'there are two branches');
  return [first, second];
}

function inferBranches(context: Context, term: FormTerm): Type {
  checkParts(context, term);
  const [first, second] = branchesOf(term);
  return inEachBranch(
    context,
    term,
    () => context.infer(first),
    (type) => {
      context.check(second, { type, origin: { span: first.span, why: 'the first branch' } });
    },
  );
}

/**
 * `(try false (read table key))` is a common test for the existence of a row: its result may be either
 * type, and counts as any type.
 */
function inferTry(context: Context, term: FormTerm): Type {
  const [otherwise, tried] = branchesOf(term);
  const [one, other] = [context.infer(otherwise), context.infer(tried)];
  if (areApart(resolved<Type>(one), resolved<Type>(other))) return dynamic;
  const origin = { span: otherwise.span, why: 'the value to use if it fails' };
  context.unify({ type: one, origin }, other, tried.span);
  return one;
}

/** As far as visible without analysing the body. */
function areApart(one: Type, other: Type): boolean {
  const isOpen = ({ kind }: Type): boolean => kind === 'variable' || kind === 'dynamic';
  if (isOpen(one) || isOpen(other)) return false;
  if (one.kind === 'primitive' && other.kind === 'primitive') return one.name !== other.name;
  if (one.kind !== 'object' || other.kind !== 'object') return one.kind !== other.kind;
  const [fields, others] = [resolved<Row>(one.row), resolved<Row>(other.row)];
  if (fields.kind !== 'fields' || others.kind !== 'fields') return false;
  return (
    fields.fields.size !== others.fields.size ||
    [...fields.fields.keys()].some((name) => !others.fields.has(name))
  );
}

function checkBranches(context: Context, term: FormTerm, expected: Expectation): void {
  checkParts(context, term);
  const [first, second] = branchesOf(term);
  const checkFirst = (): Type => {
    context.check(first, expected);
    return expected.type;
  };
  inEachBranch(context, term, checkFirst, () => context.check(second, expected));
}

/** The yielded type must be the same in every branch. */
function inEachBranch(
  context: Context,
  { form }: FormTerm,
  first: () => Type,
  second: (type: Type) => void,
): Type {
  const before = context.yielded;
  const type = first();
  const ofFirst = context.yielded === before ? undefined : context.yielded;
  if (form === 'if') context.yielded = before;
  second(type);
  if (form !== 'if') return type;
  const ofSecond = context.yielded === before ? undefined : context.yielded;
  context.yielded = ofSecond ?? ofFirst ?? before;
  const [one, other] =
    ofFirst !== undefined && ofSecond !== undefined
      ? [ofFirst, ofSecond]
      : [before, ofFirst ?? ofSecond];
  if (one !== undefined && other !== undefined) {
    const origin = { span: one.span, why: 'the other yield' };
    unify(one.type, other.type, { origin, span: other.span, work: context.work });
  }
  return type;
}

function lastOf({ terms }: FormTerm): Term {
  const last = terms.at(-1);
  assert(last !== undefined, 'a form has parts');
  return last;
}
