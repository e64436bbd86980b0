// `bench`, of Pact 4: how long an expression takes.

import {
  builtin,
  type BuiltinDefinition,
  type MachineValue,
  type NativeCall,
  overload,
  param,
} from '../../../lang/session/index.ts';
import type { ReplEngine } from '../../engine.ts';

export const benchNative = (repl: ReplEngine): BuiltinDefinition =>
  builtin({
    name: 'bench',
    since: '1.0',
    until: '5.0',
    doc: `Runs an expression again and again for a moment and prints how often a second it can
      run.`,
    overloads: [
      overload({
        internal: 'bench',
        params: [param('expression', 'closure', 'What to measure.')],
        returns: 'string',
        run: (call, expression) => bench(repl, call, () => call.apply(expression, [])),
      }),
    ],
    examples: [
      { code: '(bench (+ 1 2))', gives: '"Done"' },
      { code: '(bench (enforce false "no"))', gives: { fails: 'no' } },
    ],
  });

/** How long a measurement goes on, in milliseconds. */
const durationMs = 200;

function bench(engine: ReplEngine, call: NativeCall, run: () => MachineValue): string {
  const { now } = engine.host;
  if (now === undefined) return call.failNative('this session has no clock');
  const start = now();
  const rates: number[] = [];
  let before = start;
  for (let after = start; after - start < durationMs; before = after) {
    run();
    after = now();
    // A run shorter than the clock can tell counts as one microsecond.
    rates.push(1000 / Math.max(after - before, 0.001));
  }
  engine.print(call.span, `${rateText(rates)}, ${rates.length} runs`);
  return 'Done';
}

/** `RUNS/s, +-DEVIATION/s` */
function rateText(rates: readonly number[]): string {
  const mean = sum(rates) / rates.length;
  const variance = sum(rates.map((rate) => (rate - mean) ** 2)) / rates.length;
  return `${Math.round(mean)}/s, +-${Math.round(Math.sqrt(variance))}/s`;
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((left, right) => left + right, 0);
