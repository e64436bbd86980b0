// A thread as the server sees it: questions go in, replies come back, and nobody waits for ever. A
// thread that does not answer in time is ended.

import type { Worker } from 'node:worker_threads';
import type { Marks } from '../ledger/index.ts';
import type { FromThread, Question, Reply, ToThread } from './messages.ts';

/** The thread ended before it answered. */
export type Ended = {
  readonly kind: 'ended';
  /** It was at work on this question. */
  readonly wasRunning: boolean;
  readonly why: EndCause;
};

export type EndCause =
  | { readonly kind: 'memory' }
  | { readonly kind: 'too-slow' }
  /** A fault of ours. */
  | { readonly kind: 'fault'; readonly error: unknown };

/** The thread could not begin, for this reason. */
export class ThreadUnable extends Error {
  override readonly name = 'ThreadUnable';
}

type Settle = (reply: Reply | Ended) => void;

export type LinkOptions = {
  /** How long the first of the open questions may take. */
  readonly patienceMs: number;
  /** After every open question was settled. */
  readonly onEnd: (why: EndCause) => void;
};

export class ThreadLink {
  private readonly worker: Worker;
  private readonly options: LinkOptions;
  /** In the order in which they were asked, which is that of the thread's work. */
  private readonly open = new Map<number, Settle>();
  private nextId = 0;
  private timer: NodeJS.Timeout | undefined;
  private isOver = false;

  private constructor(worker: Worker, options: LinkOptions) {
    this.worker = worker;
    this.options = options;
  }

  /** Once the thread stands; throws `ThreadUnable`. */
  static async start(
    worker: Worker,
    options: LinkOptions,
  ): Promise<{ readonly link: ThreadLink; readonly marks: Marks }> {
    const link = new ThreadLink(worker, options);
    const marks = await new Promise<Marks>((resolve, reject) => {
      worker.on('message', (message: FromThread) => {
        switch (message.kind) {
          case 'ready':
            return resolve(message.marks);
          case 'unable':
            return reject(new ThreadUnable(message.sentence));
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
    return { link, marks };
  }

  get openQuestions(): number {
    return this.open.size;
  }

  ask(question: Question, settle: Settle): void {
    if (this.isOver) {
      settle({ kind: 'ended', wasRunning: false, why: { kind: 'fault', error: undefined } });
      return;
    }
    const id = this.nextId++;
    this.open.set(id, settle);
    const message: ToThread = { id, question };
    this.worker.postMessage(message);
    if (this.open.size === 1) this.watch();
  }

  answer(question: Question): Promise<Reply | Ended> {
    return new Promise((resolve) => this.ask(question, resolve));
  }

  /** The thread puts everything away and ends. */
  async close(): Promise<void> {
    await this.answer({ kind: 'close' });
    await this.worker.terminate();
  }

  private settle(id: number, reply: Reply): void {
    const settle = this.open.get(id);
    this.open.delete(id);
    this.watch();
    if (reply.kind === 'closed') this.isOver = true;
    settle?.(reply);
  }

  private watch(): void {
    clearTimeout(this.timer);
    if (this.open.size === 0) return;
    this.timer = setTimeout(() => {
      this.end({ kind: 'too-slow' });
      void this.worker.terminate();
    }, this.options.patienceMs);
  }

  private end(why: EndCause): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    let wasRunning = true;
    for (const settle of this.open.values()) {
      settle({ kind: 'ended', wasRunning, why });
      wasRunning = false;
    }
    this.open.clear();
    this.options.onEnd(why);
  }
}

function causeOf(error: Error): EndCause {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? { kind: 'memory' } : { kind: 'fault', error };
}
