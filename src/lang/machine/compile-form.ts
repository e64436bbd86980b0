// The lazy special forms; `try` and `enforce-one` stand in compile-tried.ts.
// Source: IR/Eval/CEK/Evaluator.hs (BuiltinForm, CondC).

import { assert } from '../../base/assert.ts';
import type { Span } from '../../base/span.ts';
import type { Term } from '../core/term.ts';
import { FullyQualifiedName } from '../values/names.ts';
import { UserGuard, type PactValue } from '../values/value.ts';
import { withCapability } from './acquire.ts';
import type { Code, Compiled } from './compiled.ts';
import { compileEnforceOne, compileTry } from './compile-tried.ts';
import type { Context } from './context.ts';
import { enforceOutsideDefcap, guardContext, pair, raise, readOnly } from './form-parts.ts';
import type { Local, MachineValue } from './value.ts';

type FormTerm = Extract<Term, { kind: 'form' }>;
type Compile = (term: Term) => Compiled;

/** `isPlain`: nobody looks at the terms on the way, so what is tried may have code of its own. */
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
      enforceOutsideDefcap(context, span);
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
