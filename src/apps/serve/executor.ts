// Executes the commands of the log: sends them to the evaluating thread in order, writes their results, and
// starts another thread when one ends. While the disk cannot be written, commands wait.

import type { Clock, Cancel, Timer } from '../../base/ports/time.ts';
import { encodeCommandResult, refusal } from '../../chain/command/index.ts';
import { parseHash, type Hash } from '../../lang/session/run.ts';
import type { Done, Marks, Waiting } from '../command-log/index.ts';
import { isStoreFault } from '../../storage/entries/index.ts';
import type { Config } from './config.ts';
import type { OpenCommandLog } from './journal.ts';
import { limits } from './limits.ts';
import {
  newCounter,
  ThreadLink,
  ThreadUnable,
  type EndCause,
  type Ended,
} from '../../base/threads/index.ts';
import {
  closing,
  type Question,
  type Reply,
  type ServeThreadWork,
  type Entity,
  type StartThread,
} from './messages.ts';

type ExecutorOptions = {
  readonly config: Config;
  readonly opened: OpenCommandLog;
  readonly entity: Entity | undefined;
  readonly startThread: StartThread;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly onDone: (requestKey: Hash) => void;
  /** Called with the reason when the disk cannot be written; with `undefined` once it can again. */
  readonly onTrouble?: (sentence: string | undefined) => void;
  /** Called on a fault of pact that ended one command. */
  readonly onRequestFault: (error: unknown) => void;
  /** Called when nothing can be executed any more. */
  readonly onFault: (error: unknown) => void;
};

type LocalOptions = { readonly preflight: boolean; readonly time: bigint };

/** The result of a command that is not written yet. */
type Unwritten = { readonly command: Waiting; readonly done: Done };

type Link = ThreadLink<Question, Reply>;

export class Executor {
  private readonly options: ExecutorOptions;
  private link: Link | undefined;
  /** Questions that wait for a new thread. */
  private readonly waiting = new Set<(link: Link) => void>();
  private lost: Waiting[] = [];
  /** Results in order; not empty only while the disk cannot be written. */
  private unwritten: Unwritten[] = [];
  private cancelRetry: Cancel = () => undefined;
  private trouble: string | undefined;
  /** The time of the clock, in milliseconds, before which no checkpoint is made. */
  private nextCheckpoint = 0;
  private ahead = 0;
  private isStopping = false;
  private isSyncing = false;
  /** Called once no work is in progress. */
  private readonly idlers = new Set<() => void>();
  private handedOver = newCounter();
  private running = newCounter();

  private constructor(options: ExecutorOptions) {
    this.options = options;
  }

  static async start(options: ExecutorOptions): Promise<Executor> {
    const executor = new Executor(options);
    await executor.startLink(false);
    return executor;
  }

  /** Starts the execution of waiting commands, if there are any. */
  pump(): void {
    const { link } = this;
    if (link === undefined || this.isStopping || this.unwritten.length > 0) return;
    const { commandLog } = this.options.opened;
    const commands = commandLog.take(limits.commandsAhead - this.ahead);
    for (const command of commands) {
      this.ahead++;
      const question = this.handOver(command, false);
      link.ask(question, (reply) => this.conclude(command, reply));
    }
  }

  /** Long requests are stopped for commands; `postponed`: it did not end within its time. */
  async local(text: string, options: LocalOptions): Promise<Reply | Ended> {
    const end = this.options.clock.nowMs() + this.options.config.timeLimitMs;
    for (;;) {
      const link = this.link ?? (await this.nextLink(end - this.options.clock.nowMs()));
      if (link === undefined) return { kind: 'postponed' };
      const reply = await link.answer({ kind: 'local', text, ...options });
      if (reply.kind === 'postponed') {
        await this.idle(end - this.options.clock.nowMs());
        if (this.isStopping || this.options.clock.nowMs() > end) return reply;
      }
      // If another command ended the thread, use the next thread.
      else if (reply.kind !== 'ended' || reply.wasRunning) return reply;
    }
  }

  get openQuestions(): number {
    return (this.link?.openQuestions ?? 0) + this.waiting.size;
  }

  /** Finishes the work in progress. Waiting commands are executed after the next start. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.idle();
    this.cancelRetry();
    await this.link?.close();
  }

  /** `undefined` if no thread is ready in time. */
  private nextLink(patienceMs: number): Promise<Link | undefined> {
    return new Promise((resolve) => {
      this.waiting.add(resolve);
      const giveUp = (): void => {
        this.waiting.delete(resolve);
        resolve(undefined);
      };
      this.options.timer.after(patienceMs, giveUp, { isBackground: true });
    });
  }

  private conclude(command: Waiting, reply: Reply | Ended): void {
    this.ahead--;
    if (reply.kind === 'ended' && isLost(reply)) this.lost.push(command);
    else {
      const done = this.doneOf(command, reply);
      if (done !== undefined) this.unwritten.push({ command, done });
    }
    this.writeDown();
    this.pump();
    if (this.ahead === 0) for (const go of [...this.idlers]) go();
  }

  private doneOf({ requestKey }: Waiting, reply: Reply | Ended): Done | undefined {
    if (reply.kind === 'executed') {
      const within = reply.within === undefined ? undefined : parseHash(reply.within);
      return { text: reply.text, marks: reply.marks, within };
    }
    if (reply.kind !== 'ended') return undefined;
    const sentence = endText(reply.why, this.options.config);
    const text = encodeCommandResult(refusal(requestKey, sentence));
    const marks = this.unwritten.at(-1)?.done.marks ?? this.options.opened.commandLog.marks;
    return { text, marks, within: undefined };
  }

  private writeDown(): void {
    const { opened, onDone, onFault } = this.options;
    try {
      for (let next = this.unwritten[0]; next !== undefined; next = this.unwritten[0]) {
        opened.commandLog.finish(next.command.sequence, next.done);
        this.unwritten.shift();
        onDone(next.command.requestKey);
      }
    } catch (error) {
      if (!isStoreFault(error) || opened.isBroken()) onFault(error);
      else this.waitForDisk(error.message, () => this.writeDown());
      return;
    }
    if (opened.isCheckpointDue()) this.checkpoint();
  }

  /** Nothing is lost: retries until the write succeeds. */
  private waitForDisk(sentence: string, again: () => void): void {
    this.tell(sentence);
    if (this.isStopping) return;
    this.cancelRetry();
    this.cancelRetry = this.options.timer.after(limits.diskRetryMs, () => {
      again();
      if (this.unwritten.length > 0 || this.link === undefined) return;
      this.tell(undefined);
      this.pump();
    });
  }

  private tell(trouble: string | undefined): void {
    if (trouble !== this.trouble) this.options.onTrouble?.(trouble);
    this.trouble = trouble;
  }

  /** Resolves once no work is in progress, or after this number of milliseconds. */
  private idle(patienceMs?: number): Promise<void> {
    if (this.ahead === 0) return Promise.resolve();
    return new Promise((resolve) => {
      let cancel: Cancel = () => undefined;
      const go = (): void => {
        cancel();
        this.idlers.delete(go);
        resolve();
      };
      this.idlers.add(go);
      if (patienceMs !== undefined) cancel = this.options.timer.after(patienceMs, go);
    });
  }

  private handOver({ scope, time, text }: Waiting, isRepeated: boolean): Question {
    Atomics.add(this.handedOver, 0, 1);
    const { marks: recorded } = this.options.opened.commandLog;
    return { kind: 'execute', scope, time, text, isRepeated, recorded };
  }

  /** Removes executed commands from the log, only after the states are durable. */
  private checkpoint(): void {
    const isEarly = this.options.clock.nowMs() < this.nextCheckpoint;
    if (this.isSyncing || isEarly || this.link === undefined) return;
    this.isSyncing = true;
    this.link.ask({ kind: 'sync' }, (reply) => {
      this.isSyncing = false;
      if (reply.kind !== 'synced') return;
      const { opened, onFault } = this.options;
      try {
        opened.checkpoint();
        if (this.unwritten.length === 0) this.tell(undefined);
      } catch (error) {
        if (!isStoreFault(error) || opened.isBroken()) return onFault(error);
        // The log is unchanged and may go on growing.
        this.tell(error.message);
        this.nextCheckpoint = this.options.clock.nowMs() + limits.graceMs;
      }
    });
  }

  private restart(why: EndCause, wasAtWork: boolean): void {
    this.link = undefined;
    const { opened, onFault } = this.options;
    // The next thread undoes commands whose results were not written.
    const unwritten = this.unwritten.splice(0).map(({ command }) => command);
    opened.commandLog.putBack([...unwritten, ...this.lost]);
    this.lost = [];
    // A fault in one request must not affect the others.
    if (why.kind === 'fault' && wasAtWork) this.options.onRequestFault(why.error);
    else if (why.kind === 'fault') return onFault(why.error);
    if (why.kind === 'unable') return this.startLater(why.unable);
    this.startAgain();
  }

  private startAgain(): void {
    if (this.isStopping) return;
    this.startLink(true).catch((error: unknown) => this.startLater(error));
  }

  private startLater(error: unknown): void {
    const isPassing = error instanceof ThreadUnable && error.isPassing;
    if (isPassing) this.waitForDisk(error.message, () => this.startAgain());
    else this.options.onFault(error);
  }

  private async startLink(takesOver: boolean): Promise<void> {
    const { config, opened, entity, startThread, timer } = this.options;
    const { commandLog } = opened;
    const { persistDir, gasLimit, gasRate, flags, timeLimitMs } = config;
    this.handedOver = newCounter();
    this.running = newCounter();
    const { running } = this;
    const work: ServeThreadWork = {
      kind: 'serve',
      role: 'evaluation',
      persistDir,
      gasLimit,
      gasRate,
      flags,
      timeLimitMs,
      entity,
      takesOver,
      stateBytes: limits.stateBytes,
      opened: commandLog.opened,
      marks: commandLog.marks,
      isWhole: commandLog.isWhole,
      handedOver: this.handedOver,
      running,
    };
    let isCurrent = false;
    const { link, ready } = await ThreadLink.start<Question, Reply, Marks>(startThread(work), {
      timer,
      mayTakeLong,
      closing,
      patienceMs: timeLimitMs + limits.graceMs,
      running: () => Atomics.load(running, 0),
      // Clients that wait for an answer get one first.
      onEnd: (why, wasAtWork) => {
        if (isCurrent) this.restart(why, wasAtWork);
      },
    });
    try {
      await this.catchUp(link, ready);
    } catch (error) {
      await link.close();
      throw error;
    }
    isCurrent = true;
    this.link = link;
    this.tell(undefined);
    for (const resume of this.waiting) resume(link);
    this.waiting.clear();
    this.pump();
  }

  /** Executes commands again that are in the journal but not in the state (kept in memory, or lost). */
  private async catchUp(link: Link, marks: Marks): Promise<void> {
    const { commandLog } = this.options.opened;
    const { base } = commandLog;
    if (marks.public < base.public || marks.sealed < base.sealed) throw unable(lackText);
    for (const done of commandLog.doneSince(marks)) {
      const reply = await link.answer(this.handOver(done, true));
      if (reply.kind === 'ended') throw catchUpFault(reply.why);
      const isSame =
        reply.kind === 'executed' &&
        reply.marks.public === done.marks.public &&
        reply.marks.sealed === done.marks.sealed;
      if (!isSame) throw unable(`the state cannot be rebuilt from the log: ${mismatch}`);
    }
  }
}

const unable = (sentence: string): ThreadUnable => new ThreadUnable(sentence, { isPassing: false });

function catchUpFault(why: EndCause): unknown {
  if (why.kind === 'unable') return why.unable;
  if (why.kind === 'fault') return why.error;
  return unable('the state cannot be rebuilt from the log: the thread ran out of memory');
}

/** The thread ended, but not because of this command. */
function isLost({ wasRunning, why }: Ended): boolean {
  return !wasRunning || why.kind === 'unable';
}

const lackText =
  'the state lacks commands that commands.log no longer has: ' +
  'restore a copy of the whole folder, or start without it';
const mismatch = 'a command gave another result than before';

/** No time limit: a repeated command has ended once before, and a disk may be slow. */
function mayTakeLong(question: Question): boolean {
  const isRepeated = question.kind === 'execute' && question.isRepeated;
  return isRepeated || question.kind === 'sync' || question.kind === 'close';
}

/** The reason why a command has no result. */
export function endText(why: EndCause, { timeLimitMs }: Config): string {
  switch (why.kind) {
    case 'memory':
      return 'the command ran out of memory';
    case 'too-slow':
      return `the command was stopped after ${timeLimitMs / 1000} seconds`;
    case 'unable':
      return why.unable.message;
    case 'fault':
      return 'the command could not be executed because of a fault of the server';
  }
}
