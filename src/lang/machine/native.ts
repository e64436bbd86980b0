// How a builtin meets the machine: the machine knows natives by this interface alone and never imports one.

import type { Span } from '../../base/span.ts';
import type { ErrorData, ErrorName } from '../diagnostics/error.ts';
import type { GasLabel } from '../gas/labels.ts';
import type { MilliGas } from '../gas/milligas.ts';
import type { PactValue } from '../values/value.ts';
import type { Context } from './context.ts';
import type { Machine } from './machine.ts';
import { typeWord, type Closure, type MachineValue } from './value.ts';

/** One arity of a builtin under its internal name, with implementations for the common argument counts. */
export interface Native {
  /** Internal name: `enumerate-step`, not `enumerate`. Errors print it. */
  readonly name: string;
  readonly arity: number;
  /** Arguments are exactly `arity` many and not yet checked. The flat gas has been charged. */
  run(call: NativeCall, args: readonly MachineValue[]): MachineValue;
}

/** One call site of a native in one context: what an implementation needs besides its arguments. */
export class NativeCall {
  readonly machine: Machine;
  readonly context: Context;
  /** Where errors are shown: the token that named the native. */
  readonly span: Span;
  readonly native: Native;

  constructor(machine: Machine, context: Context, span: Span, native: Native) {
    this.machine = machine;
    this.context = context;
    this.span = span;
    this.native = native;
  }

  /** Raises the error of that name from the diagnostics table, with the present call stack. */
  fail<N extends ErrorName>(name: N, data: ErrorData<N>): never {
    return this.machine.fail(name, data, this.span);
  }

  /** `native execution failure, NAME failed with message: MESSAGE`. */
  failNative(message: string): never {
    return this.machine.fail(
      'NativeExecutionError',
      { native: this.native.name, cause: message },
      this.span,
    );
  }

  /** The type error of a native: lists the types of all the arguments that were given. */
  failArguments(args: readonly MachineValue[]): never {
    return this.machine.fail(
      'NativeArgumentsError',
      { native: this.native.name, types: args.map(typeWord) },
      this.span,
    );
  }

  /** True while gas is metered: compute costs only then. */
  get metered(): boolean {
    return this.machine.meter !== undefined;
  }

  /** Charges milligas; `label` is what the gas log shows. */
  charge(milligas: MilliGas, label: GasLabel): void {
    const meter = this.machine.meter;
    if (meter !== undefined) meter.charge(milligas, label, this.span);
  }

  /** Applies a closure argument; the result may be a closure. */
  apply(closure: Closure, args: readonly MachineValue[]): MachineValue {
    return this.machine.apply(closure, args);
  }

  /** Applies a closure and demands a Pact value (`Expected Pact Value, got closure or table reference`). */
  applyToValue(closure: Closure, args: readonly MachineValue[]): PactValue {
    return this.machine.pactValue(this.machine.apply(closure, args), this.span);
  }

  /** Applies a predicate and demands a bool (`expected bool value, got X`). */
  applyToBool(closure: Closure, args: readonly MachineValue[]): boolean {
    const result = this.machine.apply(closure, args);
    return this.machine.boolValue(result, this.span);
  }
}
