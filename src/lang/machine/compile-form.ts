// The lazy special forms. Where a condition runs read-only and which state a caught error brings back is
// written here once.
// Source: IR/Eval/CEK/Evaluator.hs (BuiltinForm, CondC, CEKHandler, CEKEnforceOne).

import { assert } from '../../base/assert.ts';
import type { Span } from '../../base/span.ts';
import type { Term } from '../core/term.ts';
import { isEvalError, type EvalError } from '../diagnostics/error.ts';
import { FullyQualifiedName } from '../values/names.ts';
import { prettyValue } from '../values/pretty.ts';
import { UserGuard, type PactValue } from '../values/value.ts';
import { chargeUncons } from './charges.ts';
import { withCapability } from './acquire.ts';
import type { Code, Compiled } from './compiled.ts';
import { compileAttempt, type Attempt } from './compile-application.ts';
import type { Context } from './context.ts';
import { failed, type Attempted } from './native.ts';
import type { Machine } from './machine.ts';
import type { Local, MachineValue } from './value.ts';
import { typeWord } from './value.ts';

type FormTerm = Extract<Term, { kind: 'form' }>;
type Compile = (term: Term) => Compiled;

/** `isPlain`: nobody looks at the terms on the way, so some may be compiled together. */
export function compileForm(term: FormTerm, compile: Compile, isPlain: boolean): Compiled {
  if (term.form === 'enforce-one') return compileEnforceOne(term, compile, isPlain);
  if (term.form === 'create-user-guard') return compileUserGuard(term, compile);
  if (term.form === 'if') return compileConditions(term, compile);
  if (term.form === 'try') return compileTry(term, compile, isPlain);
  const parts = term.terms.map(compile);
  let depth = 0;
  for (const part of parts) depth = Math.max(depth, part.depth);
  const codes = parts.map((part) => part.code);
  return { code: builders[term.form](codes, term.span), depth: depth + 4 };
}

type SimpleForm = Exclude<FormTerm['form'], 'enforce-one' | 'create-user-guard' | 'if' | 'try'>;

const builders: Record<SimpleForm, (codes: readonly Code[], span: Span) => Code> = {
  and: (codes, span) => {
    const [left, right] = pair(codes);
    return (local, context) => {
      const { machine } = context;
      if (!machine.boolValue(left(local, context), span)) return false;
      return machine.boolValue(right(local, context), span);
    };
  },
  or: (codes, span) => {
    const [left, right] = pair(codes);
    return (local, context) => {
      const { machine } = context;
      if (machine.boolValue(left(local, context), span)) return true;
      return machine.boolValue(right(local, context), span);
    };
  },
  enforce: (codes, span) => {
    const [condition, message] = pair(codes);
    const check = checked(condition, message, span);
    return (local, context) => {
      const text = check(local, context);
      return text === undefined ? true : raise(context, text, span);
    };
  },
  'with-capability': (codes, span) => {
    const [capability, body] = pair(codes);
    return (local, context) => {
      if (context.inDefcap) {
        context.machine.fail('FormIllegalWithinDefcap', { form: 'with-capability' }, span);
      }
      const token = capability(local, context);
      return withCapability(context, token, span, () => body(local, context));
    };
  },
  pure: (codes, span) => {
    const [body] = codes;
    assert(body !== undefined, 'pure has a term');
    return (local, context) => body(local, readOnly(context, span));
  },
  error: (codes, span) => {
    const [message] = codes;
    assert(message !== undefined, 'error has a term');
    return (local, context) => raise(context, message(local, context), span);
  },
};

type Clause = { readonly condition: Code; readonly value: Code; readonly span: Span };

/** Conditions that follow one another, such as the clauses of `cond`, are one loop: there may be very many of them. */
function compileConditions(term: FormTerm, compile: Compile): Compiled {
  const clauses: Clause[] = [];
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

function conditions(clauses: readonly Clause[], otherwise: Code): Code {
  const [first, ...others] = clauses;
  assert(first !== undefined, 'there is a condition');
  if (others.length === 0) {
    const { condition, value, span } = first;
    return (local, context) =>
      context.machine.boolValue(condition(local, context), span)
        ? value(local, context)
        : otherwise(local, context);
  }
  return (local, context) => {
    for (const { condition, value, span } of clauses) {
      if (context.machine.boolValue(condition(local, context), span)) return value(local, context);
    }
    return otherwise(local, context);
  };
}

/** Conditions of `enforce` and bodies of user guards: read-only since 5.3, before that without user tables. */
export function guardContext(context: Context): Context {
  return context.machine.hasFlag('DisablePact53') ? context.sysOnly() : context.readOnly();
}

/** Where not even tables may be read it stays so; an old rule made that an error. */
function readOnly(context: Context, span: Span): Context {
  const { machine, purity } = context;
  if (purity === 'sys-only' && machine.hasFlag('OldReadOnlyBehavior')) {
    machine.fail('EvalError', { cause: 'attempting db read in sys-only context' }, span);
  }
  return context.readOnly();
}

/** The message of a condition that does not hold. */
function checked(
  condition: Code,
  message: Code,
  span: Span,
): (local: Local | undefined, context: Context) => MachineValue | undefined {
  return (local, context) => {
    const { machine } = context;
    const pure = guardContext(context);
    const holds = machine.boolValue(condition(local, pure), span);
    if (holds && !machine.hasFlag('DisablePact45')) return undefined;
    const text = message(local, pure);
    return holds && typeof text === 'string' ? undefined : text;
  };
}

type Tried = { readonly code: Attempt; readonly depth: number };

/** A term whose failure is expected. */
function compileTried(term: Term, compile: Compile, isPlain: boolean): Tried {
  if (!isPlain) return compile(term);
  if (term.kind === 'form' && term.form === 'enforce') return compileTriedEnforce(term, compile);
  return compileAttempt(term, compile) ?? compile(term);
}

/** An exception takes longer than all else that `enforce` does, and here nobody reads it. */
function compileTriedEnforce({ terms, span }: FormTerm, compile: Compile): Tried {
  const [condition, message] = pair(terms.map(compile));
  const check = checked(condition.code, message.code, span);
  const code: Attempt = (local, context) => {
    const text = check(local, context);
    if (text === undefined) return true;
    return typeof text === 'string' ? failed : raise(context, text, span);
  };
  return { code, depth: Math.max(condition.depth, message.depth) + 4 };
}

function compileTry(term: FormTerm, compile: Compile, isPlain: boolean): Compiled {
  const [fallbackTerm, bodyTerm] = term.terms;
  assert(fallbackTerm !== undefined && bodyTerm !== undefined, 'try has two terms');
  const fallback = compile(fallbackTerm);
  const body = compileTried(bodyTerm, compile, isPlain);
  const depth = Math.max(fallback.depth, body.depth) + 4;
  return { code: tryBody(fallback.code, body.code, term.span), depth };
}

function tryBody(fallback: Code, body: Attempt, span: Span): Code {
  return (local, context) => {
    const { machine } = context;
    chargeUncons(machine, span);
    const result = attempt(machine, body, local, readOnly(context, span));
    return result === failed ? fallback(local, context) : result;
  };
}

/** Runs a body; a recoverable error brings back capabilities and call stack, never events or gas. */
function attempt(
  machine: Machine,
  body: Attempt,
  local: Local | undefined,
  context: Context,
): Attempted {
  const saved = machine.save();
  try {
    const result = body(local, context);
    if (result === failed) machine.restore(saved);
    return result;
  } catch (error) {
    if (!isEvalError(error) || !isCaught(error, machine)) throw error;
    machine.restore(saved);
    return failed;
  }
}

/** Before 4.4 every error was caught; running out of gas or depth ends a transaction all the same. */
function isCaught(error: EvalError, machine: Machine): boolean {
  if (error.recoverable) return true;
  if (error.is('GasExceeded') || error.is('CallDepthExceeded')) return false;
  return machine.hasFlag('DisablePact44');
}

function raise(context: Context, message: MachineValue, span: Span): never {
  const { machine } = context;
  if (typeof message === 'string') machine.fail('UserEnforceError', { message }, span);
  const value = machine.pactValue(message, span);
  const shown = { value: () => prettyValue(value), valueKind: typeWord(value) };
  return machine.fail('ExpectedStringValue', shown, span);
}

/** A false condition and a recoverable error both mean: try the next one. */
function compileEnforceOne(term: FormTerm, compile: Compile, isPlain: boolean): Compiled {
  const { span } = term;
  const [messageTerm, conditionTerm] = term.terms;
  assert(messageTerm !== undefined && conditionTerm !== undefined, 'enforce-one has two terms');
  const message = compile(messageTerm);
  if (conditionTerm.kind !== 'list') {
    const cause = 'enforce-one: expected a list of conditions';
    const code: Code = (_, context) =>
      context.machine.fail('NativeExecutionError', { native: 'enforce-one', cause }, span);
    return { code, depth: 1 };
  }
  const conditions = conditionTerm.items.map((item) => compileTried(item, compile, isPlain));
  let depth = message.depth;
  for (const condition of conditions) depth = Math.max(depth, condition.depth);
  const codes = conditions.map(({ code }) => holding(code, span));
  return { code: tryEach(codes, message.code, span), depth: depth + 4 };
}

/** A condition that is false is one that failed. */
function holding(condition: Attempt, span: Span): Attempt {
  return (local, context) => {
    const result = condition(local, context);
    return result !== failed && context.machine.boolValue(result, span) ? true : failed;
  };
}

function tryEach(conditions: readonly Attempt[], message: Code, span: Span): Code {
  return (local, context) => {
    const { machine } = context;
    if (conditions.length === 0) {
      machine.fail('UserEnforceError', { message: 'internal CEnforceOne error' }, span);
    }
    chargeUncons(machine, span);
    const pure = readOnly(context, span);
    for (const condition of conditions) {
      if (attempt(machine, condition, local, pure) === true) return true;
    }
    return raise(context, message(local, pure), span);
  };
}

function compileUserGuard(term: FormTerm, compile: Compile): Compiled {
  const { span } = term;
  const [call] = term.terms;
  if (call?.kind !== 'app' || call.fun.kind !== 'var' || call.fun.name.kind !== 'top') {
    const cause = 'create-user-guard: expected function application of a top-level function';
    const code: Code = (_, context) =>
      context.machine.fail('NativeExecutionError', { native: 'create-user-guard', cause }, span);
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

function pair<T>(codes: readonly T[]): readonly [T, T] {
  const [first, second] = codes;
  assert(first !== undefined && second !== undefined, 'the form has two terms');
  return [first, second];
}
