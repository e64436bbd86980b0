// Work in a thread that always ends, whatever the work does.
import { expect, test } from 'vitest';
import { runBounded, type ThreadLimits } from '../../../../src/base/threads/index.ts';

const roomy: ThreadLimits = { milliseconds: 60_000, heapMegabytes: 64, stackMegabytes: 4 };

type Reported = { readonly kind: 'reported'; readonly text: string };

type Options = {
  readonly limits?: ThreadLimits;
  readonly signal?: AbortSignal;
  readonly heard?: () => void;
};

/** `body`: JavaScript code. */
async function run(body: string, { limits = roomy, signal, heard }: Options = {}) {
  const reported: string[] = [];
  const program = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort, workerData } from 'node:worker_threads';
      const tell = (text) => parentPort.postMessage({ kind: 'told', text });
      const done = () => parentPort.postMessage({ kind: 'done' });
      ${body}`)}`,
  );
  const end = await runBounded<Reported>({
    program,
    work: 'given',
    limits,
    signal,
    take: ({ text }) => {
      reported.push(text);
      heard?.();
    },
    startsAnew: ({ text }) => text === 'anew',
  });
  return { end, reported };
}

test('work is sent, messages come back, and the thread ends', async () => {
  const { end, reported } = await run(
    'tell(workerData); done(); setInterval(() => tell("late"), 1);',
  );
  expect({ end, reported }).toEqual({ end: { kind: 'done' }, reported: ['given'] });
});

test('endless work is ended', async () => {
  const { end } = await run('for (;;);', {
    limits: { ...roomy, milliseconds: 500 },
  });
  expect(end).toEqual({ kind: 'too-slow' });
});

test('work that takes too much memory is ended', async () => {
  const { end } = await run('const all = []; for (;;) all.push(new Array(1000).fill(all.length));');
  expect(end).toEqual({ kind: 'memory' });
});

test('cancelled work is ended, and not started if it was cancelled before', async () => {
  const control = new AbortController();
  const heard = (): void => control.abort();
  const running = run('tell("begun"); for (;;);', { signal: control.signal, heard });
  expect((await running).end).toEqual({ kind: 'cancelled' });
  const late = await run('tell("begun"); done();', { signal: control.signal });
  expect(late).toEqual({ end: { kind: 'cancelled' }, reported: [] });
});

test('a thread that fails, or ends silently, is reported', async () => {
  expect((await run('throw new Error("broken");')).end).toMatchObject({ kind: 'fault' });
  expect((await run('')).end).toMatchObject({ kind: 'fault' });
});

test('some messages restart the timeout', async () => {
  const { end } = await run(
    `const wait = (ms) => new Promise((go) => setTimeout(go, ms));
     await wait(1000); tell('anew'); await wait(1000); tell('anew'); await wait(1000); done();`,
    { limits: { ...roomy, milliseconds: 2600 } },
  );
  expect(end).toEqual({ kind: 'done' });
});
