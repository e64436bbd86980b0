// Calls a builtin on values, without parser, resolver or session, to test a single builtin.

import { noSpan } from '../../src/base/span.ts';
import { coreBuiltins } from '../../src/lang/builtins/core.ts';
import { Registry } from '../../src/lang/builtins/registry.ts';
import { chainSizes } from '../../src/lang/core/size/term-size.ts';
import { MemoryDatabase } from '../../src/lang/db/memory.ts';
import { EvalError } from '../../src/lang/diagnostics/error.ts';
import { GasMeter } from '../../src/lang/gas/meter.ts';
import { tableModel } from '../../src/lang/gas/model.ts';
import { runBuiltin } from '../../src/lang/eval/calls/apply.ts';
import { defaultEnvironment } from '../../src/lang/state/environment.ts';
import { createMachine } from '../../src/lang/session/evaluate.ts';
import type { Machine } from '../../src/lang/state/machine.ts';
import { isClosure, BuiltinClosure, type MachineValue } from '../../src/lang/state/value.ts';
import { prettyValueText } from '../../src/lang/values/text/pretty.ts';
import type { PactValue } from '../../src/lang/values/value.ts';

const plenty = 10n ** 15n;

const registry = new Registry(coreBuiltins);

/** Returns the result as the REPL prints it, or the error message. */
export function callBuiltin(internal: string, ...args: readonly MachineValue[]): string {
  return call(newMachine(), internal, args);
}

/** Returns the result of a call that succeeds. */
export function valueOfBuiltin(internal: string, ...args: readonly MachineValue[]): PactValue {
  const machine = newMachine();
  return machine.pactValue(run(machine, internal, args), noSpan);
}

/** Returns the result of a call with enough gas. */
export function valueWithGas(internal: string, ...args: readonly MachineValue[]): PactValue {
  const machine = newMachine();
  machine.meter = new GasMeter(tableModel, plenty);
  return machine.pactValue(run(machine, internal, args), noSpan);
}

/** Returns the milligas that a call costs in addition to the builtin's flat cost, whether it succeeds or not. */
export function gasOfBuiltin(internal: string, ...args: readonly MachineValue[]): bigint {
  const machine = newMachine();
  const meter = new GasMeter(tableModel, plenty);
  machine.meter = meter;
  call(machine, internal, args);
  return BigInt(meter.used) - BigInt(meter.costs.builtin(internal));
}

/** Returns a builtin as a value, for another builtin to apply. */
export function builtinValue(internal: string): BuiltinClosure {
  const machine = newMachine();
  return new BuiltinClosure(builtinOf(internal), machine.context('impure'), noSpan);
}

function call(machine: Machine, internal: string, args: readonly MachineValue[]): string {
  try {
    const result = run(machine, internal, args);
    return isClosure(result) ? '<closure>' : prettyValueText(result);
  } catch (error) {
    if (error instanceof EvalError) return error.message;
    throw error;
  }
}

function run(machine: Machine, internal: string, args: readonly MachineValue[]): MachineValue {
  return runBuiltin(machine, builtinOf(internal), args, machine.context('impure'), noSpan);
}

export function builtinOf(internal: string) {
  const builtin = registry.byInternalName(internal);
  if (builtin === undefined) throw new Error(`no builtin ${internal}`);
  return builtin;
}

export function newMachine(): Machine {
  return createMachine({
    database: new MemoryDatabase(),
    environment: defaultEnvironment(registry),
    depthLimit: 1000,
    codeSizes: chainSizes,
  });
}
