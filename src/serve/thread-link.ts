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

type Settle = (reply: Reply | Ended) => void;

type OpenQuestion = { readonly question: Question; readonly settle: Settle };

export type LinkOptions = {
  /** How long the first of the open questions may take. */
  readonly patienceMs: number;
  /** Which question the thread is at, where that is not the first of the open ones. */
  readonly running?: () => number;
  /** Of a thread that stood, after every open question was settled. */
  readonly onEnd: (why: EndCause, wasAtWork: boolean) => void;
};

export class ThreadLink {
  private readonly worker: Worker;
  private readonly options: LinkOptions;
  /** In the order in which they were asked, which is that of the thread's work. */
  private readonly open = new Map<number, OpenQuestion>();
  private nextId = 0;
  private timer: NodeJS.Timeout | undefined;
  private isOver = false;
  private stands = false;

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
            link.stands = true;
            return resolve(message.marks);
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
    this.open.set(id, { question, settle });
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
    const asked = this.open.get(id);
    this.open.delete(id);
    this.watch();
    if (reply.kind === 'closed') this.isOver = true;
    asked?.settle(reply);
  }

  private watch(): void {
    clearTimeout(this.timer);
    const [first] = this.open.values();
    if (first === undefined || mayTakeLong(first.question)) return;
    this.timer = setTimeout(() => {
      this.end({ kind: 'too-slow' });
      void this.worker.terminate();
    }, this.options.patienceMs);
  }

  private end(why: EndCause): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    const all = [...this.open];
    this.open.clear();
    const told = this.options.running?.() ?? -1;
    const running = all.some(([id]) => id === told) ? told : all[0]?.[0];
    for (const [id, { settle }] of all) settle({ kind: 'ended', wasRunning: id === running, why });
    if (this.stands) this.options.onEnd(why, all.length > 0);
  }
}

/** What was done once comes to an end when it is done again, and a disk takes the time that it takes. */
function mayTakeLong(question: Question): boolean {
  return question.kind === 'sync' || question.kind === 'close' || isRepeated(question);
}

const isRepeated = (question: Question): boolean =>
  question.kind === 'execute' && question.isRepeated;

function causeOf(error: Error): EndCause {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? { kind: 'memory' } : { kind: 'fault', error };
}
