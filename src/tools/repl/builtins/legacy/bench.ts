// `bench`, of Pact 4: measures how long an expression takes.

import { type MachineValue, type BuiltinCall, param } from '../../../../lang/session/extend.ts';
import type { ReplParts } from '../../context.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const benchBuiltin = replBuiltin(['now', 'print'], {
  name: 'bench',
  since: '1.0',
  until: '5.0',
  doc: `Runs an expression repeatedly for a fraction of a second and prints the number of runs per
      second.`,
  overloads: [
    replOverload({
      internal: 'bench',
      params: [param('expression', 'closure', 'The expression to measure.')],
      returns: 'string',
      run: (repl, call, expression) => bench(repl, call, () => call.apply(expression, [])),
    }),
  ],
  examples: [
    { code: '(bench (+ 1 2))', gives: '"Done"' },
    { code: '(bench (enforce false "no"))', gives: { fails: 'no' } },
  ],
});

/** The duration of a measurement in milliseconds. */
const durationMs = 200;

function bench(
  repl: ReplParts<'now' | 'print'>,
  call: BuiltinCall,
  run: () => MachineValue,
): string {
  const { now } = repl;
  if (now === undefined) return call.failBuiltin('this session has no clock');
  const rates = new Rates();
  const start = now();
  let before = start;
  for (let after = start; after - start < durationMs; before = after) {
    run();
    after = now();
    // A run that is too short for the clock counts as one microsecond.
    rates.add(1000 / Math.max(after - before, 0.001));
  }
  repl.print(call.span, rates.text);
  return 'Done';
}

/** The mean and standard deviation of runs per second. */
class Rates {
  private count = 0;
  private mean = 0;
  private squares = 0;

  /** Welford's method, which needs no list. */
  add(rate: number): void {
    const distance = rate - this.mean;
    this.count++;
    this.mean += distance / this.count;
    this.squares += distance * (rate - this.mean);
  }

  get text(): string {
    const deviation = Math.sqrt(this.squares / this.count);
    return `${Math.round(this.mean)}/s, +-${Math.round(deviation)}/s`;
  }
}
