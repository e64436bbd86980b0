// Compiles the special forms. Each is implemented once for ordinary code and for tried code (tried.ts), which
// returns `failed` in place of an error that is caught. The two differ only in `Failing`.
// Source: IR/Eval/CEK/Evaluator.hs (BuiltinForm, CondC, CEKHandler, CEKEnforceOne).

import { guardContext } from '../capabilities/guards.ts';
import { seenCondition, seenConditions } from '../calls/conditions.ts';
import { prettyValue } from '../../values/text/pretty.ts';
import { assert, BugError } from '../../../base/assert.ts';
import type { Span } from '../../../base/span.ts';
import type { Term } from '../../core/model/term.ts';
import type { SeenCondition } from '../../diagnostics/entry.ts';
import { evalError } from '../../diagnostics/error.ts';
import { FullyQualifiedName } from '../../values/names.ts';
import { UserGuard, type PactValue } from '../../values/value.ts';
import { withCapability, withTriedCapability } from '../capabilities/acquire.ts';
import { chargeUncons } from '../calls/charges.ts';
import {
  deepest,
  type Code,
  type CodeTo,
  type Compiled,
  type CompiledTo,
  type Attempt,
} from '../../state/code.ts';
import type { Context } from '../../state/context.ts';
import { failed, hasFailed } from '../../state/builtin.ts';
import { attempt, type Tried } from './tried.ts';
import { typeWord, type Local, type MachineValue } from '../../state/value.ts';

type FormTerm = Extract<Term, { kind: 'form' }>;
type Compile<Failed extends typeof failed> = (term: Term) => CompiledTo<Failed>;
type CompileTried = (term: Term) => Tried;

type Failing<Failed extends typeof failed> = {
  readonly raise: (
    context: Context,
    message: MachineValue,
    span: Span,
    condition?: () => SeenCondition,
  ) => Failed;
  readonly withCapability: (
    context: Context,
    token: MachineValue,
    span: Span,
    body: () => MachineValue | Failed,
  ) => MachineValue | Failed;
};

const throwing: Failing<never> = { raise, withCapability };

const answering: Failing<typeof failed> = {
  // An exception is slower than everything else in `enforce`, and nothing reads it here.
  raise: (context, message, span, condition) =>
    typeof message === 'string' ? failed : raise(context, message, span, condition),
  withCapability: withTriedCapability,
};

/** `tried` compiles the parts that the form itself tries. */
export function compileForm(
  term: FormTerm,
  compile: Compile<never>,
  tried: CompileTried,
): Compiled {
  if (term.form === 'create-user-guard') return compileUserGuard(term, compile);
  return compileBy(throwing, term, compile, tried);
}

/** Returns whether the form is in tried code. */
export function compileTriedForm(
  term: FormTerm,
  compile: Compile<never>,
  tried: CompileTried,
): Tried {
  if (term.form === 'create-user-guard') return compile(term);
  return compileBy(answering, term, tried, tried);
}

function compileBy<Failed extends typeof failed>(
  failing: Failing<Failed>,
  term: FormTerm,
  compile: Compile<Failed>,
  tried: CompileTried,
): CompiledTo<Failed> {
  if (term.form === 'if') return compileConditions(term, compile);
  if (term.form === 'try') return compileTry(term, compile, tried);
  if (term.form === 'enforce-one') return compileEnforceOne(failing, term, compile, tried);
  const parts = term.terms.map(compile);
  const codes = parts.map(({ code }) => code);
  return { code: simpleForm(failing, term, codes), depth: deepest(parts) + 4 };
}

function simpleForm<Failed extends typeof failed>(
  failing: Failing<Failed>,
  { form, terms, span }: FormTerm,
  codes: readonly CodeTo<Failed>[],
): CodeTo<Failed> {
  switch (form) {
    case 'and':
    case 'or':
      return connective(form === 'or', ...pair(codes), span);
    case 'enforce':
      return enforce(failing, ...pair(codes), pair(terms)[0], span);
    case 'with-capability': {
      const [capability, body] = pair(codes);
      return (local, context) => {
        enforceOutsideDefcap(context, span);
        const token = capability(local, context);
        if (hasFailed(token)) return token;
        return failing.withCapability(context, token, span, () => body(local, context));
      };
    }
    case 'pure': {
      const body = only(codes);
      return (local, context) => body(local, readOnly(context, span));
    }
    case 'error': {
      const message = only(codes);
      return (local, context) => {
        const text = message(local, context);
        return hasFailed(text) ? text : failing.raise(context, text, span);
      };
    }
    default:
      throw new BugError(`${form} is compiled elsewhere`);
  }
}

function only<T>([part]: readonly T[]): T {
  assert(part !== undefined, 'the form has a term');
  return part;
}

/** Compiles `and` and `or`; `or` ends if the left operand is true. */
function connective<Failed extends typeof failed>(
  endsWith: boolean,
  left: CodeTo<Failed>,
  right: CodeTo<Failed>,
  span: Span,
): CodeTo<Failed> {
  return (local, context) => {
    const { machine } = context;
    const first = left(local, context);
    if (hasFailed(first)) return first;
    if (machine.boolValue(first, span) === endsWith) return endsWith;
    const second = right(local, context);
    return hasFailed(second) ? second : machine.boolValue(second, span);
  };
}

function enforce<Failed extends typeof failed>(
  failing: Failing<Failed>,
  condition: CodeTo<Failed>,
  message: CodeTo<Failed>,
  term: Term,
  span: Span,
): CodeTo<Failed> {
  return (local, context) => {
    const { machine } = context;
    const guarded = guardContext(context);
    const result = condition(local, guarded);
    if (hasFailed(result)) return result;
    const holds = machine.boolValue(result, span);
    if (holds && !machine.hasFlag('DisablePact45')) return true;
    const text = message(local, guarded);
    if (hasFailed(text)) return text;
    if (holds && typeof text === 'string') return true;
    return failing.raise(context, text, span, () => seenCondition(machine, term, local));
  };
}

type Clause<Failed extends typeof failed> = {
  readonly condition: CodeTo<Failed>;
  readonly value: CodeTo<Failed>;
  readonly span: Span;
};

/** Consecutive conditions, such as the clauses of `cond`, are compiled to one loop: there may be very many of them. */
function compileConditions<Failed extends typeof failed>(
  term: FormTerm,
  compile: Compile<Failed>,
): CompiledTo<Failed> {
  const clauses: Clause<Failed>[] = [];
  let depth = 0;
  let rest: Term = term;
  while (rest.kind === 'form' && rest.form === 'if') {
    const [conditionTerm, valueTerm, otherwise]: readonly Term[] = rest.terms;
    assert(
      conditionTerm !== undefined && valueTerm !== undefined,
      'if has a condition and a value',
    );
    assert(otherwise !== undefined, 'if has three terms');
    const condition = compile(conditionTerm);
    const value = compile(valueTerm);
    depth = Math.max(depth, condition.depth, value.depth);
    clauses.push({ condition: condition.code, value: value.code, span: rest.span });
    rest = otherwise;
  }
  const last = compile(rest);
  return { code: conditions(clauses, last.code), depth: Math.max(depth, last.depth) + 4 };
}

function conditions<Failed extends typeof failed>(
  clauses: readonly Clause<Failed>[],
  otherwise: CodeTo<Failed>,
): CodeTo<Failed> {
  const [first, ...others] = clauses;
  assert(first !== undefined, 'there is a condition');
  if (others.length === 0) {
    const { condition, value, span } = first;
    return (local, context) => {
      const result = condition(local, context);
      if (hasFailed(result)) return result;
      return context.machine.boolValue(result, span)
        ? value(local, context)
        : otherwise(local, context);
    };
  }
  return (local, context) => {
    for (const { condition, value, span } of clauses) {
      const result = condition(local, context);
      if (hasFailed(result)) return result;
      if (context.machine.boolValue(result, span)) return value(local, context);
    }
    return otherwise(local, context);
  };
}

function compileTry<Failed extends typeof failed>(
  term: FormTerm,
  compile: Compile<Failed>,
  tried: CompileTried,
): CompiledTo<Failed> {
  const { span } = term;
  const [fallbackTerm, bodyTerm] = pair(term.terms);
  const { code: fallback, depth: depthOfFallback } = compile(fallbackTerm);
  const { code: body, depth: depthOfBody } = tried(bodyTerm);
  const code: CodeTo<Failed> = (local, context) => {
    const { machine } = context;
    chargeUncons(machine, span);
    const result = attempt(machine, body, local, readOnly(context, span));
    return result === failed ? fallback(local, context) : result;
  };
  return { code, depth: Math.max(depthOfFallback, depthOfBody) + 4 };
}

function compileEnforceOne<Failed extends typeof failed>(
  failing: Failing<Failed>,
  { terms, span }: FormTerm,
  compile: Compile<Failed>,
  tried: CompileTried,
): CompiledTo<Failed> {
  const [messageTerm, conditionTerm] = pair(terms);
  if (conditionTerm.kind !== 'list') return notAList(span);
  const message = compile(messageTerm);
  const attempts = conditionTerm.items.map(tried);
  const codes = attempts.map(({ code }) => holding(code, span));
  const code: CodeTo<Failed> = (local, context) => {
    const guarded = contextOfEach(codes.length, context, span);
    if (oneHolds(codes, local, guarded)) return true;
    const text = message.code(local, guarded);
    if (hasFailed(text)) return text;
    return failing.raise(context, text, span, () =>
      seenConditions(context.machine, conditionTerm.items, local),
    );
  };
  return { code, depth: Math.max(message.depth, deepest(attempts)) + 4 };
}

function notAList(span: Span): Compiled {
  const cause = 'enforce-one: expected a list of conditions';
  const code: Code = (_, context) =>
    context.machine.fail('NativeExecutionError', { builtin: 'enforce-one', cause }, span);
  return { code, depth: 1 };
}

/** A false condition counts as failed. */
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

function compileUserGuard(term: FormTerm, compile: Compile<never>): Compiled {
  const { span } = term;
  const [call] = term.terms;
  if (call?.kind !== 'app' || call.fun.kind !== 'var' || call.fun.name.kind !== 'top') {
    const cause = 'create-user-guard: expected function application of a top-level function';
    const code: Code = (_, context) =>
      context.machine.fail('NativeExecutionError', { builtin: 'create-user-guard', cause }, span);
    return { code, depth: 1 };
  }
  const { module, text, hash } = call.fun.name;
  const name = new FullyQualifiedName(module, text, hash);
  const args = call.args.map(compile);
  let depth = 0;
  for (const arg of args) depth = Math.max(depth, arg.depth);
  const code: Code = (local, context) => {
    const values = argumentValues(args, local, context, span);
    return userGuard(context, name, values, span);
  };
  return { code, depth: depth + 2 };
}

function argumentValues(
  args: readonly Compiled[],
  local: Local | undefined,
  context: Context,
  span: Span,
): readonly PactValue[] {
  const values: PactValue[] = [];
  for (const { code } of args) values.push(context.machine.pactValue(code(local, context), span));
  return values;
}

function userGuard(
  context: Context,
  name: FullyQualifiedName,
  args: readonly PactValue[],
  span: Span,
): UserGuard {
  const { machine } = context;
  const def = machine.loaded.def(name);
  if (def === undefined) {
    const unbound = { name: name.qualified, moduleHash: name.hash };
    return machine.fail('InvariantUnboundFreeVariable', unbound, span);
  }
  if (def.kind !== 'defun') {
    machine.fail('UserGuardMustBeADefun', { name: name.qualified, found: def.kind }, span);
  }
  return new UserGuard(name.toQualified(), args);
}

/** If reading tables is already forbidden, it stays forbidden; an old rule made that an error. */
function readOnly(context: Context, span: Span): Context {
  const { machine, purity } = context;
  if (purity === 'sys-only' && machine.hasFlag('OldReadOnlyBehavior')) {
    machine.fail('EvalError', { cause: 'attempting db read in sys-only context' }, span);
  }
  return context.readOnly();
}

/** Raises the error of a form with this value as message; `condition` was false. */
function raise(
  context: Context,
  message: MachineValue,
  span: Span,
  condition?: () => SeenCondition,
): never {
  const { machine } = context;
  if (typeof message === 'string') machine.fail('UserEnforceError', { message, condition }, span);
  const value = machine.pactValue(message, span);
  const shown = { value: () => prettyValue(value), valueKind: typeWord(value) };
  return machine.fail('ExpectedStringValue', shown, span);
}

function enforceOutsideDefcap(context: Context, span: Span): void {
  if (!context.inDefcap) return;
  context.machine.fail('FormIllegalWithinDefcap', { form: 'with-capability' }, span);
}

function pair<T>(parts: readonly T[]): readonly [T, T] {
  const [first, second] = parts;
  assert(first !== undefined && second !== undefined, 'the form has two terms');
  return [first, second];
}
