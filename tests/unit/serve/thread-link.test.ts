// How long a thread may take for a question, with a clock of the test.
import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Question } from '../../../src/serve/messages.ts';
import { ThreadLink, type EndCause } from '../../../src/serve/thread-link.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class SilentThread extends EventEmitter {
  postMessage(): void {
    // It never answers.
  }

  terminate(): Promise<number> {
    return Promise.resolve(0);
  }
}

async function linkOf(running?: () => number) {
  const thread = new SilentThread();
  const ends: EndCause['kind'][] = [];
  const starting = ThreadLink.start(thread as unknown as Worker, {
    patienceMs: 1000,
    ...(running !== undefined && { running }),
    onEnd: ({ kind }) => ends.push(kind),
  });
  thread.emit('message', { kind: 'ready', marks: { public: 0n, sealed: 0n } });
  const { link } = await starting;
  return { link, thread, ends };
}

const executing = (isRepeated: boolean): Question => ({
  kind: 'execute',
  scope: 'public',
  time: 0n,
  text: '',
  isRepeated,
  recorded: { public: 0n, sealed: 0n },
});

test('a thread that does not answer is ended', async () => {
  const { link, ends } = await linkOf();
  const answer = link.answer(executing(false));
  await vi.advanceTimersByTimeAsync(1001);
  expect(await answer).toMatchObject({ kind: 'ended', wasRunning: true });
  expect(ends).toEqual(['too-slow']);
});

test('what is done again, and what waits for the disk, takes as long as it takes', async () => {
  for (const question of [executing(true), { kind: 'sync' }, { kind: 'close' }] as const) {
    const { link, ends } = await linkOf();
    void link.answer(question);
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect(ends).toEqual([]);
  }
});

test('the thread itself tells what it was at', async () => {
  const { link, thread } = await linkOf(() => 1);
  const answers = [link.answer(executing(false)), link.answer(executing(false))];
  thread.emit('error', new Error('ended'));
  expect(await Promise.all(answers)).toMatchObject([{ wasRunning: false }, { wasRunning: true }]);
});
