// Threads that end while they work: their current command fails, everything else is executed in order.
import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { NewCommand } from '../../../../src/apps/serve/command-log.ts';
import { CommandLog } from '../../../../src/apps/serve/command-log.ts';
import { systemTimer } from '../../../../src/base/platform/system.ts';
import { Executor } from '../../../../src/apps/serve/executor.ts';
import type { FromThread, Reply, ToThread } from '../../../../src/apps/serve/messages.ts';
import { evaluationSettings } from '../../../support/evaluation.ts';
import { testStore } from '../../../support/server-store.ts';
import { codeCommand, type SentCommand } from '../../../support/signed-commands.ts';

/** What happens to a thread at a given command. */
type Mishap = { readonly at: string; readonly kind: 'memory' | 'fault' };

let total = 0;

/** A simulated thread: records what it executes, and ends at a given command. */
class FakeThread extends EventEmitter {
  readonly executed: string[] = [];
  private readonly mishap: Mishap | undefined;
  private isGone = false;

  constructor(mishap?: Mishap) {
    super();
    this.mishap = mishap;
    setImmediate(() => this.send({ kind: 'ready', ready: undefined }));
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
    if (question.kind !== 'execute') return undefined;
    const { mishap } = this;
    if (mishap !== undefined && question.text.includes(mishap.at)) {
      this.isGone = true;
      const code = mishap.kind === 'memory' ? 'ERR_WORKER_OUT_OF_MEMORY' : 'ERR_OTHER';
      this.emit('error', Object.assign(new Error(mishap.kind), { code }));
      this.emit('exit', 1);
      return undefined;
    }
    this.executed.push(question.text);
    return { kind: 'executed', text: `result ${++total}`, step: undefined, number: total };
  }

  private send(message: FromThread): void {
    this.emit('message', message);
  }
}

/** Starts an executor whose threads have these mishaps, one after the other. */
async function executorOf(mishaps: readonly Mishap[]) {
  total = 0;
  const { store, environment } = testStore();
  const threads: FakeThread[] = [];
  const stored: Int32Array[] = [];
  const reported: string[] = [];
  const executor = await Executor.start({
    settings: evaluationSettings(),
    store,
    timer: systemTimer,
    startThread: (work) => {
      const thread = new FakeThread(mishaps[threads.length]);
      threads.push(thread);
      if (work.role === 'commands') stored.push(work.stored);
      // Has only the members of a worker that the link uses.
      return thread as unknown as Worker;
    },
    onDone: () => undefined,
    onRequestFault: (error) => reported.push(String(error)),
    onFault: (error) => reported.push(`end: ${String(error)}`),
  });
  const send = async (...names: readonly string[]): Promise<readonly SentCommand[]> => {
    const sent = names.map((name) => codeCommand(`"${name}"`));
    const admission = store.commandLog.admit(sent.map(known), 0n);
    if (admission.kind === 'admitted') await admission.stays;
    executor.pump();
    return sent;
  };
  const textsOf = (sent: readonly SentCommand[]): readonly string[] =>
    sent.map(({ requestKey }) => {
      const answer = store.commandLog.answer(requestKey);
      return answer.kind === 'result' ? answer.text : answer.kind;
    });
  const done = () => expect.poll(() => store.commandLog.waiting, { timeout: 60_000 }).toBe(0);
  return { executor, store, environment, threads, stored, reported, send, textsOf, done };
}

test('the command at which a thread ended fails, and the others are executed once', async () => {
  const { executor, threads, stored, reported, send, textsOf, done } = await executorOf([
    { at: 'poison', kind: 'memory' },
  ]);
  const sent = await send('a', 'b', 'poison', 'c', 'd');
  await done();
  expect(textsOf(sent)).toEqual([
    'result 1',
    'result 2',
    expect.stringContaining('the command ran out of memory'),
    'result 3',
    'result 4',
  ]);
  expect(threads.map(({ executed }) => executed)).toEqual([
    [sent[0]!.text, sent[1]!.text],
    [sent[3]!.text, sent[4]!.text],
  ]);
  // Each thread learns which of its steps others can read.
  expect(stored.map(([number]) => number)).toEqual([2, 4]);
  expect(reported).toEqual([]);
  await executor.stop();
});

test('an internal fault at one command ends that command, and is reported', async () => {
  const { executor, reported, send, textsOf, done } = await executorOf([
    { at: 'bug', kind: 'fault' },
  ]);
  const sent = await send('a', 'bug', 'b');
  await done();
  expect(textsOf(sent)).toEqual([
    'result 1',
    expect.stringContaining('could not be executed because of a fault of the server'),
    'result 2',
  ]);
  expect(reported).toEqual(['Error: fault']);
  await executor.stop();
});

test('while the disk refuses writes nothing is executed; then a new thread executes what waits', async () => {
  const { executor, store, environment, threads, send, textsOf, done } = await executorOf([]);
  const first = await send('a');
  await done();
  store.fault = 'the disk is full';
  const more = await send('b', 'c');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(textsOf(more)).toEqual(['waiting', 'waiting']);
  // The file is opened again.
  store.fault = undefined;
  store.commandLog = new CommandLog({ environment, maxWaiting: 99, maxWaitingBytes: Infinity });
  await executor.restart();
  await done();
  expect(textsOf([...first, ...more])).toEqual(['result 1', 'result 2', 'result 3']);
  expect(threads.map(({ executed }) => executed.length)).toEqual([1, 2]);
  await executor.stop();
});

test('commands wait while too much has to be stored', async () => {
  const { executor, store, send, textsOf, done } = await executorOf([]);
  Object.assign(store, { pendingBytes: 2 ** 30 });
  const sent = await send('a');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(textsOf(sent)).toEqual(['waiting']);
  Object.assign(store, { pendingBytes: 0 });
  executor.pump();
  await done();
  expect(textsOf(sent)).toEqual(['result 1']);
  await executor.stop();
});

function known({ requestKey, text }: SentCommand): NewCommand {
  return { requestKey, scope: 'public', text };
}
