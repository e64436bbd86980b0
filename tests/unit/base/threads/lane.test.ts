// Questions that wait for a thread, in a seeded simulation: in whatever order threads end and reply, each question is
// settled once, and the same seed gives the same run.
import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { SeededRandom } from '../../../../src/base/ports/random.ts';
import { SimulatedTime } from '../../../../src/base/ports/simulated-time.ts';
import { Lane } from '../../../../src/base/threads/index.ts';

type Question = { readonly name: string; readonly size: number };

const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Randomly replies, ends or stays silent. */
class ChancyThread extends EventEmitter {
  private readonly time: SimulatedTime;
  private readonly random: SeededRandom;
  private isGone = false;

  constructor(time: SimulatedTime, random: SeededRandom) {
    super();
    this.time = time;
    this.random = random;
    this.later(() => this.emit('message', { kind: 'ready', ready: undefined }));
  }

  postMessage({ id, question }: { readonly id: number; readonly question: Question }): void {
    const chance = this.random.below(10);
    if (chance === 0 && question.name !== 'close') return;
    if (chance === 1 && question.name !== 'close') {
      return this.later(() => {
        this.isGone = true;
        this.emit('error', new Error('ended'));
      });
    }
    const reply = { kind: 'done', name: question.name };
    this.later(() => this.emit('message', { kind: 'reply', id, reply }));
  }

  terminate(): Promise<number> {
    this.isGone = true;
    return Promise.resolve(0);
  }

  private later(run: () => void): void {
    this.time.after(this.random.below(50), () => {
      if (!this.isGone) run();
    });
  }
}

async function simulate(seed: number): Promise<readonly string[]> {
  const time = new SimulatedTime({ settle });
  const random = new SeededRandom(seed);
  const log: string[] = [];
  const lane = new Lane<Question, { readonly kind: 'done'; readonly name: string }>({
    startThread: () => new ChancyThread(time, random) as unknown as Worker,
    clock: time,
    timer: time,
    ahead: 3,
    patienceMs: 100,
    waitMs: 2000,
    sizeOf: ({ size }) => size,
    closing: { name: 'close', size: 0 },
    onFault: (error) => log.push(`${time.nowMs()} ${String(error)}`),
  });
  const asked = Array.from({ length: 60 }, (_, i) => ({ name: `q${i}`, size: random.below(100) }));
  for (const question of asked) {
    time.after(random.below(1000), () => {
      void lane.ask(question).then((reply) => {
        const what = reply.kind === 'unanswered' ? reply.why : reply.kind;
        log.push(`${time.nowMs()} ${question.name} ${what}`);
      });
    });
  }
  await time.advance(60_000);
  expect(lane.openQuestions).toBe(0);
  expect(log.filter((line) => / q\d+ /.test(line))).toHaveLength(asked.length);
  return log;
}

test('each question is settled once, and a seed repeats its run', async () => {
  const runs = await Promise.all([1, 2, 3, 1].map((seed) => simulate(seed)));
  expect(runs[3]).toEqual(runs[0]);
  expect(runs[1]).not.toEqual(runs[0]);
  for (const run of runs) {
    expect(run.join('\n')).toContain('ended');
    expect(run.join('\n')).toContain('done');
  }
});
