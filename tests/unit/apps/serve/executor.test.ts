// Threads that end while they work: their current command fails, everything else is executed in order.
import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import {
  CommandLog,
  MemoryJournal,
  type JournalPosition,
  type NewCommand,
} from '../../../../src/apps/command-log/index.ts';
import { systemClock, systemTimer } from '../../../../src/base/platform/system.ts';
import { defaultConfig } from '../../../../src/apps/serve/index.ts';
import { Executor } from '../../../../src/apps/serve/executor.ts';
import { openCommandLog } from '../../../../src/apps/serve/journal.ts';
import type { FromThread, Reply, ToThread } from '../../../../src/apps/serve/messages.ts';
import { StoreFault } from '../../../../src/storage/entries/index.ts';
import { codeCommand, type SentCommand } from '../../../support/signed-commands.ts';

/** What happens to a thread at a given command. */
type Mishap = {
  readonly at: string;
  readonly kind: 'memory' | 'fault' | 'full disk';
};

/** A simulated thread: records what it executes, and ends at a given command. */
class FakeThread extends EventEmitter {
  readonly executed: string[] = [];
  private readonly mishap: Mishap | undefined;
  private isGone = false;

  constructor(mishap?: Mishap) {
    super();
    this.mishap = mishap;
    setImmediate(() => this.send({ kind: 'ready', ready: { public: 0n, sealed: 0n } }));
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
    const { mishap } = this;
    if (mishap !== undefined && question.text.includes(mishap.at)) {
      this.isGone = true;
      this.meet(mishap.kind);
      return undefined;
    }
    this.executed.push(question.text);
    const marks = { public: BigInt(this.executed.length), sealed: 0n };
    return { kind: 'executed', text: `result ${marks.public}`, marks, within: undefined };
  }

  private meet(kind: Mishap['kind']): void {
    if (kind === 'full disk') {
      this.send({ kind: 'unable', sentence: 'the disk is full', isPassing: true });
    } else {
      const code = kind === 'memory' ? 'ERR_WORKER_OUT_OF_MEMORY' : 'ERR_OTHER';
      this.emit('error', Object.assign(new Error(kind), { code }));
    }
    this.emit('exit', 1);
  }

  private send(message: FromThread): void {
    this.emit('message', message);
  }
}

/** Starts an executor whose threads have these mishaps, one after the other. */
async function executorOf(mishaps: readonly Mishap[], opened = openCommandLog(defaultConfig())) {
  const threads: FakeThread[] = [];
  const reported: string[] = [];
  const executor = await Executor.start({
    config: defaultConfig(),
    opened,
    entity: undefined,
    clock: systemClock,
    timer: systemTimer,
    startThread: () => {
      const thread = new FakeThread(mishaps[threads.length]);
      threads.push(thread);
      // Has only the members of a worker that the link uses.
      return thread as unknown as Worker;
    },
    onDone: () => undefined,
    onTrouble: (sentence) => reported.push(sentence ?? 'over'),
    onRequestFault: (error) => reported.push(String(error)),
    onFault: (error) => reported.push(`end: ${String(error)}`),
  });
  const send = async (...names: readonly string[]): Promise<readonly SentCommand[]> => {
    const sent = names.map((name) => codeCommand(`"${name}"`));
    const admission = opened.commandLog.admit(sent.map(known), 0n);
    if (admission.kind === 'admitted') await admission.stays;
    executor.pump();
    return sent;
  };
  const textsOf = (sent: readonly SentCommand[]): readonly string[] =>
    sent.map(({ requestKey }) => {
      const answer = opened.commandLog.answer(requestKey);
      return answer.kind === 'result' ? answer.text : answer.kind;
    });
  const done = () => expect.poll(() => opened.commandLog.waiting, { timeout: 60_000 }).toBe(0);
  return { executor, threads, reported, send, textsOf, done };
}

test('the command at which a thread ended fails, and the state is rebuilt', async () => {
  const { executor, threads, reported, send, textsOf, done } = await executorOf([
    { at: 'poison', kind: 'memory' },
  ]);
  const sent = await send('a', 'b', 'poison', 'c', 'd');
  const local = executor.local(sent[0]!.text, { preflight: false, time: 0n });
  await done();
  expect(textsOf(sent)).toEqual([
    'result 1',
    'result 2',
    expect.stringContaining('the command ran out of memory'),
    'result 3',
    'result 4',
  ]);
  expect(threads).toHaveLength(2);
  // The second thread repeats what the first one had executed.
  expect(threads[1]?.executed).toEqual([0, 1, 3, 4].map((at) => sent[at]!.text));
  expect(await local).toMatchObject({ kind: 'local-result' });
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

test('a thread that cannot write is replaced by another one, which executes the command', async () => {
  const { executor, threads, reported, send, textsOf, done } = await executorOf([
    { at: 'b', kind: 'full disk' },
    { at: 'b', kind: 'full disk' },
  ]);
  const sent = await send('a', 'b', 'c');
  await done();
  expect(textsOf(sent)).toEqual(['result 1', 'result 2', 'result 3']);
  expect(threads).toHaveLength(3);
  expect(reported).toEqual(['the disk is full', 'over', 'the disk is full', 'over']);
  await executor.stop();
});

test('results that the disk does not accept wait for it, in order, and commands with them', async () => {
  const journal = new FullJournal();
  const opened = {
    ...openCommandLog(defaultConfig()),
    commandLog: new CommandLog({ journal, maxWaiting: 99 }),
  };
  const { executor, threads, reported, send, textsOf, done } = await executorOf([], opened);
  const sent = await send('a');
  await done();
  journal.isFull = true;
  expect(() => opened.commandLog.admit([known(codeCommand('"refused"'))], 0n)).toThrow('is full');
  journal.isFull = false;
  const more = await send('b', 'c');
  journal.isFull = true;
  await expect.poll(() => reported, { timeout: 60_000 }).toContain('the disk is full');
  expect(textsOf(more)).toEqual(['waiting', 'waiting']);
  // A local request, not a command, runs meanwhile.
  expect(await executor.local('x', { preflight: false, time: 0n })).toMatchObject({ text: '3' });
  journal.isFull = false;
  await done();
  expect(textsOf([...sent, ...more])).toEqual(['result 1', 'result 2', 'result 3']);
  expect(threads).toHaveLength(1);
  expect(reported).toEqual(['the disk is full', 'over']);
  await executor.stop();
});

class FullJournal extends MemoryJournal {
  isFull = false;

  override append(records: readonly Uint8Array[]): readonly JournalPosition[] {
    if (this.isFull) throw new StoreFault('unwritable', 'the disk is full');
    return super.append(records);
  }
}

test('a local request that was postponed is run after the commands', async () => {
  const opened = openCommandLog(defaultConfig());
  const { commandLog } = opened;
  const done: string[] = [];
  const executor = await Executor.start({
    config: defaultConfig(),
    opened,
    entity: undefined,
    clock: systemClock,
    timer: systemTimer,
    startThread: () => new FakeThread() as unknown as Worker,
    onDone: (requestKey) => done.push(requestKey),
    onRequestFault: (error) => done.push(String(error)),
    onFault: (error) => done.push(String(error)),
  });
  const sent = ['a', 'b'].map((name) => codeCommand(`"${name}"`));
  const admission = commandLog.admit(sent.map(known), 0n);
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
