// Threads that end while they work: what they were at fails, everything else is executed in order.
import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { NewCommand } from '../../../src/ledger/index.ts';
import { defaultConfig } from '../../../src/serve/index.ts';
import { Executor } from '../../../src/serve/executor.ts';
import { openLedger } from '../../../src/serve/journal.ts';
import type { FromThread, Reply, ToThread } from '../../../src/serve/messages.ts';
import { codeCommand, type SentCommand } from '../../support/signed-commands.ts';

/** A thread in name only: it counts what it executes, and ends at a certain command. */
class FakeThread extends EventEmitter {
  readonly executed: string[] = [];
  private readonly poison: string;
  private isGone = false;

  constructor(poison: string) {
    super();
    this.poison = poison;
    setImmediate(() => this.send({ kind: 'ready', marks: { public: 0n, sealed: 0n } }));
  }

  postMessage({ id, question }: ToThread): void {
    setImmediate(() => {
      if (this.isGone) return;
      const reply = this.replyTo(question);
      if (reply !== undefined) this.send({ kind: 'reply', id, reply });
    });
  }

  terminate(): Promise<number> {
    this.isGone = true;
    return Promise.resolve(0);
  }

  private replyTo(question: ToThread['question']): Reply | undefined {
    if (question.kind === 'close') return { kind: 'closed' };
    if (question.kind === 'local' && question.text === 'long' && this.executed.length < 2) {
      return { kind: 'postponed' };
    }
    if (question.kind === 'local') {
      return { kind: 'local-result', text: String(this.executed.length) };
    }
    if (question.kind !== 'execute') return undefined;
    if (question.text.includes(this.poison)) {
      this.isGone = true;
      const error = Object.assign(new Error('memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
      this.emit('error', error);
      this.emit('exit', 1);
      return undefined;
    }
    this.executed.push(question.text);
    const marks = { public: BigInt(this.executed.length), sealed: 0n };
    return { kind: 'executed', text: `result ${marks.public}`, marks, within: undefined };
  }

  private send(message: FromThread): void {
    this.emit('message', message);
  }
}

test('the command that a thread ended at fails, and the state is made again', async () => {
  const threads: FakeThread[] = [];
  const opened = openLedger(defaultConfig());
  const { ledger } = opened;
  const faults: unknown[] = [];
  const executor = await Executor.start({
    config: defaultConfig(),
    opened,
    entity: undefined,
    startThread: () => {
      const thread = new FakeThread('poison');
      threads.push(thread);
      // What the link asks of a worker, and no more.
      return thread as unknown as Worker;
    },
    onDone: () => undefined,
    onFault: (error) => faults.push(error),
  });
  const sent = ['a', 'b', 'poison', 'c', 'd'].map((name) => codeCommand(`"${name}"`));
  const admission = ledger.admit(sent.map(known), 0n);
  if (admission.kind === 'admitted') await admission.stays;
  executor.pump();
  const { text } = sent[0]!;
  const local = executor.local(text, { preflight: false, time: 0n });
  await expect.poll(() => ledger.waiting, { timeout: 60_000 }).toBe(0);
  const texts = sent.map(({ requestKey }) => {
    const answer = ledger.answer(requestKey);
    return answer.kind === 'result' ? answer.text : answer.kind;
  });
  expect(texts).toEqual([
    'result 1',
    'result 2',
    expect.stringContaining('the command ran out of memory'),
    'result 3',
    'result 4',
  ]);
  expect(threads).toHaveLength(2);
  // The second one has done again what the first one had.
  expect(threads[1]?.executed).toEqual([0, 1, 3, 4].map((at) => sent[at]!.text));
  expect(await local).toMatchObject({ kind: 'local-result' });
  expect(faults).toEqual([]);
  await executor.stop();
});

test('a local request that was postponed is asked again after the commands', async () => {
  const opened = openLedger(defaultConfig());
  const { ledger } = opened;
  const done: string[] = [];
  const executor = await Executor.start({
    config: defaultConfig(),
    opened,
    entity: undefined,
    startThread: () => new FakeThread('none') as unknown as Worker,
    onDone: (requestKey) => done.push(requestKey),
    onFault: (error) => done.push(String(error)),
  });
  const sent = ['a', 'b'].map((name) => codeCommand(`"${name}"`));
  const admission = ledger.admit(sent.map(known), 0n);
  if (admission.kind === 'admitted') await admission.stays;
  const local = executor.local('long', { preflight: false, time: 0n });
  executor.pump();
  expect(await local).toEqual({ kind: 'local-result', text: '2' });
  expect(done).toEqual(sent.map(({ requestKey }) => requestKey));
  await executor.stop();
});

function known({ requestKey, text }: SentCommand): NewCommand {
  return { requestKey, scope: 'public', text };
}
