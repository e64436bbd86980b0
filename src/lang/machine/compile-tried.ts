// `try` and `enforce-one`, and the code of terms within them (tried.ts). Order of evaluation, checks and charges, and the
// depth, are those of the ordinary code of each term (compile.ts, compile-form.ts, compile-data.ts).
// Source: IR/Eval/CEK/Evaluator.hs (CEKHandler, CEKEnforceOne).

import { assert } from '../../base/assert.ts';
import type { Span } from '../../base/span.ts';
import type { TypedPlace } from '../diagnostics/entry.ts';
import type { Term } from '../core/term.ts';
import { evalError } from '../diagnostics/error.ts';
import { withTriedCapability } from './acquire.ts';
import { chargeUncons } from './charges.ts';
import { compileTriedApplication } from './compile-application.ts';
import { compileList, compileObject } from './compile-data.ts';
import { deepest, type Code, type Compiled } from './compiled.ts';
import { enforceOutsideDefcap, guardContext, pair, raise, readOnly } from './form-parts.ts';
import { failed, type Attempted } from './native.ts';
import { enforceSaturated } from './saturated.ts';
import { attempt, type Attempt, type Tried } from './tried.ts';
import { enforceType } from './typecheck.ts';
import { isClosure, Local } from './value.ts';
import type { Context } from './context.ts';

type Compile = (term: Term) => Compiled;
type FormTerm = Extract<Term, { kind: 'form' }>;
type LetTerm = Extract<Term, { kind: 'let' }>;
type SequenceTerm = Extract<Term, { kind: 'sequence' }>;

/** `compile` makes ordinary code. */
export function compileTried(term: Term, compile: Compile): Tried {
  const tried = (part: Term): Tried => compileTried(part, compile);
  switch (term.kind) {
    case 'app':
      return compileTriedApplication(term, tried);
    case 'let':
      return compileLet(term, tried);
    case 'sequence':
      return compileSequence(term, tried);
    case 'list':
      return compileList(term, tried);
    case 'object':
      return compileObject(term, tried);
    case 'form':
      return compileForm(term, compile, tried);
    default:
      return compile(term);
  }
}

function compileLet(term: LetTerm, tried: (term: Term) => Tried): Tried {
  const binders: {
    value: Attempt;
    type: LetTerm['arg']['type'];
    span: Span;
    where: TypedPlace;
  }[] = [];
  let depth = 0;
  let rest: Term = term;
  while (rest.kind === 'let') {
    const value = tried(rest.value);
    depth = Math.max(depth, value.depth);
    const { name, type } = rest.arg;
    binders.push({
      value: value.code,
      type,
      span: rest.span,
      where: { kind: 'variable', name },
    });
    rest = rest.body;
  }
  const { code: body, depth: depthOfBody } = tried(rest);
  const code: Attempt = (outer, context) => {
    let local = outer;
    for (const { value, type, span, where } of binders) {
      const bound = value(local, context);
      if (bound === failed) return failed;
      if (type !== undefined && !isClosure(bound)) {
        enforceType(context.machine, type, bound, span, where);
      }
      local = new Local(bound, local);
    }
    return body(local, context);
  };
  return { code, depth: 1 + Math.max(depth, depthOfBody) };
}

function compileSequence(term: SequenceTerm, tried: (term: Term) => Tried): Tried {
  const parts: { code: Attempt; span: Span }[] = [];
  let depth = 0;
  let rest: Term = term;
  while (rest.kind === 'sequence') {
    const first = tried(rest.first);
    depth = Math.max(depth, first.depth);
    parts.push({ code: first.code, span: rest.span });
    rest = rest.second;
  }
  const { code: last, depth: depthOfLast } = tried(rest);
  const code: Attempt = (local, context) => {
    for (const part of parts) {
      const value = part.code(local, context);
      if (value === failed) return failed;
      enforceSaturated(context, value, part.span);
    }
    return last(local, context);
  };
  return { code, depth: 1 + Math.max(depth, depthOfLast) };
}

function compileForm(term: FormTerm, compile: Compile, tried: (term: Term) => Tried): Tried {
  const { form, span } = term;
  if (form === 'create-user-guard') return compile(term);
  if (form === 'if') return compileConditions(term, tried);
  if (form === 'enforce-one') return compileTriedEnforceOne(term, tried);
  const parts = term.terms.map(tried);
  const codes = parts.map(({ code }) => code);
  const depth = deepest(parts) + 4;
  if (form === 'pure' || form === 'error') {
    const [only] = codes;
    assert(only !== undefined, 'the form has a term');
    return { code: form === 'pure' ? pure(only, span) : error(only, span), depth };
  }
  const [first, second] = pair(codes);
  return { code: ofTwo[form](first, second, span), depth };
}

type FormOfTwo = Exclude<
  FormTerm['form'],
  'create-user-guard' | 'if' | 'enforce-one' | 'pure' | 'error'
>;

const ofTwo: Record<FormOfTwo, (first: Attempt, second: Attempt, span: Span) => Attempt> = {
  and: (left, right, span) => (local, context) => {
    const result = left(local, context);
    if (result === failed || !context.machine.boolValue(result, span)) return result;
    return boolOrFailed(right(local, context), context, span);
  },
  or: (left, right, span) => (local, context) => {
    const result = left(local, context);
    if (result === failed || context.machine.boolValue(result, span)) return result;
    return boolOrFailed(right(local, context), context, span);
  },
  enforce: (condition, message, span) => {
    const check = checked(condition, message, span);
    return (local, context) => {
      const text = check(local, context);
      if (text === undefined) return true;
      // An exception takes longer than all else that `enforce` does, and here nobody reads it.
      return text === failed || typeof text === 'string' ? failed : raise(context, text, span);
    };
  },
  'with-capability': (capability, body, span) => (local, context) => {
    enforceOutsideDefcap(context, span);
    const token = capability(local, context);
    if (token === failed) return failed;
    return withTriedCapability(context, token, span, () => body(local, context));
  },
  try: (fallback, body, span) => (local, context) => {
    const result = tryBody(body, local, context, span);
    return result === failed ? fallback(local, context) : result;
  },
};

const pure =
  (body: Attempt, span: Span): Attempt =>
  (local, context) =>
    body(local, readOnly(context, span));

const error =
  (message: Attempt, span: Span): Attempt =>
  (local, context) => {
    const text = message(local, context);
    return text === failed || typeof text === 'string' ? failed : raise(context, text, span);
  };

function boolOrFailed(result: Attempted, { machine }: Context, span: Span): Attempted {
  return result === failed ? failed : machine.boolValue(result, span);
}

/** The message of a condition that does not hold. */
function checked(
  condition: Attempt,
  message: Attempt,
  span: Span,
): (local: Local | undefined, context: Context) => Attempted | undefined {
  return (local, context) => {
    const { machine } = context;
    const guarded = guardContext(context);
    const result = condition(local, guarded);
    if (result === failed) return failed;
    const holds = machine.boolValue(result, span);
    if (holds && !machine.hasFlag('DisablePact45')) return undefined;
    const text = message(local, guarded);
    return holds && typeof text === 'string' ? undefined : text;
  };
}

function compileConditions(term: FormTerm, tried: (term: Term) => Tried): Tried {
  const clauses: { condition: Attempt; value: Attempt; span: Span }[] = [];
  let depth = 0;
  let rest: Term = term;
  while (rest.kind === 'form' && rest.form === 'if') {
    const [first, second, otherwise]: readonly Term[] = rest.terms;
    assert(first !== undefined && second !== undefined, 'if has a condition and a value');
    assert(otherwise !== undefined, 'if has three terms');
    const condition = tried(first);
    const value = tried(second);
    depth = Math.max(depth, condition.depth, value.depth);
    clauses.push({ condition: condition.code, value: value.code, span: rest.span });
    rest = otherwise;
  }
  const { code: last, depth: depthOfLast } = tried(rest);
  const code: Attempt = (local, context) => {
    for (const { condition, value, span } of clauses) {
      const result = condition(local, context);
      if (result === failed) return failed;
      if (context.machine.boolValue(result, span)) return value(local, context);
    }
    return last(local, context);
  };
  return { code, depth: Math.max(depth, depthOfLast) + 4 };
}

/** `isPlain`: nobody looks at the terms on the way, so that what is tried may have code of its own. */
export function compileTry(term: FormTerm, compile: Compile, isPlain: boolean): Compiled {
  const { span } = term;
  const [fallbackTerm, bodyTerm] = pair(term.terms);
  const { code: fallback, depth: depthOfFallback } = compile(fallbackTerm);
  const body = isPlain ? compileTried(bodyTerm, compile) : compile(bodyTerm);
  const code: Code = (local, context) => {
    const result = tryBody(body.code, local, context, span);
    return result === failed ? fallback(local, context) : result;
  };
  return { code, depth: Math.max(depthOfFallback, body.depth) + 4 };
}

function tryBody(body: Attempt, local: Local | undefined, context: Context, span: Span): Attempted {
  const { machine } = context;
  chargeUncons(machine, span);
  return attempt(machine, body, local, readOnly(context, span));
}

export function compileEnforceOne(term: FormTerm, compile: Compile, isPlain: boolean): Compiled {
  const { span } = term;
  const [messageTerm, conditionTerm] = pair(term.terms);
  if (conditionTerm.kind !== 'list') return notAList(span);
  const message = compile(messageTerm);
  const conditions = conditionTerm.items.map((item) =>
    isPlain ? compileTried(item, compile) : compile(item),
  );
  const codes = conditions.map(({ code }) => holding(code, span));
  const code: Code = (local, context) => {
    const guarded = contextOfEach(codes.length, context, span);
    if (oneHolds(codes, local, guarded)) return true;
    return raise(context, message.code(local, guarded), span);
  };
  return { code, depth: Math.max(message.depth, deepest(conditions)) + 4 };
}

function compileTriedEnforceOne(term: FormTerm, tried: (term: Term) => Tried): Tried {
  const { span } = term;
  const [messageTerm, conditionTerm] = pair(term.terms);
  if (conditionTerm.kind !== 'list') return notAList(span);
  const message = tried(messageTerm);
  const conditions = conditionTerm.items.map(tried);
  const codes = conditions.map(({ code }) => holding(code, span));
  const code: Attempt = (local, context) => {
    const guarded = contextOfEach(codes.length, context, span);
    if (oneHolds(codes, local, guarded)) return true;
    const text = message.code(local, guarded);
    return text === failed || typeof text === 'string' ? failed : raise(context, text, span);
  };
  return { code, depth: Math.max(message.depth, deepest(conditions)) + 4 };
}

function notAList(span: Span): Compiled {
  const cause = 'enforce-one: expected a list of conditions';
  const code: Code = (_, context) =>
    context.machine.fail('NativeExecutionError', { native: 'enforce-one', cause }, span);
  return { code, depth: 1 };
}

/** A condition that is false is one that failed. */
function holding(condition: Attempt, span: Span): Attempt {
  return (local, context) => {
    const result = condition(local, context);
    return result !== failed && context.machine.boolValue(result, span) ? true : failed;
  };
}

function contextOfEach(conditions: number, context: Context, span: Span): Context {
  const { machine } = context;
  if (conditions === 0) {
    // The reference raises this one without a call stack.
    throw evalError('UserEnforceError', { message: 'internal CEnforceOne error' }, span, []);
  }
  chargeUncons(machine, span);
  return readOnly(context, span);
}

function oneHolds(
  conditions: readonly Attempt[],
  local: Local | undefined,
  context: Context,
): boolean {
  for (const condition of conditions) {
    if (attempt(context.machine, condition, local, context) === true) return true;
  }
  return false;
}
