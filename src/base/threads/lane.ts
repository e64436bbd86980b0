// One thread and the questions that wait for it, the smallest first. A question that ends the thread gets no reply, and
// affects nothing else: another thread continues with the next question.

import type { Worker } from 'node:worker_threads';
import type { Clock, Timer } from '../ports/time.ts';
import { ThreadLink } from './thread-link.ts';

/** The question got no reply. */
export type Unanswered = {
  readonly kind: 'unanswered';
  /** It waited too long, or its thread ended, or the lane was closed. */
  readonly why: 'busy' | 'ended' | 'closed';
};

export type LaneOptions<Question> = {
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
