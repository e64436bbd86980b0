// The result of an evaluation: a Pact value or a closure. Closures are never stored, returned from functions
// or put into lists; builtins, lambdas and lets accept them.
// Source: IR/Eval/CEK/Types.hs (CEKValue, Closure kinds).

import type { Span } from '../../base/span.ts';
import type { Arg } from '../core/model/term.ts';
import type { FullyQualifiedName } from '../values/names.ts';
import type { PactValue } from '../values/value.ts';
import type { DefPact } from '../core/model/definition.ts';
import type { ArgumentKind } from '../diagnostics/entry.ts';
import type { CompiledFunction } from './compile/compiled.ts';
import type { Context } from './context.ts';
import type { Builtin, BuiltinCall } from './calls/builtin.ts';

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
