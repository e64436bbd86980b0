// Threads that answer questions of many clients, each question once. A question begins in a thread for short ones; if it
// is not done within its turn, it is stopped and begins again in a thread for long ones, which other threads do not wait
// for (schedule.ts). A question is stopped when its client leaves or its limit is over. A question that ends its thread,
// because it takes too much memory for example, gets no answer and is not asked again; another thread is started.

import type { Worker } from 'node:worker_threads';
import type { Client } from '../client.ts';
import type { Clock, Timer } from '../ports/time.ts';
import { closingMs, restartMs, unresponsiveMs, type QuestionLimits } from './limits.ts';
import { Schedule, type LaneName, type Ticket, type Turn } from './schedule.ts';
import { ThreadLink, type Ended } from './thread-link.ts';
import { newCounter } from './thread-port.ts';

export type PoolOptions<Question> = {
  readonly threads: Readonly<Record<LaneName, number>>;
  /** Starts a thread that runs `answerQuestions`, with this counter. */
  readonly startThread: (lane: LaneName, stopped: Int32Array) => Worker;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly limits: QuestionLimits;
  /** Returns whether a question certainly takes longer than a turn. */
  readonly isLong?: (question: Question) => boolean;
  /** Called when a thread cannot be started, or has ended because of an internal fault. */
  readonly onFault: (error: unknown) => void;
};

/** The sender of a question. */
export type AskedBy = {
  readonly client: Client;
  /** Aborted when the client does not wait any more. */
  readonly left?: AbortSignal | undefined;
  /** Milliseconds of work that the question may take. */
  readonly limitMs?: number | undefined;
};

/** The question got no answer. */
export type Unserved = {
  readonly kind: 'unserved';
  readonly why: /** Too many questions wait. */
    | 'busy'
    /** The client has left. */
    | 'left'
    /** It took longer than its limit. */
    | 'limit'
    /** It took more memory than a thread has. */
    | 'memory'
    /** Its thread has ended for another reason. */
    | 'ended'
    | 'closed';
};

/** Answers questions: in other threads or, for programs without them, in the calling one. */
export interface Answerers<Question, Reply> {
  ask(question: Question, by: AskedBy): Promise<Reply | Unserved>;
  close(): Promise<void>;
}

/** What a thread is asked. `number` increases with every question of the thread. */
export type PooledQuestion<Question> =
  | {
      readonly kind: 'question';
      readonly number: number;
      readonly question: Question;
      readonly turnMs: number | undefined;
      readonly limitMs: number | undefined;
    }
  | { readonly kind: 'close' };

/** `ms`: how long the thread has worked. */
export type PooledReply<Reply> =
  | { readonly kind: 'answer'; readonly reply: Reply; readonly ms: number }
  /** It was stopped, because its turn is over, or its limit, or because the starter wanted it. */
  | { readonly kind: 'stopped'; readonly by: 'turn' | 'limit' | 'starter'; readonly ms: number }
  | { readonly kind: 'closed' };

type Job<Question, Reply> = {
  readonly question: Question;
  readonly by: AskedBy;
  readonly settle: (reply: Reply | Unserved) => void;
  /** Set while it waits. */
  ticket: Ticket<Job<Question, Reply>> | undefined;
  /** Set while a thread works on it. */
  at: PoolThread<Question, Reply> | undefined;
  isSettled: boolean;
  /** Whether it is stopped because it ran for long and others wait. */
  isOverdue: boolean;
};

type Link<Question, Reply> = ThreadLink<PooledQuestion<Question>, PooledReply<Reply>>;

type PoolThread<Question, Reply> = {
  readonly lane: LaneName;
  readonly stopped: Int32Array;
  link: Link<Question, Reply> | undefined;
  /** The number of its current question. */
  number: number;
  isBusy: boolean;
};

export class ThreadPool<Question, Reply> implements Answerers<Question, Reply> {
  private readonly options: PoolOptions<Question>;
  private readonly schedule: Schedule<Job<Question, Reply>>;
  private readonly threads = new Set<PoolThread<Question, Reply>>();
  /** After a thread could not be started, none is started for a while. */
  private isResting = false;
  private isClosed = false;

  constructor(options: PoolOptions<Question>) {
    this.options = options;
    this.schedule = new Schedule(options.limits);
  }

  /** The questions that wait, and those that are worked on. */
  get openQuestions(): number {
    let busy = 0;
    for (const { isBusy } of this.threads) if (isBusy) busy++;
    return busy + this.schedule.length('short') + this.schedule.length('long');
  }

  /** Starts a thread of each lane, so that the first questions do not wait for it. */
  start(): void {
    for (const lane of lanes) if (this.countOf(lane) === 0) this.startThread(lane);
  }

  ask(question: Question, by: AskedBy): Promise<Reply | Unserved> {
    if (this.isClosed) return Promise.resolve({ kind: 'unserved', why: 'closed' });
    if (by.left?.aborted === true) return Promise.resolve({ kind: 'unserved', why: 'left' });
    return new Promise((resolve) => {
      const leave = (): void => this.leave(job);
      const settle = (reply: Reply | Unserved): void => {
        by.left?.removeEventListener('abort', leave);
        resolve(reply);
      };
      const job: Job<Question, Reply> = {
        question,
        by,
        settle,
        ticket: undefined,
        at: undefined,
        isSettled: false,
        isOverdue: false,
      };
      by.left?.addEventListener('abort', leave);
      this.wait(job, this.options.isLong?.(question) === true ? 'long' : 'short');
    });
  }

  /** Ends the threads; questions that wait or run get no answer. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const { job } of this.schedule.clear()) refuse(job, 'closed');
    const links = [...this.threads].flatMap(({ link, stopped, number }) => {
      Atomics.store(stopped, 0, number);
      return link ?? [];
    });
    await Promise.all(links.map((link) => link.close(closingMs)));
  }

  private wait(job: Job<Question, Reply>, lane: LaneName): void {
    const nowMs = this.options.clock.nowMs();
    const { ticket, refused } = this.schedule.add(job, { client: job.by.client, lane, nowMs });
    job.ticket = ticket;
    if (refused !== undefined) refuse(refused.job, 'busy');
    this.proceed(lane);
  }

  private leave(job: Job<Question, Reply>): void {
    if (job.ticket !== undefined) this.schedule.remove(job.ticket);
    if (job.at !== undefined) Atomics.store(job.at.stopped, 0, job.at.number);
    refuse(job, 'left');
  }

  private proceed(lane: LaneName): void {
    while (this.schedule.length(lane) > 0) {
      const thread = this.freeThread(lane);
      if (thread === undefined) return;
      const turn = this.schedule.next(lane, this.options.clock.nowMs());
      if (turn !== undefined) this.handOver(thread, turn);
    }
  }

  /** Starts another thread if all are busy and there may be more. */
  private freeThread(lane: LaneName): PoolThread<Question, Reply> | undefined {
    let areAllReady = true;
    for (const thread of this.threads) {
      if (thread.lane !== lane) continue;
      if (thread.link === undefined) areAllReady = false;
      else if (!thread.isBusy) return thread;
    }
    if (areAllReady && this.countOf(lane) < this.options.threads[lane]) this.startThread(lane);
    return undefined;
  }

  private handOver(
    thread: PoolThread<Question, Reply>,
    { ticket, ms: turnMs, lane }: Turn<Job<Question, Reply>>,
  ): void {
    const { job, client } = ticket;
    const number = ++thread.number;
    thread.isBusy = true;
    job.ticket = undefined;
    job.at = thread;
    const { limitMs } = job.by;
    const asked = { kind: 'question', number, question: job.question, turnMs, limitMs } as const;
    thread.link?.ask(asked, (reply) => {
      thread.isBusy = false;
      job.at = undefined;
      // The thread has ended: it must get no other question.
      if (reply.kind === 'ended') this.threads.delete(thread);
      if (reply.kind === 'answer' || reply.kind === 'stopped') {
        const nowMs = this.options.clock.nowMs();
        const isDone = reply.kind === 'answer' || reply.by !== 'turn';
        this.schedule.worked(client, { ms: reply.ms, isDone, nowMs });
      }
      this.settle(job, reply, lane);
      this.proceed(thread.lane);
    });
    if (turnMs === undefined) this.watch(job, thread, this.options.limits.longMs);
  }

  /** Stops a question that runs for long while others wait, so that one without an end cannot keep its thread. */
  private watch(
    job: Job<Question, Reply>,
    thread: PoolThread<Question, Reply>,
    afterMs: number,
  ): void {
    const { number } = thread;
    const check = (): void => {
      if (job.at !== thread || thread.number !== number) return;
      if (this.schedule.length(thread.lane) === 0) {
        this.watch(job, thread, overdueCheckMs);
        return;
      }
      job.isOverdue = true;
      Atomics.store(thread.stopped, 0, number);
    };
    this.options.timer.after(afterMs, check, { isBackground: true });
  }

  private settle(
    job: Job<Question, Reply>,
    reply: PooledReply<Reply> | Ended,
    lane: LaneName,
  ): void {
    if (job.isSettled) return;
    switch (reply.kind) {
      case 'answer':
        job.isSettled = true;
        job.settle(reply.reply);
        return;
      case 'stopped':
        if (reply.by === 'turn' && !this.isClosed) this.wait(job, lane);
        else refuse(job, reply.by === 'limit' || job.isOverdue ? 'limit' : 'closed');
        return;
      case 'ended':
        return refuse(job, reply.why.kind === 'memory' ? 'memory' : 'ended');
      case 'closed':
        return refuse(job, 'closed');
    }
  }

  private countOf(lane: LaneName): number {
    let count = 0;
    for (const thread of this.threads) if (thread.lane === lane) count++;
    return count;
  }

  private startThread(lane: LaneName): void {
    if (this.isResting || this.isClosed) return;
    const { startThread, timer, limits, onFault } = this.options;
    const stopped = newCounter();
    const thread: PoolThread<Question, Reply> = {
      lane,
      stopped,
      link: undefined,
      number: 0,
      isBusy: false,
    };
    this.threads.add(thread);
    const started = ThreadLink.start<PooledQuestion<Question>, PooledReply<Reply>, undefined>(
      startThread(lane, stopped),
      {
        timer,
        patienceMs: limits.turnMs + unresponsiveMs,
        mayTakeLong: () => lane === 'long',
        closing: { kind: 'close' },
        onEnd: (why) => {
          this.threads.delete(thread);
          if (why.kind === 'fault' && !this.isClosed) onFault(why.error);
          this.proceed(lane);
        },
      },
    );
    void started.then(
      ({ link }) => {
        if (this.isClosed) return void link.close();
        thread.link = link;
        this.proceed(lane);
      },
      (error: unknown) => this.rest(thread, error),
    );
  }

  /** Refuses what waits, because no thread could be started, and tries again a little later. */
  private rest(thread: PoolThread<Question, Reply>, error: unknown): void {
    this.threads.delete(thread);
    if (this.isClosed) return;
    this.options.onFault(error);
    if (this.countOf(thread.lane) > 0) return;
    this.isResting = true;
    for (const { job } of this.schedule.clear()) refuse(job, 'busy');
    this.options.timer.after(
      restartMs,
      () => {
        this.isResting = false;
        for (const lane of lanes) this.proceed(lane);
      },
      { isBackground: true },
    );
  }
}

const overdueCheckMs = 1000;

const lanes: readonly LaneName[] = ['short', 'long'];

function refuse<Question, Reply>(job: Job<Question, Reply>, why: Unserved['why']): void {
  if (job.isSettled) return;
  job.isSettled = true;
  job.settle({ kind: 'unserved', why });
}
