// Has commands executed: sends those of the log to their thread in order, stores what it answers, and starts another
// thread when one ends.

import type { Cancel, Timer } from '../../base/ports/time.ts';
import { encodeCommandResult, refusal } from '../../chain/command/index.ts';
import type { Hash } from '../../lang/session/run.ts';
import { isStoreFault } from '../../storage/entries/index.ts';
import {
  newCounter,
  ThreadLink,
  ThreadUnable,
  type EndCause,
  type Ended,
} from '../../base/threads/index.ts';
import type { CommandLog, Waiting } from './command-log.ts';
import { stoppedText } from './evaluation.ts';
import { limits } from './limits.ts';
import {
  closing,
  type EvaluationSettings,
  type Question,
  type Reply,
  type StartThread,
} from './messages.ts';

/** What commands are stored in. See `ServerStore`. */
export type ExecutorStore = {
  readonly commandLog: CommandLog;
  readonly fault: string | undefined;
  readonly pendingBytes: number;
  readonly committed: () => Promise<void>;
};

type ExecutorOptions = {
  readonly settings: EvaluationSettings;
  readonly store: ExecutorStore;
  readonly startThread: StartThread;
  readonly timer: Timer;
  readonly onDone: (requestKey: Hash) => void;
  /** Called on a fault of pact that ended one command. */
  readonly onRequestFault: (error: unknown) => void;
  /** Called when nothing can be executed any more. */
  readonly onFault: (error: unknown) => void;
};

/** `stored`: see `ServeThreadWork`. */
type Thread = { readonly link: ThreadLink<Question, Reply>; readonly stored: Int32Array };

export class Executor {
  private readonly options: ExecutorOptions;
  private thread: Thread | undefined;
  private starting: Promise<void> | undefined;
  private cancelRetry: Cancel = () => undefined;
  /** Commands whose results are not on the disk. */
  private readonly unfinished = new Set<Promise<void>>();
  /** Commands that were sent to a thread that ended before it came to them. */
  private lost: Waiting[] = [];
  private ahead = 0;
  private isStopping = false;

  private constructor(options: ExecutorOptions) {
    this.options = options;
  }

  /** Rejects with `ThreadUnable` if the state cannot be read. */
  static async start(options: ExecutorOptions): Promise<Executor> {
    const executor = new Executor(options);
    await options.store.committed();
    await executor.startThread();
    return executor;
  }

  /** Starts the execution of waiting commands, if there are any. */
  pump(): void {
    const { thread } = this;
    const { store } = this.options;
    if (thread === undefined || this.isStopping || store.fault !== undefined) return;
    if (store.pendingBytes > limits.pendingBytes) return;
    const { commandLog } = store;
    for (const command of commandLog.take(limits.commandsAhead - this.ahead)) {
      this.ahead++;
      const { scope, requestKey, time, text } = command;
      const question = { kind: 'execute', scope, requestKey, time, text } as const;
      thread.link.ask(question, (reply) => this.conclude(commandLog, command, reply, thread));
    }
  }

  /** Goes on with another thread after the log was opened again. */
  async restart(): Promise<void> {
    const { thread } = this;
    this.thread = undefined;
    this.lost = [];
    await this.starting;
    await thread?.link.close(limits.graceMs);
    this.ahead = 0;
    await this.startAgain();
  }

  /** Finishes the work in progress. Waiting commands are executed after the next start. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.cancelRetry();
    await this.starting;
    await this.thread?.link.close();
    await Promise.all(this.unfinished);
  }

  private conclude(
    commandLog: CommandLog,
    command: Waiting,
    reply: Reply | Ended,
    thread: Thread,
  ): void {
    const { store } = this.options;
    // The command still waits on the disk. Another thread executes it, on a state that is stored.
    if (store.fault !== undefined || commandLog !== store.commandLog) return;
    this.ahead--;
    if (reply.kind === 'ended' && !reply.wasRunning) this.lost.push(command);
    else {
      const done = this.finish(commandLog, command, reply, thread);
      this.unfinished.add(done);
      void done.then(() => {
        this.unfinished.delete(done);
        this.pump();
      });
    }
    this.pump();
  }

  private async finish(
    commandLog: CommandLog,
    command: Waiting,
    reply: Reply | Ended,
    { stored }: Thread,
  ): Promise<void> {
    const { store, onDone, onFault } = this.options;
    try {
      const stays = commandLog.finish(command, this.doneOf(command, reply));
      if (reply.kind === 'executed') {
        const { number } = reply;
        void store.committed().then(
          () => Atomics.store(stored, 0, number),
          () => undefined,
        );
      }
      await stays;
      onDone(command.requestKey);
    } catch (error) {
      // The store reports what the disk refuses, and opens the log again once it can be written.
      if (!isStoreFault(error)) onFault(error);
    }
  }

  private doneOf(
    { requestKey }: Waiting,
    reply: Reply | Ended,
  ): { readonly text: string; readonly step: Uint8Array | undefined } {
    if (reply.kind === 'executed') return reply;
    const why = reply.kind === 'ended' ? reply.why : ({ kind: 'fault', error: undefined } as const);
    const sentence = endText(why, this.options.settings);
    return { text: encodeCommandResult(refusal(requestKey, sentence)), step: undefined };
  }

  private async startThread(): Promise<void> {
    const { settings, startThread, timer } = this.options;
    const stored = newCounter();
    const work = { kind: 'serve', role: 'commands', stored, ...settings } as const;
    let isCurrent = false;
    const { link } = await ThreadLink.start<Question, Reply, undefined>(startThread(work), {
      timer,
      mayTakeLong: ({ kind }) => kind === 'close',
      closing,
      patienceMs: settings.timeLimitMs + limits.graceMs,
      onEnd: (why, wasAtWork) => {
        if (isCurrent && this.thread?.link === link) this.replace(why, wasAtWork);
      },
    });
    isCurrent = true;
    this.thread = { link, stored };
    this.pump();
  }

  /** Starts another thread, which sees what the last one has changed. */
  private replace(why: EndCause, wasAtWork: boolean): void {
    const { store, onFault, onRequestFault } = this.options;
    this.thread = undefined;
    store.commandLog.putBack(this.lost);
    this.lost = [];
    // A fault in one request must not affect the others.
    if (why.kind === 'fault' && wasAtWork) onRequestFault(why.error);
    else if (why.kind === 'fault') return onFault(why.error);
    void this.startAgain();
  }

  private startAgain(): Promise<void> {
    this.starting ??= this.startWhenStored().finally(() => {
      this.starting = undefined;
    });
    return this.starting;
  }

  private async startWhenStored(): Promise<void> {
    const { store, onFault, timer } = this.options;
    try {
      await store.committed();
      if (!this.isStopping) await this.startThread();
    } catch (error) {
      // The log will be opened again.
      if (isStoreFault(error)) return;
      if (!(error instanceof ThreadUnable && error.isPassing)) {
        onFault(error);
        return;
      }
      this.cancelRetry = timer.after(limits.diskRetryMs, () => void this.startAgain());
    }
  }
}

/** The reason why a command has no result. */
export function endText(why: EndCause, settings: Pick<EvaluationSettings, 'timeLimitMs'>): string {
  switch (why.kind) {
    case 'memory':
      return 'the command ran out of memory';
    case 'too-slow':
      return stoppedText(settings);
    case 'unable':
      return why.unable.message;
    case 'fault':
      return 'the command could not be executed because of a fault of the server';
  }
}
