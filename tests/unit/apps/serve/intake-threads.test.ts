// Threads that check request bodies, and that end while they do.
import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { systemClock, systemTimer } from '../../../../src/base/platform/system.ts';
import { Intake } from '../../../../src/apps/serve/checked-bodies.ts';
import type { ToThread } from '../../../../src/apps/serve/messages.ts';

/** A simulated thread: reports every body, ends at `poison`, and waits at `hold`. */
class FakeIntake extends EventEmitter {
  readonly seen: string[] = [];
  readonly held: (() => void)[] = [];

  constructor() {
    super();
    setImmediate(() => this.emit('message', { kind: 'ready', ready: undefined }));
  }

  postMessage({ id, question }: ToThread): void {
    const reply = (): void => {
      const kind = question.kind === 'close' ? 'closed' : 'commands';
      this.emit('message', { kind: 'reply', id, reply: { kind, commands: [] } });
    };
    const body = question.kind === 'check' ? question.body : '';
    this.seen.push(body.slice(0, 10));
    if (body.startsWith('hold')) this.held.push(reply);
    else if (body === 'poison') setImmediate(() => this.emit('error', new Error('poison')));
    else setImmediate(reply);
  }

  terminate(): Promise<number> {
    return Promise.resolve(0);
  }
}

async function intakeOf() {
  const threads: FakeIntake[] = [];
  const faults: string[] = [];
  const intake = await Intake.start({
    clock: systemClock,
    timer: systemTimer,
    startThread: () => {
      const thread = new FakeIntake();
      threads.push(thread);
      return thread as unknown as Worker;
    },
    onFault: (error) => faults.push(String(error)),
  });
  const check = (body: string) => intake.check(body, { kind: 'submission' });
  return { intake, threads, faults, check };
}

const commands = { kind: 'commands', commands: [] };

test('a body that ends its thread is refused, and another thread continues', async () => {
  const { intake, threads, faults, check } = await intakeOf();
  const [poisoned, next] = [check('poison'), check('good')];
  expect(await poisoned).toMatchObject({
    kind: 'refused',
    sentence: expect.stringContaining('send it again') as string,
  });
  await next;
  expect(await check('good')).toEqual(commands);
  expect(threads).toHaveLength(2);
  expect(faults).toEqual(['Error: poison']);
  await intake.close();
});

test('small bodies do not wait for large ones', async () => {
  const { intake, threads, check } = await intakeOf();
  const large = ['hold 1', 'hold 2', 'large 3'].map((name) => check(name.padEnd(100_000)));
  expect(await check('small')).toEqual(commands);
  expect(threads).toHaveLength(2);
  expect(threads[1]?.seen).toEqual(['hold 1    ', 'hold 2    ']);
  for (const go of threads[1]?.held ?? []) go();
  await Promise.all(large);
  expect(threads[1]?.seen).toHaveLength(3);
  await intake.close();
});

test('of the waiting bodies the smallest comes first', async () => {
  const { intake, threads, check } = await intakeOf();
  const held = Array.from({ length: 8 }, (_, i) => check(`hold ${i}`));
  const waiting = ['longest one', 'short', 'longer'].map((body) => check(body));
  expect(intake.openQuestions).toBe(11);
  for (const go of threads[0]?.held ?? []) go();
  await Promise.all([...held, ...waiting]);
  expect(threads[0]?.seen.slice(8)).toEqual(['short', 'longer', 'longest on']);
  await intake.close();
  expect(await check('late')).toMatchObject({ kind: 'refused' });
});
