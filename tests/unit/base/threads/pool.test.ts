// A pool of real threads: questions that end their thread, leave, or take long, and the others beside them.
import { Worker } from 'node:worker_threads';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../src/base/client.ts';
import { systemClock, systemTimer } from '../../../../src/base/platform/system.ts';
import {
  OwnThread,
  questionLimits,
  Stopwatch,
  ThreadPool,
  type AskedBy,
  type LaneName,
  type QuestionLimits,
} from '../../../../src/base/threads/index.ts';
import { bundleProgram } from '../../../support/bundle-program.mjs';
import type { TestQuestion } from '../../../support/pool-thread.ts';

let program = '';
beforeAll(async () => {
  program = await bundleProgram('tests/support/pool-thread.ts', 'pool-thread');
});

const pools: ThreadPool<TestQuestion, string>[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

function poolOf({
  limits = {},
  threads = { short: 1, long: 1 },
  start,
}: {
  readonly limits?: Partial<QuestionLimits>;
  readonly threads?: Record<LaneName, number>;
  readonly start?: () => Worker;
} = {}) {
  const faults: unknown[] = [];
  const started: LaneName[] = [];
  const pool = new ThreadPool<TestQuestion, string>({
    threads,
    startThread(lane, shared) {
      started.push(lane);
      if (start !== undefined) return start();
      return new Worker(program, {
        workerData: { lane, shared },
        resourceLimits: { maxOldGenerationSizeMb: 16 },
      });
    },
    clock: systemClock,
    timer: systemTimer,
    limits: { ...questionLimits, ...limits },
    isLong: (question) => question.kind === 'echo' && question.text === 'long',
    onFault: (error) => faults.push(error),
  });
  pools.push(pool);
  let connections = 0;
  const clientOf = (): Client => ({ network: '127.0.0.1', connection: ++connections });
  const ask = (question: TestQuestion, by: Partial<AskedBy> = {}) =>
    pool.ask(question, { client: clientOf(), ...by });
  return { pool, ask, faults, started, clientOf };
}

const echo = (text: string): TestQuestion => ({ kind: 'echo', text });

test('questions are answered, and no thread is started for a lane without questions', async () => {
  const { ask, started, pool } = poolOf();
  expect(await Promise.all(['a', 'b'].map((text) => ask(echo(text))))).toEqual([
    'a in short',
    'b in short',
  ]);
  expect(started).toEqual(['short']);
  expect(await ask(echo('long'))).toBe('long in long');
  expect(started).toEqual(['short', 'long']);
  expect(pool.openQuestions).toBe(0);
});

test('a long question begins again in the other lane, and short ones do not wait for it', async () => {
  const { ask, pool } = poolOf();
  pool.start();
  await ask(echo('warm'));
  const long = ask({ kind: 'work', ms: 600 });
  const start = performance.now();
  for (let i = 0; i < 5; i++) expect(await ask(echo(String(i)))).toBe(`${i} in short`);
  expect(performance.now() - start).toBeLessThan(400);
  expect(pool.openQuestions).toBe(1);
  expect(await long).toBe('600 ms in long');
});

test('a question is stopped at its limit, and when its client leaves', async () => {
  const { ask, pool } = poolOf();
  const limited = ask({ kind: 'work', ms: 60_000 }, { limitMs: 100 });
  expect(await limited).toEqual({ kind: 'unserved', why: 'limit' });
  const leaving = new AbortController();
  const left = ask({ kind: 'work', ms: 60_000 }, { left: () => leaving.signal });
  // It is in the long lane by now.
  await new Promise((resolve) => setTimeout(resolve, 200));
  const behind = ask({ kind: 'work', ms: 100 });
  const waiting = ask({ kind: 'work', ms: 60_000 }, { left: () => leaving.signal });
  await new Promise((resolve) => setTimeout(resolve, 200));
  leaving.abort();
  expect(await left).toEqual({ kind: 'unserved', why: 'left' });
  expect(await waiting).toEqual({ kind: 'unserved', why: 'left' });
  expect(await behind).toBe('100 ms in long');
  expect(await ask(echo('a'), { left: () => leaving.signal })).toEqual({
    kind: 'unserved',
    why: 'left',
  });
  expect(pool.openQuestions).toBe(0);
});

test('a question without an end is stopped when others wait for its thread', async () => {
  const { ask } = poolOf({ limits: { longMs: 300 } });
  const endless = ask({ kind: 'work', ms: 60_000 });
  await new Promise((resolve) => setTimeout(resolve, 600));
  const next = ask({ kind: 'work', ms: 100 });
  expect(await endless).toEqual({ kind: 'unserved', why: 'limit' });
  expect(await next).toBe('100 ms in long');
});

test('a question that ends its thread gets no answer and is not repeated; others do', async () => {
  const { ask, faults, started } = poolOf();
  const answers = await Promise.all([
    ask(echo('a')),
    ask({ kind: 'fail' }),
    ask(echo('b')),
    ask({ kind: 'fill-memory' }),
    ask(echo('c')),
  ]);
  expect(answers).toEqual([
    'a in short',
    { kind: 'unserved', why: 'ended' },
    'b in short',
    { kind: 'unserved', why: 'memory' },
    'c in short',
  ]);
  expect(faults).toMatchObject([{ message: 'a fault of the thread' }]);
  expect(started).toEqual(['short', 'short', 'short']);
}, 60_000);

test('of questions that a thread got together, the one that ends it is told, and the others are answered', async () => {
  const { pool, clientOf } = poolOf();
  const client = clientOf();
  await pool.ask(echo('warm'), { client });
  const answers = await Promise.all(
    [echo('a'), echo('b'), { kind: 'fail' } as const, echo('c')].map((question) =>
      pool.ask(question, { client }),
    ),
  );
  expect(answers).toEqual([
    'a in short',
    'b in short',
    { kind: 'unserved', why: 'ended' },
    'c in short',
  ]);
});

test('a thread that does not react is ended', async () => {
  const { ask } = poolOf();
  const hanging = ask({ kind: 'hang' });
  const next = ask(echo('next'));
  expect(await hanging).toEqual({ kind: 'unserved', why: 'ended' });
  expect(await next).toBe('next in short');
}, 30_000);

test('beyond the limits questions are refused at once', async () => {
  const { ask } = poolOf({ limits: { waiting: 1, waitingLong: 1 } });
  await ask(echo('warm'));
  const long = [1, 2].map(() => ask({ kind: 'work', ms: 400 }));
  expect(await long[0]).toBe('400 ms in long');
  const [first, second, third] = [
    ask({ kind: 'work', ms: 500 }),
    ask(echo('second')),
    ask(echo('third')),
  ];
  // The newest of new connections is the first.
  expect(await second).toEqual({ kind: 'unserved', why: 'busy' });
  expect(await third).toBe('third in short');
  const results = await Promise.all([...long, first]);
  expect(results.filter((each) => each === '400 ms in long').length).toBeGreaterThan(0);
});

test('if no thread can be started, questions are refused', async () => {
  const start = (): Worker => new Worker('throw new Error("no thread")', { eval: true });
  const { ask, faults } = poolOf({ start });
  expect(await ask(echo('a'))).toEqual({ kind: 'unserved', why: 'busy' });
  expect(faults).toMatchObject([{ message: 'no thread' }]);
});

test('a pool that is closed answers nothing more', async () => {
  const { pool, ask } = poolOf();
  const running = ask({ kind: 'work', ms: 60_000 });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const waiting = ask({ kind: 'work', ms: 60_000 });
  await pool.close();
  expect(await Promise.all([running, waiting, ask(echo('b'))])).toEqual(
    [0, 1, 2].map(() => ({ kind: 'unserved', why: 'closed' })),
  );
});

test('without threads the same answers are given one after the other', async () => {
  const watch = new Stopwatch(systemClock);
  const own = new OwnThread<number, string>(watch, async (ms, { isOver }) => {
    await Promise.resolve();
    const endMs = systemClock.nowMs() + ms;
    while (systemClock.nowMs() < endMs) if (isOver()) return 'stopped';
    if (ms === 3) throw new Error('three');
    return String(ms);
  });
  const client = { network: '', connection: 0 };
  const asked = [1, 3, 2].map((ms) => own.ask(ms, { client }));
  expect(await Promise.allSettled(asked)).toMatchObject([
    { value: '1' },
    { reason: { message: 'three' } },
    { value: '2' },
  ]);
  expect(await own.ask(10_000, { client, limitMs: 5 })).toEqual({ kind: 'unserved', why: 'limit' });
});
