import { describe, expect, it } from 'vitest';
import { Source, Span } from '../../../../src/base/span.ts';
import { EvalError } from '../../../../src/lang/diagnostics/error.ts';
import { GasMeter, labelText } from '../../../../src/lang/gas/meter.ts';
import { maxMilliGas } from '../../../../src/lang/gas/milligas.ts';
import { fixedModel, freeModel, tableModel } from '../../../../src/lang/gas/model.ts';
import { sizeOfCharged } from '../../../../src/lang/gas/size-budget.ts';

const span = new Span(new Source('test', '(f)'), 0, 3);

/** Returns the error that `run` throws, or `ends`. */
function outcome(run: () => void): string {
  try {
    run();
    return 'ends';
  } catch (error) {
    if (!(error instanceof EvalError)) throw error;
    expect(error.recoverable).toBe(false);
    expect(error.span).toBe(span);
    return error.message;
  }
}

describe('a meter', () => {
  it('is active only with a limit', () => {
    const meter = new GasMeter(tableModel);
    expect(meter.active).toBeUndefined();
    meter.charge(5, 'x', span);
    expect(meter.used).toBe(0);
    meter.limit = 10;
    expect(meter.active).toBe(meter);
    meter.charge(5, 'x', span);
    expect(meter.used).toBe(5);
    meter.limit = undefined;
    expect(meter.active).toBeUndefined();
  });

  it('continues counting from an amount that is not a safe integer', () => {
    const meter = new GasMeter(tableModel, maxMilliGas);
    meter.used = 2n ** 60n;
    meter.charge(5, 'x', span);
    expect(meter.used).toBe(2n ** 60n + 5n);
    meter.used = 7;
    meter.charge(5, 'x', span);
    expect(meter.used).toBe(12);
  });

  it('applies a changed limit from the next charge on', () => {
    const meter = new GasMeter(tableModel, 10_000);
    meter.used = 0;
    meter.limit = 5_000;
    expect(outcome(() => meter.charge(5_001, 'x', span))).toBe('Gas limit "5"exceeded: 6');
    meter.used = 0;
    meter.limit = 20_000;
    expect(outcome(() => meter.charge(20_000, 'x', span))).toBe('ends');
    expect(outcome(() => meter.charge(1, 'x', span))).toContain('exceeded');
  });

  it('may be filled up to the limit, and counts what exceeds it', () => {
    const meter = new GasMeter(tableModel, 2_000);
    expect(outcome(() => meter.charge(2_000, 'x', span))).toBe('ends');
    expect(outcome(() => meter.charge(1, 'y', span))).toBe('Gas limit "2"exceeded: 3');
    expect(meter.used).toBe(2_001);
  });

  it.each<[string, bigint, string]>([
    ['an infinite cost', maxMilliGas, 'Gas limit "150000"exceeded: 18446744073709552'],
    [
      'a cost above the safe integers',
      2n ** 60n + 1n,
      'Gas limit "150000"exceeded: 1152921504606848',
    ],
  ])('shows %s exactly', (_, cost, message) => {
    const meter = new GasMeter(tableModel, 150_000_000);
    meter.charge(100, 'x', span);
    expect(outcome(() => meter.charge(cost, 'y', span))).toBe(message);
  });

  it('with the largest limit never fails', () => {
    const meter = new GasMeter(tableModel, maxMilliGas);
    meter.charge(2n ** 60n, 'x', span);
    meter.charge(1, 'x', span);
    expect(meter.used).toBe(2n ** 60n + 1n);
    expect(outcome(() => meter.charge(maxMilliGas, 'x', span))).toBe('ends');
    expect(meter.used).toBe(maxMilliGas);
  });

  it('charges builtins and constants by its model', () => {
    const meter = new GasMeter(tableModel, 1_000_000);
    meter.chargeBuiltin('insert', span);
    meter.chargeConstant(meter.costs.uncons, span);
    expect(meter.used).toBe(25_100);
    meter.model = freeModel;
    meter.chargeBuiltin('insert', span);
    meter.chargeConstant(meter.costs.uncons, span);
    expect(meter.used).toBe(25_101);
    expect(meter.limit).toBe(1_000_000);
  });

  it('with a fixed rate charges the same each time', () => {
    const meter = new GasMeter(fixedModel(3n), 1_000_000);
    meter.chargeBuiltin('insert', span);
    meter.charge(77, 'x', span);
    expect(meter.used).toBe(6_000);
    expect(meter.model.description).toBe('constant rate gas model with fixed rate 3');
  });
});

describe('a gas log', () => {
  it('has the charges in order, including the failing one, and is emptied by reading', () => {
    const meter = new GasMeter(tableModel, 200);
    meter.charge(1, 'before', span);
    expect(meter.takeLog()).toBeUndefined();
    meter.startLog();
    meter.chargeBuiltin('+', span);
    meter.chargeConstant(25, span);
    outcome(() => meter.charge(maxMilliGas, () => 'late', span));
    const log = meter.takeLog() ?? [];
    expect(log.map(({ label, cost }) => [labelText(label), cost])).toEqual([
      ['GNative (RBuiltinWrap CoreAdd)', 100],
      ['GAConstant (MilliGas 25)', 25],
      ['late', maxMilliGas],
    ]);
    expect(meter.takeLog()).toEqual([]);
    expect(meter.isLogging).toBe(true);
  });

  it('builds labels only when it is read', () => {
    const meter = new GasMeter(tableModel, 200);
    meter.startLog();
    meter.charge(1, () => expect.unreachable(), span);
    expect(meter.takeLog()).toHaveLength(1);
  });
});

describe('a size that is charged', () => {
  it('is free as long as the gas could pay for it', () => {
    const meter = new GasMeter(tableModel, 1_000);
    meter.charge(500, 'x', span);
    expect(sizeOfCharged(meter, (budget) => budget, span)).toBe(100);
    expect(meter.used).toBe(500);
  });

  it('ends the run if the gas could not', () => {
    const meter = new GasMeter(tableModel, 1_000);
    meter.charge(500, 'x', span);
    const measure = (): number => sizeOfCharged(meter, (budget) => budget + 7, span);
    expect(outcome(measure)).toBe('Gas limit "1"exceeded: 2');
    expect(meter.used).toBe(500 + 5 * 107);
  });

  it('has a budget that fits the model', () => {
    const free = new GasMeter(freeModel, 1_000);
    expect(sizeOfCharged(free, (budget) => budget, span)).toBe(1_000);
    const endless = new GasMeter(tableModel, maxMilliGas);
    expect(sizeOfCharged(endless, (budget) => budget, span)).toBe(Number.MAX_SAFE_INTEGER);
    const none = new GasMeter(tableModel);
    expect(sizeOfCharged(none, (budget) => (budget === Infinity ? 1 : 2), span)).toBe(1);
  });
});
