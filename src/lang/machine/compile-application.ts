// Applications: the head is evaluated and must be applicable, then the arguments from left to right, then the call. A
// native in head position with all its arguments is called without making a closure of it.
// Source: IR/Eval/CEK/Evaluator.hs (App, Args, Fn).

import type { Term } from '../core/term.ts';
import { applyClosure, callNative } from './apply.ts';
import type { Code, Compiled } from './compiled.ts';
import type { Context } from './context.ts';
import { NativeCall } from './native.ts';
import { isClosure, NativeClosure, type Closure, type Local, type MachineValue } from './value.ts';
import type { Span } from '../../base/span.ts';

type App = Extract<Term, { kind: 'app' }>;

/** JavaScript frames that a call adds below the code of the called body. */
const framesOfCall = 6;

export function compileApplication(term: App, compile: (term: Term) => Compiled): Compiled {
  const args = term.args.map(compile);
  let depth = 0;
  for (const arg of args) depth = Math.max(depth, arg.depth);
  const codes = args.map((arg) => arg.code);
  if (term.fun.kind === 'builtin') {
    const { name, span } = term.fun;
    return { code: nativeApplication(name, span, codes), depth: framesOfCall + depth };
  }
  const head = compile(term.fun);
  return {
    code: generalApplication(head.code, codes, term.span),
    depth: framesOfCall + Math.max(depth, head.depth),
  };
}

function generalApplication(head: Code, args: readonly Code[], span: Span): Code {
  return (local, context) => {
    const closure = applicable(context, head(local, context), span);
    return applyClosure(context.machine, closure, evaluateAll(args, local, context));
  };
}

function nativeApplication(name: string, span: Span, args: readonly Code[]): Code {
  let site: NativeCall | undefined = undefined;
  return (local, context) => {
    // Contexts are few and mostly the same from call to call.
    if (site?.context !== context) {
      site = new NativeCall(context.machine, context, span, context.machine.native(name, span));
    }
    const call = site;
    const values = evaluateAll(args, local, context);
    if (call.native.arity === values.length) return callNative(call, values);
    return applyClosure(context.machine, new NativeClosure(call.native, context, span), values);
  };
}

function evaluateAll(
  codes: readonly Code[],
  local: Local | undefined,
  context: Context,
): readonly MachineValue[] {
  switch (codes.length) {
    case 1:
      return [(codes[0] as Code)(local, context)];
    case 2:
      return [(codes[0] as Code)(local, context), (codes[1] as Code)(local, context)];
    default: {
      const values: MachineValue[] = [];
      for (const code of codes) values.push(code(local, context));
      return values;
    }
  }
}

function applicable(context: Context, value: MachineValue, span: Span): Closure {
  if (!isClosure(value)) return context.machine.fail('CannotApplyValueToNonClosure', {}, span);
  if (value.closure === 'partial' || value.closure === 'partial-native') {
    return context.machine.fail('CannotApplyPartialClosure', {}, span);
  }
  return value;
}
