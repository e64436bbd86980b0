// Repeated calls by builtins equal applications of the closure: the same results or errors and the same charges, and what
// they build is counted.

import { describe, expect, it } from 'vitest';
import { noSpan } from '../../../../../src/base/span.ts';
import { newestGasSchedule } from '../../../../../src/lang/gas/releases/index.ts';
import { GasMeter } from '../../../../../src/lang/gas/meter.ts';
import { tableModel } from '../../../../../src/lang/gas/model.ts';
import { functionOfOne, functionOfTwo } from '../../../../../src/lang/eval/compile/apply-each.ts';
import { BuiltinCall } from '../../../../../src/lang/state/builtin.ts';
import { applyClosure } from '../../../../../src/lang/eval/calls/apply.ts';
import { compile } from '../../../../../src/lang/eval/compile/compile.ts';
import { CompiledFunction } from '../../../../../src/lang/state/code.ts';
import type { Machine } from '../../../../../src/lang/state/machine.ts';
import {
  LambdaClosure,
  BuiltinClosure,
  PartialBuiltin,
  type Closure,
  type MachineValue,
} from '../../../../../src/lang/state/value.ts';
import { Decimal, ListValue, type PactValue } from '../../../../../src/lang/values/value.ts';
import { builtinOf, newMachine } from '../../../../support/builtin-call.ts';

const word = 2n ** 63n;
const huge = 2n ** 70_000n;
const integers = [
  0n,
  1n,
  -1n,
  word - 1n,
  word,
  -word,
  -word - 1n,
  2n ** 663n,
  2n ** 664n,
  huge,
  -huge,
];
const values: readonly PactValue[] = [
  ...integers,
  new Decimal(15n, 1),
  'text',
  true,
  new ListValue([1n]),
];
const builtins = ['+', '-', '*', 'mod', '<', '>=', '=', '!=', 'at', 'contains', 'take', '&'];

/** Returns the result or error, and the gas. */
function outcome(run: (machine: Machine) => MachineValue): string {
  const machine = newMachine();
  const meter = new GasMeter(tableModel, 10n ** 15n);
  machine.meter = meter;
  try {
    const value = run(machine);
    return `${describeValue(value)} ${meter.used}`;
  } catch (error) {
    return `${String(error)} ${meter.used}`;
  }
}

const describeValue = (value: MachineValue): string =>
  typeof value === 'object' ? JSON.stringify(value, bigintsAsText) : String(value);
const bigintsAsText = (_: string, value: unknown) =>
  typeof value === 'bigint' ? `${value}n` : value;

type Make = (machine: Machine) => Closure;
const builtin =
  (name: string): Make =>
  (machine) =>
    new BuiltinClosure(builtinOf(name), machine.context('impure'), noSpan);
const partial =
  (name: string, first: PactValue): Make =>
  (machine) =>
    new PartialBuiltin(builtinOf(name), [first], 1, machine.context('impure'), noSpan);
/** Returns its last parameter. */
const lambda =
  (parameters: number): Make =>
  (machine) => {
    const params = Array.from({ length: parameters }, (_, i) => ({
      name: `p${i}`,
      type: undefined,
      span: noSpan,
    }));
    const name = { kind: 'local', index: 0, text: 'p' } as const;
    const body = compile({ kind: 'var', name, span: noSpan });
    return new LambdaClosure(
      new CompiledFunction<never>(params, body, undefined, noSpan),
      undefined,
      machine.context('impure'),
    );
  };

const callerIn = (machine: Machine): BuiltinCall =>
  new BuiltinCall(machine, machine.context('impure'), noSpan, builtinOf('map'));

const asOne = (make: Make, only: PactValue) => [
  outcome((machine) => functionOfOne(callerIn(machine), make(machine))(only)),
  outcome((machine) => applyClosure(machine, make(machine), [only])),
];
const asTwo = (make: Make, left: PactValue, right: PactValue) => [
  outcome((machine) => functionOfTwo(callerIn(machine), make(machine))(left, right)),
  outcome((machine) => applyClosure(machine, make(machine), [left, right])),
];

describe.each(builtins)('%s', (name) => {
  it('of two arguments', () => {
    for (const left of values) {
      for (const right of values) {
        const [each, once] = asTwo(builtin(name), left, right);
        expect(each).toBe(once);
      }
    }
  });

  it('of one argument given before and one given now', () => {
    for (const left of values) {
      for (const right of values) {
        const [each, once] = asOne(partial(name, left), right);
        expect(each).toBe(once);
      }
    }
  });
});

it.each<readonly [string, Make]>([
  ['a builtin of one argument', builtin('negate')],
  ['a builtin of two', builtin('+')],
  ['a builtin of three', builtin('fold')],
  [
    'a builtin with two arguments missing',
    (machine) => new PartialBuiltin(builtinOf('fold'), [1n], 2, machine.context('impure'), noSpan),
  ],
  ['a lambda of one parameter', lambda(1)],
  ['a lambda of two', lambda(2)],
  ['a lambda of three', lambda(3)],
])('%s', (_what, make) => {
  for (const value of values) {
    const [one, oneOnce] = asOne(make, value);
    expect(one).toBe(oneOnce);
    const [two, twoOnce] = asTwo(make, value, 2n);
    expect(two).toBe(twoOnce);
  }
});

it('the cost of sums and differences of any lengths depends on their operands', () => {
  for (const left of integers) {
    for (const right of integers) {
      const cost = newestGasSchedule.costs.intAdd(left, right);
      for (const name of ['+', '-']) {
        const [each] = asTwo(builtin(name), left, right);
        expect(each?.split(' ').at(-1)).toBe(String(BigInt(cost) + 100n));
      }
    }
  }
});

it('long sums are counted as memory, others and bools are not', () => {
  const counted = (name: string, left: bigint, right: bigint): number => {
    const machine = newMachine();
    let items = 0;
    machine.countItems = (count) => {
      items += count;
    };
    functionOfTwo(callerIn(machine), builtin(name)(machine))(left, right);
    return items;
  };
  expect(counted('+', 1n, 2n)).toBe(0);
  expect(counted('+', huge, 1n)).toBeGreaterThan(10_000);
  expect(counted('-', -huge, huge)).toBeGreaterThan(10_000);
  expect(counted('*', huge, 2n)).toBeGreaterThan(10_000);
  expect(counted('<', huge, 2n)).toBe(0);
});
