// Has the ledger's commands executed: hands them to the evaluating thread in order, writes down what
// came of each, and starts another thread where one ends.

import { encodeCommandResult, refusal, type Recipient } from '../command/index.ts';
import { parseHash, type Hash } from '../lang/session/index.ts';
import type { Marks, Waiting } from '../ledger/index.ts';
import type { Config } from './config.ts';
import type { OpenLedger } from './journal.ts';
import { limits } from './limits.ts';
import type { Question, Reply, ServeThreadWork } from './messages.ts';
import { ThreadLink, ThreadUnable, type EndCause, type Ended } from './thread-link.ts';
import type { StartThread } from './threads.ts';

export type ExecutorOptions = {
  readonly config: Config;
  readonly opened: OpenLedger;
  readonly entity: Recipient | undefined;
  readonly startThread: StartThread;
  readonly onDone: (requestKey: Hash) => void;
  /** Nothing can be executed any more. */
  readonly onFault: (error: unknown) => void;
};

export type LocalOptions = { readonly preflight: boolean; readonly time: bigint };

export class Executor {
  private readonly options: ExecutorOptions;
  private link: ThreadLink | undefined;
  /** Questions that wait for a thread to stand again. */
  private readonly waiting: ((link: ThreadLink) => void)[] = [];
  private lost: Waiting[] = [];
  private ahead = 0;
  private isStopping = false;
  private isSyncing = false;
  /** Who waits until nothing is at work. */
  private readonly idlers = new Set<() => void>();
  private handedOver = newCounter();

  private constructor(options: ExecutorOptions) {
    this.options = options;
  }

  static async start(options: ExecutorOptions): Promise<Executor> {
    const executor = new Executor(options);
    await executor.startLink(false);
    return executor;
  }

  /** There may be something to execute. */
  pump(): void {
    const { link } = this;
    if (link === undefined || this.isStopping) return;
    const { ledger } = this.options.opened;
    const commands = ledger.take(limits.commandsAhead - this.ahead);
    for (const command of commands) {
      this.ahead++;
      const question = this.handOver(command, false);
      link.ask(question, (reply) => this.conclude(command, reply));
    }
  }

  /** What takes long gives way to commands; `postponed`: it came to no end before its time was over. */
  async local(text: string, options: LocalOptions): Promise<Reply | Ended> {
    const end = performance.now() + this.options.config.timeLimitMs;
    for (;;) {
      const link = this.link ?? (await this.nextLink());
      const reply = await link.answer({ kind: 'local', text, ...options });
      if (reply.kind === 'postponed') {
        await this.idle(end - performance.now());
        if (this.isStopping || performance.now() > end) return reply;
      }
      // Where another command has ended the thread, the next thread is asked.
      else if (reply.kind !== 'ended' || reply.wasRunning) return reply;
    }
  }

  get openQuestions(): number {
    return (this.link?.openQuestions ?? 0) + this.waiting.length;
  }

  /** What is at work is finished; what waits is left for another time. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.idle();
    await this.link?.close();
  }

  private nextLink(): Promise<ThreadLink> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private conclude(command: Waiting, reply: Reply | Ended): void {
    this.ahead--;
    const { opened, config, onDone, onFault } = this.options;
    const { ledger } = opened;
    try {
      if (reply.kind === 'executed') {
        const within = reply.within === undefined ? undefined : parseHash(reply.within);
        ledger.finish(command.sequence, { text: reply.text, marks: reply.marks, within });
        onDone(command.requestKey);
      } else if (reply.kind === 'ended' && !reply.wasRunning) {
        this.lost.push(command);
      } else if (reply.kind === 'ended') {
        const sentence = endText(reply.why, config);
        const text = encodeCommandResult(refusal(command.requestKey, sentence));
        ledger.finish(command.sequence, { text, marks: ledger.marks, within: undefined });
        onDone(command.requestKey);
      }
    } catch (error) {
      onFault(error);
    }
    if (opened.isCheckpointDue()) this.checkpoint();
    this.pump();
    if (this.ahead === 0) for (const go of [...this.idlers]) go();
  }

  /** Once nothing is at work, or after so many milliseconds. */
  private idle(patienceMs?: number): Promise<void> {
    if (this.ahead === 0) return Promise.resolve();
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const go = (): void => {
        clearTimeout(timer);
        this.idlers.delete(go);
        resolve();
      };
      this.idlers.add(go);
      if (patienceMs !== undefined) timer = setTimeout(go, patienceMs);
    });
  }

  private handOver({ scope, time, text }: Waiting, isRepeated: boolean): Question {
    Atomics.add(this.handedOver, 0, 1);
    const { marks: recorded } = this.options.opened.ledger;
    return { kind: 'execute', scope, time, text, isRepeated, recorded };
  }

  /** What is done is put away once the states are known to stay. */
  private checkpoint(): void {
    if (this.isSyncing || this.link === undefined) return;
    this.isSyncing = true;
    this.link.ask({ kind: 'sync' }, (reply) => {
      this.isSyncing = false;
      if (reply.kind !== 'synced') return;
      try {
        this.options.opened.checkpoint();
      } catch (error) {
        this.options.onFault(error);
      }
    });
  }

  private restart(why: EndCause): void {
    this.link = undefined;
    const { opened, onFault } = this.options;
    opened.ledger.putBack(this.lost);
    this.lost = [];
    if (why.kind === 'fault') return onFault(why.error);
    if (!this.isStopping) this.startLink(true).catch(onFault);
  }

  private async startLink(takesOver: boolean): Promise<void> {
    const { config, opened, entity, startThread } = this.options;
    const { ledger } = opened;
    const { persistDir, gasLimit, gasRate, flags, timeLimitMs } = config;
    this.handedOver = newCounter();
    const work: ServeThreadWork = {
      kind: 'serve',
      role: 'evaluation',
      ...{ persistDir, gasLimit, gasRate, flags, timeLimitMs, entity, takesOver },
      opened: ledger.opened,
      marks: ledger.marks,
      isWhole: ledger.isWhole,
      handedOver: this.handedOver,
    };
    const { link, marks } = await ThreadLink.start(startThread(work), {
      patienceMs: timeLimitMs + limits.graceMs,
      onEnd: (why) => this.restart(why),
    });
    try {
      await this.catchUp(link, marks);
    } catch (error) {
      await link.close();
      throw error;
    }
    this.link = link;
    for (const resume of this.waiting.splice(0)) resume(link);
    this.pump();
  }

  /** Does again what is in the journal and not in the state: that was in memory, or it was lost. */
  private async catchUp(link: ThreadLink, marks: Marks): Promise<void> {
    const { ledger } = this.options.opened;
    const { base } = ledger;
    if (marks.public < base.public || marks.sealed < base.sealed) throw new ThreadUnable(lackText);
    for (const done of ledger.doneSince(marks)) {
      const reply = await link.answer(this.handOver(done, true));
      const isSame =
        reply.kind === 'executed' &&
        reply.marks.public === done.marks.public &&
        reply.marks.sealed === done.marks.sealed;
      if (!isSame)
        throw new ThreadUnable(`the state cannot be made again from the log: ${mismatch}`);
    }
  }
}

const lackText =
  'the state lacks commands that commands.log no longer holds: ' +
  'put back a copy of the whole folder, or begin anew without it';
const mismatch = 'a command does not do what it did before';

const newCounter = (): Int32Array => new Int32Array(new SharedArrayBuffer(4));

/** Why a command has no result of its own. */
export function endText(why: EndCause, { timeLimitMs }: Config): string {
  switch (why.kind) {
    case 'memory':
      return 'the command ran out of memory';
    case 'too-slow':
      return `the command was stopped after ${timeLimitMs / 1000} seconds`;
    case 'fault':
      return 'the command could not be executed because of a fault of the server';
  }
}
