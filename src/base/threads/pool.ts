// Threads that answer questions of many clients, each question once. A question begins in a thread for short ones; if it
// is not done within its turn, it is stopped and begins again in a thread for long ones, which other threads do not wait
// for (schedule.ts). A question is stopped when its client leaves or its limit is over. A question that ends its thread,
// because it takes too much memory for example, gets no answer and is not asked again; another thread is started.

import type { Worker } from 'node:worker_threads';
import type { Client } from '../client.ts';
import type { Clock, Timer } from '../ports/time.ts';
import { closingMs, restartMs, unresponsiveMs, type QuestionLimits } from './limits.ts';
import {
  places,
  type PooledQuestions,
  type PooledReplies,
  type PooledReply,
} from './pool-messages.ts';
import { Schedule, type LaneName, type Ticket, type Turn } from './schedule.ts';
import { ThreadLink, type Ended } from './thread-link.ts';

export type PoolOptions<Question> = {
  readonly threads: Readonly<Record<LaneName, number>>;
  /** Starts a thread that runs `answerQuestions`, with these shared numbers. */
  readonly startThread: (lane: LaneName, shared: Int32Array) => Worker;
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
  /** Returns a signal that is aborted when the client does not wait any more. Short questions do without it. */
  readonly left?: (() => AbortSignal) | undefined;
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
  /** Starts threads, so that the first questions do not wait for them. */
  start(): void;
  ask(question: Question, by: AskedBy): Promise<Reply | Unserved>;
  close(): Promise<void>;
}

type Job<Question, Reply> = {
  readonly question: Question;
  readonly by: AskedBy;
  readonly settle: (reply: Reply | Unserved) => void;
  /** Set while it waits. */
  ticket: Ticket<Job<Question, Reply>> | undefined;
  /** Set while a thread has it, with its number there. */
  at: { readonly thread: PoolThread<Question, Reply>; readonly number: number } | undefined;
  isSettled: boolean;
  /** Whether it learns when its client leaves. */
  isListening: boolean;
  /** How many threads ended before they began with it. */
  losses: number;
  /** Whether it is stopped because it ran for long and others wait. */
  isOverdue: boolean;
};

type Link<Question, Reply> = ThreadLink<PooledQuestions<Question>, PooledReplies<Reply>>;

type PoolThread<Question, Reply> = {
  readonly lane: LaneName;
  /** By `places`. */
  readonly shared: Int32Array;
  link: Link<Question, Reply> | undefined;
  /** The number of its last question. */
  number: number;
  isBusy: boolean;
};

export class ThreadPool<Question, Reply> implements Answerers<Question, Reply> {
  private readonly options: PoolOptions<Question>;
  private readonly schedule: Schedule<Job<Question, Reply>>;
  private readonly threads = new Set<PoolThread<Question, Reply>>();
  /** After a thread could not be started, none is started for a while. */
  private isResting = false;
  private isPlanned = false;
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

  /** Starts a thread of each lane. */
  start(): void {
    for (const lane of lanes) if (this.countOf(lane) === 0) this.startThread(lane);
  }

  ask(question: Question, by: AskedBy): Promise<Reply | Unserved> {
    if (this.isClosed) return Promise.resolve({ kind: 'unserved', why: 'closed' });
    return new Promise((settle) => {
      const job: Job<Question, Reply> = {
        question,
        by,
        settle,
        ticket: undefined,
        at: undefined,
        isSettled: false,
        isOverdue: false,
        losses: 0,
        isListening: false,
      };
      const lane = this.options.isLong?.(question) === true ? 'long' : 'short';
      if (lane === 'long' || !this.schedule.isProven(by.client)) this.listen(job);
      if (!job.isSettled) this.wait(job, lane);
    });
  }

  /** Ends the threads; questions that wait or run get no answer. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const { job } of this.schedule.clear()) refuse(job, 'closed');
    const links = [...this.threads].flatMap(({ link, shared }) => {
      Atomics.store(shared, places.stopped, Atomics.load(shared, places.running));
      return link ?? [];
    });
    await Promise.all(links.map((link) => link.close(closingMs)));
  }

  private wait(job: Job<Question, Reply>, lane: LaneName): void {
    const nowMs = this.options.clock.nowMs();
    const { ticket, refused } = this.schedule.add(job, { client: job.by.client, lane, nowMs });
    job.ticket = ticket;
    if (refused !== undefined) refuse(refused.job, 'busy');
    if (lane === 'long') this.proceed(lane);
    else this.plan();
  }

  /** Hands questions over after the requests that the system has ready are read, several in one message. */
  private plan(): void {
    if (this.isPlanned) return;
    this.isPlanned = true;
    this.options.timer.soon(() => {
      this.isPlanned = false;
      this.proceed('short');
    });
  }

  private waitAgain(job: Job<Question, Reply>, lane: LaneName): void {
    this.listen(job);
    if (!job.isSettled) this.wait(job, lane);
  }

  /** From now on the question ends when its client leaves. */
  private listen(job: Job<Question, Reply>): void {
    if (job.isListening) return;
    job.isListening = true;
    const left = job.by.left?.();
    if (left?.aborted === true) this.leave(job);
    else left?.addEventListener('abort', () => this.leave(job), { once: true });
  }

  private leave(job: Job<Question, Reply>): void {
    if (job.isSettled) return;
    if (job.ticket !== undefined) {
      this.schedule.remove(job.ticket);
      // There may be room for a question of the other lane.
      this.proceed('short');
    }
    if (job.at !== undefined) stop(job.at);
    refuse(job, 'left');
  }

  private proceed(lane: LaneName): void {
    while (this.schedule.length(lane) > 0) {
      const thread = this.freeThread(lane);
      if (thread === undefined) return;
      const turn = this.schedule.next(lane);
      // Those that are left wait for room in the other lane.
      if (turn === undefined) return;
      this.handOver(thread, this.togetherWith(turn));
      if (lane === 'long') this.proceed('short');
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

  /** Takes out others that go with this one. */
  private togetherWith(first: Turn<Job<Question, Reply>>): readonly Turn<Job<Question, Reply>>[] {
    const turns = [first];
    if (!first.isProven) return turns;
    const { threads, limits } = this.options;
    // Threads share what waits, in two parts: while one is answered, clients read the answers to the other.
    const share = Math.ceil((this.schedule.length('short') + 1) / threads.short);
    const max = Math.min(limits.together, share, Math.max(limits.part, Math.ceil(share / 2)));
    while (turns.length < max) {
      const next = this.schedule.next('short', { isProven: true });
      if (next === undefined) break;
      turns.push(next);
    }
    return turns;
  }

  private handOver(
    thread: PoolThread<Question, Reply>,
    turns: readonly Turn<Job<Question, Reply>>[],
  ): void {
    thread.isBusy = true;
    const questions = turns.map(({ ticket: { job }, ms: turnMs }) => {
      const number = ++thread.number;
      job.ticket = undefined;
      job.at = { thread, number };
      return { number, question: job.question, turnMs, limitMs: job.by.limitMs };
    });
    const { togetherMs } = this.options.limits;
    thread.link?.ask({ kind: 'questions', questions, togetherMs }, (replies) => {
      thread.isBusy = false;
      // The thread has ended: it must get no other question.
      if (replies.kind === 'ended') this.threads.delete(thread);
      for (const [i, turn] of turns.entries()) this.conclude(turn, replies, i);
      this.proceed(thread.lane);
    });
    const [first] = turns;
    if (first !== undefined && first.ms === undefined) {
      this.watch(first.ticket.job, this.options.limits.longMs);
    }
  }

  private conclude(
    { ticket: { job, client }, lane, ms }: Turn<Job<Question, Reply>>,
    replies: PooledReplies<Reply> | Ended,
    i: number,
  ): void {
    const { at } = job;
    job.at = undefined;
    const reply = replies.kind === 'replies' ? replies.replies[i] : undefined;
    if (reply !== undefined) {
      const nowMs = this.options.clock.nowMs();
      const isDone = reply.kind === 'answer' || reply.by !== 'turn';
      this.schedule.worked(client, { ms: reply.ms, isDone, nowMs });
      return this.settle(job, reply, lane);
    }
    const running = at && Atomics.load(at.thread.shared, places.running);
    if (replies.kind === 'ended' && running === at?.number) {
      return refuse(job, replies.why.kind === 'memory' ? 'memory' : 'ended');
    }
    // It was not begun, or another question has ended the thread.
    if (replies.kind === 'ended') job.losses++;
    if (this.isClosed) refuse(job, 'closed');
    else if (job.losses > maxLosses) refuse(job, 'ended');
    else if (!job.isSettled) this.wait(job, ms === undefined ? 'long' : 'short');
  }

  /** Stops a question that runs for long while others wait, so that one without an end cannot keep its thread. */
  private watch(job: Job<Question, Reply>, afterMs: number): void {
    const { at } = job;
    const check = (): void => {
      if (at === undefined || job.at !== at) return;
      if (this.schedule.length(at.thread.lane) === 0) {
        this.watch(job, overdueCheckMs);
        return;
      }
      job.isOverdue = true;
      stop(at);
    };
    this.options.timer.after(afterMs, check, { isBackground: true });
  }

  private settle(job: Job<Question, Reply>, reply: PooledReply<Reply>, lane: LaneName): void {
    if (job.isSettled) return;
    if (reply.kind === 'answer') {
      job.isSettled = true;
      job.settle(reply.reply);
    } else if (reply.by === 'turn' && !this.isClosed) {
      this.waitAgain(job, lane);
    } else refuse(job, reply.by === 'limit' || job.isOverdue ? 'limit' : 'closed');
  }

  private countOf(lane: LaneName): number {
    let count = 0;
    for (const thread of this.threads) if (thread.lane === lane) count++;
    return count;
  }

  private startThread(lane: LaneName): void {
    if (this.isResting || this.isClosed) return;
    const { startThread, timer, limits, onFault } = this.options;
    const shared = new Int32Array(new SharedArrayBuffer(8));
    const thread: PoolThread<Question, Reply> = {
      lane,
      shared,
      link: undefined,
      number: 0,
      isBusy: false,
    };
    this.threads.add(thread);
    const started = ThreadLink.start<PooledQuestions<Question>, PooledReplies<Reply>, undefined>(
      startThread(lane, shared),
      {
        timer,
        patienceMs: limits.togetherMs + limits.turnMs + unresponsiveMs,
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

/** Threads that end again and again, whatever they are asked, must not keep a question forever. */
const maxLosses = 3;

const lanes: readonly LaneName[] = ['short', 'long'];

function stop<Question, Reply>({
  thread,
  number,
}: {
  readonly thread: PoolThread<Question, Reply>;
  readonly number: number;
}): void {
  Atomics.store(thread.shared, places.stopped, number);
}

function refuse<Question, Reply>(job: Job<Question, Reply>, why: Unserved['why']): void {
  if (job.isSettled) return;
  job.isSettled = true;
  job.settle({ kind: 'unserved', why });
}
