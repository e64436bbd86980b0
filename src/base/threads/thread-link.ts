// A thread as its starter sees it: questions go in, replies come back, and every question is settled. A thread that
// does not reply in time is terminated.

import type { Worker } from 'node:worker_threads';
import type { Cancel, Timer, Clock } from '../ports/time.ts';
import type { FromThread, ToThread } from './thread-port.ts';

/** The thread ended before it replied. */
export type Ended = {
  readonly kind: 'ended';
  /** Whether it was working on this question. */
  readonly wasRunning: boolean;
  readonly why: EndCause;
};

export type EndCause =
  | { readonly kind: 'memory' }
  | { readonly kind: 'too-slow' }
  /** Its files cannot be read or written, for example because the disk is full. */
  | { readonly kind: 'unable'; readonly unable: ThreadUnable }
  /** An internal fault. */
  | { readonly kind: 'fault'; readonly error: unknown };

/** The thread could not start, or continue, for this reason. */
export class ThreadUnable extends Error {
  override readonly name = 'ThreadUnable';
  /** Whether another thread may succeed later: for example, after disk space was freed. */
  readonly isPassing: boolean;

  constructor(sentence: string, { isPassing }: { readonly isPassing: boolean }) {
    super(sentence);
    this.isPassing = isPassing;
  }
}

type Settle<Reply> = (reply: Reply | Ended) => void;

type OpenQuestion<Question, Reply> = {
  readonly question: Question;
  readonly settle: Settle<Reply>;
};

type LinkOptions<Question> = {
  readonly timer: Timer;
  /** How long the first of the open questions may take. */
  readonly patienceMs: number;
  /** Questions without a time limit. */
  readonly mayTakeLong: (question: Question) => boolean;
  /** Asks the thread to save everything; it is terminated after its reply. */
  readonly closing: Question;
  /** The question that the thread is working on, if that is not the first of the open ones. */
  readonly running?: () => number;
  /** Called for a thread that was ready, after every open question was settled. */
  readonly onEnd: (why: EndCause, wasAtWork: boolean) => void;
};

/** A link, and the data that its thread sent when it was ready. */
type StartedLink<Question, Reply, Ready> = {
  readonly link: ThreadLink<Question, Reply>;
  readonly ready: Ready;
};

export class ThreadLink<Question, Reply> {
  private readonly worker: Worker;
  private readonly options: LinkOptions<Question>;
  /** In the order in which they were asked, which is the order of the thread's work. */
  private readonly open = new Map<number, OpenQuestion<Question, Reply>>();
  private nextId = 0;
  private stopWatching: Cancel = () => undefined;
  private isOver = false;
  private isReady = false;

  private constructor(worker: Worker, options: LinkOptions<Question>) {
    this.worker = worker;
    this.options = options;
  }

  /** Resolves when the thread is ready, with the data that it sent; rejects with `ThreadUnable`. */
  static async start<Question, Reply, Ready>(
    worker: Worker,
    options: LinkOptions<Question>,
  ): Promise<StartedLink<Question, Reply, Ready>> {
    const link = new ThreadLink<Question, Reply>(worker, options);
    const ready = await new Promise<Ready>((resolve, reject) => {
      worker.on('message', (message: FromThread<Reply, Ready>) => {
        switch (message.kind) {
          case 'ready':
            link.isReady = true;
            return resolve(message.ready);
          case 'unable': {
            const unable = new ThreadUnable(message.sentence, message);
            reject(unable);
            return link.end({ kind: 'unable', unable });
          }
          case 'reply':
            return link.settle(message.id, message.reply);
        }
      });
      worker.on('error', (error) => {
        reject(error);
        link.end(causeOf(error));
      });
      worker.on('exit', (code) => {
        const error = new RangeError(`a thread ended with ${code}`);
        reject(error);
        link.end({ kind: 'fault', error });
      });
    });
    return { link, ready };
  }

  get openQuestions(): number {
    return this.open.size;
  }

  ask(question: Question, settle: Settle<Reply>): void {
    if (this.isOver) {
      settle({ kind: 'ended', wasRunning: false, why: { kind: 'fault', error: undefined } });
      return;
    }
    const id = this.nextId++;
    this.open.set(id, { question, settle });
    const message: ToThread<Question> = { id, question };
    this.worker.postMessage(message);
    if (this.open.size === 1) this.watch();
  }

  answer(question: Question): Promise<Reply | Ended> {
    return new Promise((resolve) => this.ask(question, resolve));
  }

  /** Lets the thread save everything and end. `withinMs`: after this time it is ended anyway. */
  async close(withinMs?: number): Promise<void> {
    let cancel: Cancel = () => undefined;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        this.isOver = true;
        resolve();
      };
      if (withinMs !== undefined) cancel = this.options.timer.after(withinMs, end);
      this.ask(this.options.closing, end);
    });
    cancel();
    await this.worker.terminate();
  }

  private settle(id: number, reply: Reply): void {
    const asked = this.open.get(id);
    this.open.delete(id);
    this.watch();
    asked?.settle(reply);
  }

  private watch(): void {
    this.stopWatching();
    const [first] = this.open.values();
    if (first === undefined || this.options.mayTakeLong(first.question)) return;
    this.stopWatching = this.options.timer.after(this.options.patienceMs, () => {
      this.end({ kind: 'too-slow' });
      void this.worker.terminate();
    });
  }

  private end(why: EndCause): void {
    if (this.isOver) return;
    this.isOver = true;
    this.stopWatching();
    const all = [...this.open];
    this.open.clear();
    const reported = this.options.running?.() ?? -1;
    const running = all.some(([id]) => id === reported) ? reported : all[0]?.[0];
    for (const [id, { settle }] of all) settle({ kind: 'ended', wasRunning: id === running, why });
    if (this.isReady) this.options.onEnd(why, all.length > 0);
  }
}

function causeOf(error: Error): EndCause {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? { kind: 'memory' } : { kind: 'fault', error };
}

// One thread and the questions that wait for it, the smallest first. A question that ends the thread gets no reply, and
// affects nothing else: another thread continues with the next question.

/** The question got no reply. */
export type Unanswered = {
  readonly kind: 'unanswered';
  /** It waited too long, or its thread ended, or the lane was closed. */
  readonly why: 'busy' | 'ended' | 'closed';
};

type LaneOptions<Question> = {
  readonly startThread: () => Worker;
  readonly clock: Clock;
  readonly timer: Timer;
  /** Questions that are handed over at the same time. */
  readonly ahead: number;
  /** How long the first of them may take. */
  readonly patienceMs: number;
  /** How long a question waits to be handed over. */
  readonly waitMs: number;
  readonly sizeOf: (question: Question) => number;
  readonly closing: Question;
  /** Called when a thread has ended because of an internal fault. */
  readonly onFault: (error: unknown) => void;
};

type WaitingQuestion<Question, Reply> = {
  readonly question: Question;
  readonly settle: (reply: Reply | Unanswered) => void;
  readonly untilMs: number;
};

export class Lane<Question, Reply extends { readonly kind: string }> {
  private readonly options: LaneOptions<Question>;
  private link: ThreadLink<Question, Reply> | undefined;
  private starting: Promise<void> | undefined;
  /** The smallest first. */
  private readonly waiting: WaitingQuestion<Question, Reply>[] = [];
  private isClosed = false;

  constructor(options: LaneOptions<Question>) {
    this.options = options;
  }

  get openQuestions(): number {
    return this.waiting.length + (this.link?.openQuestions ?? 0);
  }

  ask(question: Question): Promise<Reply | Unanswered> {
    const { clock, sizeOf, waitMs } = this.options;
    return new Promise((settle) => {
      const untilMs = clock.nowMs() + waitMs;
      const size = sizeOf(question);
      const at = this.waiting.findIndex((each) => sizeOf(each.question) > size);
      this.waiting.splice(at === -1 ? this.waiting.length : at, 0, { question, settle, untilMs });
      this.pump();
    });
  }

  /** Throws if no thread can be started. */
  async start(): Promise<void> {
    const { startThread, timer, patienceMs, closing, onFault } = this.options;
    const { link } = await ThreadLink.start<Question, Reply, unknown>(startThread(), {
      timer,
      patienceMs,
      mayTakeLong: (question) => question === closing,
      closing,
      onEnd: (why) => {
        this.link = undefined;
        if (why.kind === 'fault') onFault(why.error);
        this.pump();
      },
    });
    this.link = link;
    if (this.isClosed) await link.close();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.link?.close();
  }

  private pump(): void {
    if (this.isClosed) return this.refuseAll('closed');
    const now = this.options.clock.nowMs();
    while ((this.link?.openQuestions ?? 0) < this.options.ahead) {
      const next = this.waiting.shift();
      if (next === undefined) return;
      if (next.untilMs < now) next.settle({ kind: 'unanswered', why: 'busy' });
      else if (this.link === undefined) {
        this.waiting.unshift(next);
        return this.startAgain();
      } else {
        this.link.ask(next.question, (reply) => {
          // The thread has ended before the exit event arrives.
          if (reply.kind === 'ended') this.link = undefined;
          next.settle(
            reply.kind === 'ended' ? { kind: 'unanswered', why: 'ended' } : (reply as Reply),
          );
          this.pump();
        });
      }
    }
  }

  private startAgain(): void {
    this.starting ??= this.start().then(
      () => this.started(),
      (error: unknown) => {
        this.options.onFault(error);
        this.refuseAll('busy');
        this.started();
      },
    );
  }

  private started(): void {
    this.starting = undefined;
    this.pump();
  }

  private refuseAll(why: Unanswered['why']): void {
    for (const { settle } of this.waiting.splice(0)) settle({ kind: 'unanswered', why });
  }
}
