// Compiles applications: the head is evaluated and must be applicable, then the arguments from left to right, then the
// call. A builtin in head position with all its arguments is called without creating a closure.
// Source: IR/Eval/CEK/Evaluator.hs (App, Args, Fn).

import type { Term } from '../../core/model/term.ts';
import {
  applyClosure,
  attemptClosure,
  attemptWithOne,
  callBuiltin,
  callWithOne,
  callWithTwo,
} from '../calls/apply.ts';
import { deepest, type Code, type Compiled, type Attempt } from '../../state/code.ts';
import type { Context } from '../../state/context.ts';
import {
  describedCall,
  BuiltinClosure,
  type Closure,
  type Local,
  type MachineValue,
  isClosure,
  noteCall,
  typeWord,
} from '../../state/value.ts';
import { failed, BuiltinCall } from '../../state/builtin.ts';
import { failedBy, type Tried } from './tried.ts';
import type { Span } from '../../../base/span.ts';

type App = Extract<Term, { kind: 'app' }>;

/** JavaScript frames that a call adds below the code of the called body. */
const framesOfCall = 6;

export function compileApplication(term: App, compile: (term: Term) => Compiled): Compiled {
  const args = term.args.map(compile);
  const depth = deepest(args);
  const codes = args.map((arg) => arg.code);
  if (term.fun.kind === 'builtin') {
    const { name, span } = term.fun;
    return { code: builtinApplication(name, span, codes), depth: framesOfCall + depth };
  }
  const head = compile(term.fun);
  return {
    code: generalApplication(head.code, codes, term.span),
    depth: framesOfCall + Math.max(depth, head.depth),
  };
}

/** Like `compileApplication`, for tried code: catches errors thrown below. */
export function compileTriedApplication(term: App, compile: (term: Term) => Tried): Tried {
  const args = term.args.map(compile);
  const depth = deepest(args);
  const codes = args.map((arg) => arg.code);
  if (term.fun.kind === 'builtin') {
    const { name, span } = term.fun;
    return { code: triedBuiltin(name, span, codes), depth: framesOfCall + depth };
  }
  const head = compile(term.fun);
  const code = triedGeneral(head.code, codes, term.span);
  return { code, depth: framesOfCall + Math.max(depth, head.depth) };
}

function triedGeneral(head: Attempt, args: readonly Attempt[], span: Span): Attempt {
  return (local, context) => {
    const { machine } = context;
    let called: Closure | undefined = undefined;
    try {
      const callee = head(local, context);
      if (callee === failed) return failed;
      const closure = applicable(context, callee, span);
      const values = tryAll(args, local, context);
      if (values === failed) return failed;
      called = closure;
      return attemptClosure(machine, closure, values);
    } catch (error) {
      if (called !== undefined) noteCall(error, called, span);
      return failedBy(error, machine);
    }
  };
}

function triedBuiltin(name: string, span: Span, args: readonly Attempt[]): Attempt {
  let site: BuiltinCall | undefined = undefined;
  return (local, context) => {
    try {
      const call = (site = siteIn(context, site, name, span));
      const values = tryAll(args, local, context);
      if (values === failed) return failed;
      const [first, second] = values;
      if (values.length !== call.arity) return applyAtSite(call, values);
      if (first !== undefined && values.length === 1) return attemptWithOne(call, first);
      if (first !== undefined && second !== undefined && values.length === 2) {
        return callWithTwo(call, first, second);
      }
      return callBuiltin(call, values);
    } catch (error) {
      return failedBy(error, context.machine);
    }
  };
}

function tryAll(
  codes: readonly Attempt[],
  local: Local | undefined,
  context: Context,
): readonly MachineValue[] | typeof failed {
  const values: MachineValue[] = [];
  for (let i = 0; i < codes.length; i++) {
    const value = (codes[i] as Attempt)(local, context);
    if (value === failed) return failed;
    values.push(value);
  }
  return values;
}

function generalApplication(head: Code, args: readonly Code[], span: Span): Code {
  return (local, context) => {
    const closure = applicable(context, head(local, context), span);
    const values = evaluateAll(args, local, context);
    try {
      return applyClosure(context.machine, closure, values);
    } catch (thrown) {
      noteCall(thrown, closure, span);
      throw thrown;
    }
  };
}

function builtinApplication(name: string, span: Span, args: readonly Code[]): Code {
  const [first, second] = args;
  if (first !== undefined && args.length === 1) return withOne(name, span, first);
  if (first !== undefined && second !== undefined && args.length === 2) {
    return withTwo(name, span, first, second);
  }
  let site: BuiltinCall | undefined = undefined;
  return (local, context) => {
    const call = (site = siteIn(context, site, name, span));
    const values = evaluateAll(args, local, context);
    return values.length === call.arity ? callBuiltin(call, values) : applyAtSite(call, values);
  };
}

function withOne(name: string, span: Span, only: Code): Code {
  let site: BuiltinCall | undefined = undefined;
  return (local, context) => {
    const call = (site = siteIn(context, site, name, span));
    const value = only(local, context);
    return call.arity === 1 ? callWithOne(call, value) : applyAtSite(call, [value]);
  };
}

function withTwo(name: string, span: Span, left: Code, right: Code): Code {
  let site: BuiltinCall | undefined = undefined;
  return (local, context) => {
    const call = (site = siteIn(context, site, name, span));
    const first = left(local, context);
    const second = right(local, context);
    return call.arity === 2 ? callWithTwo(call, first, second) : applyAtSite(call, [first, second]);
  };
}

/** There are few contexts, and consecutive calls usually have the same one. */
function siteIn(
  context: Context,
  site: BuiltinCall | undefined,
  name: string,
  span: Span,
): BuiltinCall {
  if (site !== undefined && site.context === context) return site;
  return new BuiltinCall(context.machine, context, span, context.machine.builtin(name, span));
}

function applyAtSite(call: BuiltinCall, args: readonly MachineValue[]): MachineValue {
  const closure = new BuiltinClosure(call.builtin, call.context, call.span);
  return applyClosure(call.machine, closure, args);
}

function evaluateAll(
  codes: readonly Code[],
  local: Local | undefined,
  context: Context,
): readonly MachineValue[] {
  const [first, second, third] = codes;
  if (first === undefined) return [];
  if (second === undefined) return [first(local, context)];
  if (third === undefined) return [first(local, context), second(local, context)];
  const values = [first(local, context), second(local, context), third(local, context)];
  for (let i = 3; i < codes.length; i++) values.push((codes[i] as Code)(local, context));
  return values;
}

function applicable(context: Context, value: MachineValue, span: Span): Closure {
  const { machine } = context;
  if (!isClosure(value)) {
    return machine.fail('CannotApplyValueToNonClosure', { found: typeWord(value) }, span);
  }
  if (value.closure === 'partial' || value.closure === 'partial-builtin') {
    return machine.fail('CannotApplyPartialClosure', { call: describedCall(value, 0) }, span);
  }
  return value;
}
