// Compares `distinct` with the reference's method, which compares each kept element with all that follow it. Results and
// charges must be the same, and the charges in the same order.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noSpan } from '../../../../src/base/span.ts';
import { distinct } from '../../../../src/lang/builtins/collections/distinct.ts';
import { builtinOf } from '../../../../src/lang/builtins/define.ts';
import { GasMeter, labelText } from '../../../../src/lang/gas/meter.ts';
import { tableModel } from '../../../../src/lang/gas/model.ts';
import { equalForPrograms } from '../../../../src/lang/eval/calls/equality.ts';
import type { BuiltinCall } from '../../../../src/lang/state/builtin.ts';
import { ModuleName, QualifiedName } from '../../../../src/lang/values/names.ts';
import {
  Decimal,
  KeySetGuard,
  ListValue,
  ModRef,
  objectValue,
  TimeValue,
  unit,
  UserGuard,
  type PactValue,
} from '../../../../src/lang/values/value.ts';

const builtin = builtinOf(distinct, 'distinct');
const small = fc.nat(2).map(BigInt);
const module = new ModuleName('m');

const leaf: fc.Arbitrary<PactValue> = fc.oneof(
  small,
  fc.boolean(),
  fc.constantFrom<PactValue>('a', 'b', '1', unit),
  fc.tuple(small, fc.nat(2)).map(([mantissa, places]) => new Decimal(mantissa, places)),
  small.map((micros) => new TimeValue(micros)),
  fc.constantFrom('a', 'b').map((key) => new KeySetGuard([key], { kind: 'keys-all' })),
  fc.constantFrom('m', 'n').map((name) => new ModRef(new ModuleName(name), [])),
  small.map((arg) => new UserGuard(new QualifiedName('f', module), [arg])),
);
const value: fc.Arbitrary<PactValue> = fc.oneof(
  leaf,
  fc.array(leaf, { maxLength: 2 }).map((items) => new ListValue(items)),
  fc
    .array(leaf, { maxLength: 2 })
    .map((items) => objectValue(items.map((item, i) => [`${i}`, item]))),
);

describe('distinct', () => {
  it('keeps and charges the same as the reference', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 12 }), (items) => {
        const expected = run((call) => naive(call, items));
        const actual = run((call) => kept(call, items));
        expect(actual).toEqual(expected);
        expect(kept(freeCall, items)).toEqual(expected.result);
      }),
    );
  });

  it('handles long lists without gas', () => {
    const integers = Array.from({ length: 200_000 }, (_, i) => BigInt(i % 100_000));
    expect(kept(freeCall, integers)).toHaveLength(100_000);
    const lists = integers.map((integer) => new ListValue([integer]));
    expect(kept(freeCall, lists)).toHaveLength(100_000);
  });

  it('handles long lists of elements that are compared for free', () => {
    const times = Array.from({ length: 200_000 }, (_, i) => new TimeValue(BigInt(i % 100_000)));
    expect(run((call) => kept(call, times)).result).toHaveLength(100_000);
  });
});

// Contains only what the builtin uses.
const callWith = (meter: GasMeter | undefined): BuiltinCall =>
  ({ machine: { meter }, metered: meter !== undefined, span: noSpan }) as unknown as BuiltinCall;
const freeCall = callWith(undefined);

function run(compute: (call: BuiltinCall) => readonly PactValue[]) {
  const meter = new GasMeter(tableModel, 10n ** 15n);
  meter.startLog();
  const result = compute(callWith(meter));
  return { result, charges: (meter.takeLog() ?? []).map(({ label }) => labelText(label)) };
}

function kept(call: BuiltinCall, items: readonly PactValue[]): readonly PactValue[] {
  return (builtin.run(call, [new ListValue(items)]) as ListValue).items;
}

function naive(call: BuiltinCall, items: readonly PactValue[]): readonly PactValue[] {
  const [first, ...rest] = items;
  if (first === undefined) return [];
  return [
    first,
    ...naive(
      call,
      rest.filter((item) => !equalForPrograms(call, first, item)),
    ),
  ];
}
