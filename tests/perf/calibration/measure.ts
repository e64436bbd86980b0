// Wall time against gas: a call is repeated in a fold until it has run long enough. The best of a few runs counts, because
// other load on the machine only adds time.

import { createSession, type Answer, type Session } from '../../../src/index.ts';
import type { Calibration } from './program.ts';

export type Measurement = {
  readonly builtin: string;
  readonly shape: string;
  readonly size: number;
  readonly milligas: number;
  readonly nanoseconds: number;
  /** The number of calls in one run. */
  readonly calls: number;
  /** Whether the call ends the transaction with an error. */
  readonly fails: boolean;
};

/** The gas limit of a block, and therefore of a transaction. */
export const blockGas = 150_000n;
/** The longest time for one measurement. */
const patienceMs = 3_000;

export type Effort = { readonly enoughMs: number; readonly rounds: number };

/** Returns `undefined` if a block does not have enough gas for a single call. */
export function measure(
  calibration: Calibration,
  size: number,
  { enoughMs, rounds }: Effort,
): Measurement | undefined {
  const { builtin, shape } = calibration;
  const runner = new Runner(calibration, size);
  if (!runner.affordable) return undefined;
  const { fails } = runner;
  let repetitions = 1;
  let run = runner.run(repetitions);
  while (run.milliseconds < enoughMs && repetitions < 1 << 22) {
    const wanted = run.milliseconds === 0 ? 16 : (1.3 * enoughMs) / run.milliseconds;
    repetitions = Math.ceil(repetitions * Math.min(16, Math.max(2, wanted)));
    run = runner.run(repetitions);
  }
  let { milliseconds } = run;
  for (let i = 1; i < rounds && milliseconds < patienceMs; i++) {
    milliseconds = Math.min(milliseconds, runner.run(repetitions).milliseconds);
  }
  const calls = repetitions * runner.callsInBody;
  const nanoseconds = milliseconds * 1e6;
  return { builtin, shape, size, milligas: run.milligas, nanoseconds, calls, fails };
}

/** A session that repeats the call of one program. */
export class Runner {
  /** 1 if a call takes long. */
  readonly callsInBody: number;
  readonly affordable: boolean;
  readonly fails: boolean;
  private readonly session: Session;
  private readonly call: string;
  private readonly before: string | undefined;

  constructor({ builtin, shape, program }: Calibration, size: number) {
    const { data = {}, constants = true, setup = '', before, call } = program(size);
    this.session = createSession({ limits: { depth: 100_000, nesting: 10_000 } });
    this.call = call;
    this.before = before;
    this.session.setData(data);
    const read = constants
      ? Object.keys(data).map((name) => `(defconst ${name} (read-msg "${name}"))`)
      : [];
    const result = this.session.run(`${read.join('\n')}\n${setup}\n${before ?? ''}`);
    if (result.kind === 'error') {
      throw new Error(`${builtin}, ${shape}, ${size}: ${result.error.message}`);
    }
    this.session.setGas({ limit: blockGas, model: 'table', used: 0n });
    const elapsed = stopwatch();
    const answer = this.session.evaluate(`(let ((result ${call})) 0)`);
    const isOne = answer.kind === 'error' || before !== undefined || elapsed() > 50;
    this.callsInBody = isOne ? 1 : 8;
    this.fails = answer.kind === 'error';
    this.affordable = answer.kind !== 'error' || answer.error.name !== 'GasExceeded';
  }

  run(repetitions: number): { milliseconds: number; milligas: number } {
    const { session } = this;
    session.setGas({ limit: undefined });
    const name = `repetitions-${repetitions}`;
    session.run(`(defconst ${name} (make-list ${repetitions} 0))`);
    session.setGas({ limit: 9_000_000_000n, model: 'table', used: 0n });
    const milliseconds =
      this.fails || this.before !== undefined ? this.runAlone(repetitions) : this.runInFold(name);
    const milligas = Number(session.gas.usedMilligas);
    session.clearEvents();
    return { milliseconds, milligas };
  }

  private runInFold(name: string): number {
    const calls = `${this.call} `.repeat(this.callsInBody);
    const text = `(fold (lambda (repeated repetition) ${calls} repeated) 0 ${name})`;
    const elapsed = stopwatch();
    checked(this.session.evaluate(text), text);
    return elapsed();
  }

  private runAlone(repetitions: number): number {
    const { session, before } = this;
    let milliseconds = 0;
    for (let i = 0; i < repetitions; i++) {
      const used = session.gas.used;
      if (before !== undefined) session.run(`(rollback-tx) ${before}`);
      session.setGas({ used });
      const elapsed = stopwatch();
      const answer = session.evaluate(this.call);
      milliseconds += elapsed();
      if (!this.fails) checked(answer, this.call);
    }
    return milliseconds;
  }
}

/**
 * Returns a function that gives the milliseconds since now: the smaller of wall time and processor time. Wall time includes
 * other programs, processor time includes V8's own threads.
 */
function stopwatch(): () => number {
  const wall = performance.now();
  const processor = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(processor);
    return Math.min(performance.now() - wall, (user + system) / 1000);
  };
}

function checked(answer: Answer, what: string): void {
  if (answer.kind === 'error') throw new Error(`${what.slice(0, 500)}: ${answer.error.message}`);
}
