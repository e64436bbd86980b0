// The interface between the machine and its builtins. The machine never imports a builtin.

import { text } from '../../base/doc.ts';
import type { Span } from '../../base/span.ts';
import type { DescribedCall } from '../diagnostics/entry.ts';
import type { ErrorData, ErrorName } from '../diagnostics/error.ts';
import type { GasLabel } from '../gas/labels.ts';
import type { GasMeter } from '../gas/meter.ts';
import type { MilliGas } from '../gas/milligas.ts';
import type { GasCosts } from '../gas/schedule.ts';
import type { PactValue } from '../values/value.ts';
import type { Context } from './context.ts';
import {
  describedCall,
  type Closure,
  type MachineValue,
  isClosure,
  noteCall,
  typeWord,
} from './value.ts';
import { usageText } from './call-texts.ts';
import type { Machine } from './machine.ts';

/** One arity of a builtin under its internal name, with implementations for the common argument counts. */
export interface Builtin {
  /** Internal name: `enumerate-step`, not `enumerate`. Errors print it. */
  readonly name: string;
  /** The name as programs write it. */
  readonly written: string;
  readonly arity: number;
  /** The parameters, for error texts. */
  readonly overloads: readonly {
    readonly params: readonly { readonly name: string; readonly type: string }[];
  }[];
  /** Takes exactly `arity` arguments, not yet checked. The flat gas is already charged. */
  run(call: BuiltinCall, args: readonly MachineValue[]): MachineValue;
  /** `runOne` and `runTwo`: like `run`, without a list of arguments, for builtins of that arity; `undefined` for others. */
  readonly runOne: RunOne | undefined;
  /** Like `runOne`, but may return `failed` for an error that `try` catches without reading it. */
  readonly attemptOne: AttemptOne | undefined;
  readonly runTwo: RunTwo | undefined;
  /** Whether it runs even if the gas limit is exceeded (decision 0013). */
  readonly setsGas: boolean;
  /** Whether it only computes its result from its arguments. */
  readonly isPure: boolean;
}

/** Represents an error that was caught, or was not created because nothing reads it. */
export const failed: unique symbol = Symbol('a recoverable error');
export type Attempted = MachineValue | typeof failed;

export function hasFailed<Failed extends typeof failed>(
  value: MachineValue | Failed,
): value is Failed {
  return value === failed;
}

export type AttemptOne = (call: BuiltinCall, only: MachineValue) => Attempted;
export type RunOne = (call: BuiltinCall, only: MachineValue) => MachineValue;
export type RunTwo = (call: BuiltinCall, left: MachineValue, right: MachineValue) => MachineValue;

/** One call site of a builtin in one context: everything an implementation needs besides its arguments. */
export class BuiltinCall {
  readonly machine: Machine;
  readonly context: Context;
  /** Where errors are shown: the token that named the builtin. */
  readonly span: Span;
  readonly builtin: Builtin;
  readonly arity: number;
  /** The flat cost by `pricedBy`. */
  private price = 0;
  private pricedBy: GasCosts | undefined;

  constructor(machine: Machine, context: Context, span: Span, builtin: Builtin) {
    this.machine = machine;
    this.context = context;
    this.span = span;
    this.builtin = builtin;
    this.arity = builtin.arity;
  }

  /** Charges the flat cost, before arguments are checked. */
  payFlatCost(meter: GasMeter): void {
    const { costs } = meter;
    if (this.pricedBy !== costs) {
      this.price = costs.builtin(this.builtin.name);
      this.pricedBy = costs;
    }
    if (meter.pay(this.price)) return;
    meter.chargeBuiltin(this.builtin.name, this.span, this.builtin.setsGas);
  }

  /** Raises the error with this name from the diagnostics table, with the current call stack. */
  fail<N extends ErrorName>(name: N, data: ErrorData<N>): never {
    return this.machine.fail(name, data, this.span);
  }

  /** `builtin execution failure, NAME failed with message: MESSAGE`. */
  failBuiltin(message: string, counts: { wanted?: number; given?: number } = {}): never {
    return this.machine.fail(
      'NativeExecutionError',
      { builtin: this.builtin.name, cause: message, ...counts },
      this.span,
    );
  }

  /** Fails like `enforce`, which is how the reference rejects some arguments. */
  refuse(message: string): never {
    return this.fail('UserEnforceError', { message, builtin: this.builtin.written });
  }

  /** Raises the type error of a builtin, which lists the types of all given arguments. */
  failArguments(args: readonly MachineValue[]): never {
    return this.machine.fail(
      'NativeArgumentsError',
      {
        builtin: this.builtin.name,
        types: args.map(typeWord),
        takes: () => text(usageText(this.builtin)),
        call: misplacedFunction(this.builtin, args),
      },
      this.span,
    );
  }

  /** The gas schedule; `undefined` if gas is not metered. */
  get costs(): GasCosts | undefined {
    return this.machine.meter?.costs;
  }

  /** True while gas is metered: compute sizes only then. */
  get metered(): boolean {
    return this.machine.meter !== undefined;
  }

  /** True while the program has a gas limit; reports meter gas even without one. */
  get limited(): boolean {
    return this.machine.meter?.limit !== undefined;
  }

  /** Charges milligas; `label` is what the gas log shows. */
  charge(milligas: MilliGas, label: GasLabel): void {
    const meter = this.machine.meter;
    if (meter !== undefined) meter.charge(milligas, label, this.span);
  }

  /** Applies a closure argument; the result may be a closure. Errors show the builtin as the caller. */
  apply(closure: Closure, args: readonly MachineValue[]): MachineValue {
    try {
      return this.machine.applyClosure(this.machine, closure, args);
    } catch (thrown) {
      noteCall(thrown, closure, this.span);
      throw thrown;
    }
  }

  /** Checks that a result is a Pact value (`Expected Pact Value, got closure or table reference`). */
  value(result: MachineValue): PactValue {
    return typeof result === 'object' ? this.machine.pactValue(result, this.span) : result;
  }

  /** Checks that a result is a bool (`expected bool value, got X`). */
  bool(result: MachineValue): boolean {
    return result === true || this.machine.boolValue(result, this.span);
  }
}

/** Describes the first function among the arguments where no parameter takes one. */
function misplacedFunction(
  { overloads }: Builtin,
  args: readonly MachineValue[],
): DescribedCall | undefined {
  const takesFunction = (index: number): boolean =>
    overloads.some(({ params }) => params[index]?.type === 'closure');
  const closure = args.find((arg, index) => isClosure(arg) && !takesFunction(index));
  return closure === undefined || !isClosure(closure) ? undefined : describedCall(closure, 0);
}
