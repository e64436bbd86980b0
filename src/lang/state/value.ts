// The result of an evaluation: a Pact value or a closure. Closures are never stored, returned from functions
// or put into lists; builtins, lambdas and lets accept them.
// Source: IR/Eval/CEK/Types.hs (CEKValue, Closure kinds).
import type { Span } from '../../base/span.ts';
import type { Arg } from '../core/model/term.ts';
import type { FullyQualifiedName } from '../values/names.ts';
import type { PactValue } from '../values/value.ts';
import type { DefPact } from '../core/model/definition.ts';
import type { ArgumentKind, DescribedCall } from '../diagnostics/entry.ts';
import { writtenName } from './call-texts.ts';
import type { CompiledFunction } from './code.ts';
import type { Context } from './context.ts';
import type { Builtin, BuiltinCall } from './builtin.ts';
import { isEvalError } from '../diagnostics/error.ts';
import { prettyValueText } from '../values/text/pretty.ts';

export type MachineValue = PactValue | Closure;

export type Closure =
  | DefunClosure
  | LambdaClosure
  | PartialClosure
  | BuiltinClosure
  | PartialBuiltin
  | DefPactClosure
  | CapTokenClosure;

/** Local variables, the innermost first: index 0 is the head. */
export class Local {
  readonly value: MachineValue;
  readonly next: Local | undefined;

  constructor(value: MachineValue, next: Local | undefined) {
    this.value = value;
    this.next = next;
  }
}

/** A reference to a defun, with the context of the place that names it. */
export class DefunClosure {
  readonly kind = 'closure';
  readonly closure = 'defun';
  readonly name: FullyQualifiedName;
  readonly code: CompiledFunction;
  readonly context: Context;

  constructor(name: FullyQualifiedName, code: CompiledFunction, context: Context) {
    this.name = name;
    this.code = code;
    this.context = context;
  }
}

/** A lambda with its variables and the context in which it was created. */
export class LambdaClosure {
  readonly kind = 'closure';
  readonly closure = 'lambda';
  readonly code: CompiledFunction;
  readonly local: Local | undefined;
  readonly context: Context;

  constructor(code: CompiledFunction, local: Local | undefined, context: Context) {
    this.code = code;
    this.local = local;
    this.context = context;
  }
}

/** A defun or lambda that has only its first arguments, which are already in `local`. */
export class PartialClosure {
  readonly kind = 'closure';
  readonly closure = 'partial';
  /** Set if it comes from a defun: calling it then pushes a stack frame. */
  readonly name: FullyQualifiedName | undefined;
  readonly code: CompiledFunction;
  /** The number of arguments given so far. */
  readonly given: number;
  readonly local: Local | undefined;
  readonly context: Context;

  constructor(
    name: FullyQualifiedName | undefined,
    code: CompiledFunction,
    given: number,
    local: Local | undefined,
    context: Context,
  ) {
    this.name = name;
    this.code = code;
    this.given = given;
    this.local = local;
    this.context = context;
  }
}

export class BuiltinClosure {
  readonly kind = 'closure';
  readonly closure = 'builtin';
  readonly builtin: Builtin;
  readonly context: Context;
  readonly span: Span;
  /** Created on the first call; loops call it repeatedly. */
  call: BuiltinCall | undefined = undefined;

  constructor(builtin: Builtin, context: Context, span: Span) {
    this.builtin = builtin;
    this.context = context;
    this.span = span;
  }
}

/** A builtin that has only some of its arguments. */
export class PartialBuiltin {
  readonly kind = 'closure';
  readonly closure = 'partial-builtin';
  readonly builtin: Builtin;
  /** The arguments given last, which replace earlier ones. */
  readonly args: readonly MachineValue[];
  readonly missing: number;
  readonly context: Context;
  readonly span: Span;
  call: BuiltinCall | undefined = undefined;

  constructor(
    builtin: Builtin,
    args: readonly MachineValue[],
    missing: number,
    context: Context,
    span: Span,
  ) {
    this.builtin = builtin;
    this.args = args;
    this.missing = missing;
    this.context = context;
    this.span = span;
  }
}

export class DefPactClosure {
  readonly kind = 'closure';
  readonly closure = 'defpact';
  readonly name: FullyQualifiedName;
  readonly def: DefPact;
  readonly context: Context;
  readonly span: Span;

  constructor(name: FullyQualifiedName, def: DefPact, context: Context, span: Span) {
    this.name = name;
    this.def = def;
    this.context = context;
    this.span = span;
  }
}

/** The name of a defcap; applied to arguments, it returns a capability token. */
export class CapTokenClosure {
  readonly kind = 'closure';
  readonly closure = 'captoken';
  readonly name: FullyQualifiedName;
  readonly params: readonly Arg[];
  readonly span: Span;

  constructor(name: FullyQualifiedName, params: readonly Arg[], span: Span) {
    this.name = name;
    this.params = params;
    this.span = span;
  }
}

export function isClosure(value: MachineValue): value is Closure {
  return typeof value === 'object' && value.kind === 'closure';
}

/** Returns the word for a value in type errors. */
export function typeWord(value: MachineValue): ArgumentKind {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'bigint':
      return 'integer';
    case 'boolean':
      return 'bool';
    default:
      // A capability token shows as a closure (ArgTypeError in Errors.hs).
      return value.kind === 'captoken' ? 'closure' : value.kind;
  }
}

/** Called with the error thrown by a call of the closure: errors show where each function on the call stack was called. */
export function noteCall(thrown: unknown, closure: Closure, span: Span): void {
  if (!isEvalError(thrown)) return;
  switch (closure.closure) {
    case 'defun':
    case 'defpact':
      return thrown.passesCall(closure.name, span);
    case 'partial':
      if (closure.name !== undefined) thrown.passesCall(closure.name, span);
      return;
    default:
  }
}

/** Prints the result of an evaluation for the REPL, closures as a fixed word (prettyShowValue). */
export function prettyMachineValue(value: MachineValue): string {
  return isClosure(value) ? '<#closure>' : prettyValueText(value);
}

/** `given`: the number of arguments that the call adds to those of a partial application. */
export function describedCall(closure: Closure, given: number): DescribedCall {
  switch (closure.closure) {
    case 'defun':
      return called(writtenName(closure.name), closure.code.params, given);
    case 'lambda':
      return called(undefined, closure.code.params, given);
    case 'partial': {
      const { name, code } = closure;
      const callee = name === undefined ? undefined : writtenName(name);
      return called(callee, code.params, closure.given + given);
    }
    case 'builtin':
      return calledBuiltin(closure.builtin, given);
    case 'partial-builtin':
      return calledBuiltin(closure.builtin, closure.builtin.arity - closure.missing + given);
    case 'defpact':
      return called(writtenName(closure.name), closure.def.params, given);
    case 'captoken':
      return called(writtenName(closure.name), closure.params, given);
  }
}

type Named = { readonly name: string };

const called = (
  callee: string | undefined,
  parameters: readonly Named[],
  given: number,
): DescribedCall => ({ callee, parameters: parameters.map(({ name }) => name), given });

const calledBuiltin = ({ written, overloads }: Builtin, given: number): DescribedCall =>
  called(written, overloads[0]?.params ?? [], given);
