// A thread as its starter sees it: questions go in, replies come back, and each question has an end. A
// thread that does not reply in time is ended.

import type { Worker } from 'node:worker_threads';
import type { Cancel, Timer } from '../base/ports/timer.ts';
import type { FromThread, ToThread } from './protocol.ts';

/** The thread ended before it replied. */
export type Ended = {
  readonly kind: 'ended';
  /** It was at work on this question. */
  readonly wasRunning: boolean;
  readonly why: EndCause;
};

export type EndCause =
  | { readonly kind: 'memory' }
  | { readonly kind: 'too-slow' }
  /** Its files cannot be read or written, as on a full disk. */
  | { readonly kind: 'unable'; readonly unable: ThreadUnable }
  /** A fault of ours. */
  | { readonly kind: 'fault'; readonly error: unknown };

/** The thread could not begin, or go on, for this reason. */
export class ThreadUnable extends Error {
  override readonly name = 'ThreadUnable';
  /** Another thread may be able to, later: the disk may have room again. */
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

export type LinkOptions<Question> = {
  readonly timer: Timer;
  /** How long the first of the open questions may take. */
  readonly patienceMs: number;
  /** Questions that may take as long as they take. */
  readonly mayTakeLong: (question: Question) => boolean;
  /** Asks the thread to put everything away; after its reply it is ended. */
  readonly closing: Question;
  /** Which question the thread is at, where that is not the first of the open ones. */
  readonly running?: () => number;
  /** Of a thread that was ready, after every open question was settled. */
  readonly onEnd: (why: EndCause, wasAtWork: boolean) => void;
};

/** A link, and what its thread said of itself when it was ready. */
export type StartedLink<Question, Reply, Ready> = {
  readonly link: ThreadLink<Question, Reply>;
  readonly ready: Ready;
};

export class ThreadLink<Question, Reply> {
  private readonly worker: Worker;
  private readonly options: LinkOptions<Question>;
  /** In the order in which they were asked, which is that of the thread's work. */
  private readonly open = new Map<number, OpenQuestion<Question, Reply>>();
  private nextId = 0;
  private stopWatching: Cancel = () => undefined;
  private isOver = false;
  private isReady = false;

  private constructor(worker: Worker, options: LinkOptions<Question>) {
    this.worker = worker;
    this.options = options;
  }

  /** Once the thread is ready, with what it says of itself; throws `ThreadUnable`. */
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

  /** The thread puts everything away and ends. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.ask(this.options.closing, () => {
        this.isOver = true;
        resolve();
      });
    });
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
    const told = this.options.running?.() ?? -1;
    const running = all.some(([id]) => id === told) ? told : all[0]?.[0];
    for (const [id, { settle }] of all) settle({ kind: 'ended', wasRunning: id === running, why });
    if (this.isReady) this.options.onEnd(why, all.length > 0);
  }
}

function causeOf(error: Error): EndCause {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? { kind: 'memory' } : { kind: 'fault', error };
}
