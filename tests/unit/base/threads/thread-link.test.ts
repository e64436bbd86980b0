// How long a thread may take for a question, with a simulated clock.
import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { SimulatedTime } from '../../../../src/base/ports/simulated-time.ts';
import { ThreadLink, ThreadUnable, type EndCause } from '../../../../src/base/threads/index.ts';

type Question = 'usual' | 'long' | 'close';

class SilentThread extends EventEmitter {
  readonly asked: { readonly id: number; readonly question: Question }[] = [];

  postMessage(message: { readonly id: number; readonly question: Question }): void {
    this.asked.push(message);
  }

  terminate(): Promise<number> {
    return Promise.resolve(0);
  }
}

async function linkOf(running?: () => number) {
  const thread = new SilentThread();
  const time = new SimulatedTime();
  const ends: EndCause['kind'][] = [];
  const starting = ThreadLink.start<Question, string, string>(thread as unknown as Worker, {
    timer: time,
    patienceMs: 1000,
    mayTakeLong: (question) => question !== 'usual',
    closing: 'close',
    ...(running !== undefined && { running }),
    onEnd: ({ kind }) => ends.push(kind),
  });
  thread.emit('message', { kind: 'ready', ready: 'hello' });
  const { link, ready } = await starting;
  expect(ready).toBe('hello');
  return { link, thread, ends, time };
}

test('each question gets its own reply', async () => {
  const { link, thread } = await linkOf();
  const answers = [link.answer('usual'), link.answer('long')];
  for (const { id, question } of [...thread.asked].reverse()) {
    thread.emit('message', { kind: 'reply', id, reply: `${question} ${id}` });
  }
  expect(await Promise.all(answers)).toEqual(['usual 0', 'long 1']);
  expect(link.openQuestions).toBe(0);
});

test('a thread that does not answer is ended', async () => {
  const { link, ends, time } = await linkOf();
  const answer = link.answer('usual');
  await time.advance(999);
  expect(ends).toEqual([]);
  await time.advance(1);
  expect(await answer).toMatchObject({ kind: 'ended', wasRunning: true });
  expect(ends).toEqual(['too-slow']);
});

test('some questions have no time limit', async () => {
  for (const question of ['long', 'close'] as const) {
    const { link, ends, time } = await linkOf();
    void link.answer(question);
    await time.advance(1_000_000);
    expect(ends).toEqual([]);
  }
});

test('the thread itself reports what it was working on', async () => {
  const { link, thread } = await linkOf(() => 1);
  const answers = [link.answer('usual'), link.answer('usual')];
  thread.emit('error', new Error('ended'));
  expect(await Promise.all(answers)).toMatchObject([{ wasRunning: false }, { wasRunning: true }]);
  expect(await link.answer('usual')).toMatchObject({ kind: 'ended', wasRunning: false });
});

test('a thread that was closed does not count as ended by itself', async () => {
  const { link, thread, ends } = await linkOf();
  const closed = link.close();
  thread.emit('message', { kind: 'reply', id: 0, reply: 'closed' });
  await closed;
  thread.emit('exit', 0);
  expect(ends).toEqual([]);
});

test('a thread that cannot start says why', async () => {
  const thread = new SilentThread();
  const starting = ThreadLink.start<Question, string, string>(thread as unknown as Worker, {
    timer: new SimulatedTime(),
    patienceMs: 1000,
    mayTakeLong: () => false,
    closing: 'close',
    onEnd: () => expect.unreachable(),
  });
  thread.emit('message', { kind: 'unable', sentence: 'the disk is full', isPassing: true });
  await expect(starting).rejects.toThrow(new ThreadUnable('the disk is full', { isPassing: true }));
});
