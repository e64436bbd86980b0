// The thread's end of a pool: answers one question after the other, and stops at the end of a turn or a limit, or when
// the starter wants it.

import type { MessagePort } from 'node:worker_threads';
import type { Clock } from '../ports/time.ts';
import type { Answerers, AskedBy, Unserved } from './pool.ts';
import {
  places,
  type PooledQuestions,
  type PooledReplies,
  type PooledReply,
} from './pool-messages.ts';
import { ThreadPort } from './thread-port.ts';

/** Whether the current question must stop. Work asks now and then. */
export class Stopwatch {
  private readonly clock: Clock;
  private readonly shared: Int32Array | undefined;
  private number = -1;
  private startMs = 0;
  private turnEndMs = Infinity;
  private limitEndMs = Infinity;
  private endMs = Infinity;

  /** `shared`: numbers that the starter of the thread shares with it. */
  constructor(clock: Clock, shared?: Int32Array) {
    this.clock = clock;
    this.shared = shared;
  }

  readonly isOver = (): boolean =>
    (this.endMs !== Infinity && this.clock.nowMs() > this.endMs) || this.isUnwanted();

  /** Milliseconds since the start. */
  get ms(): number {
    return this.clock.nowMs() - this.startMs;
  }

  get stoppedBy(): 'turn' | 'limit' | 'starter' {
    if (this.isUnwanted()) return 'starter';
    return this.clock.nowMs() > this.limitEndMs ? 'limit' : 'turn';
  }

  start(number: number, { turnMs = Infinity, limitMs = Infinity }: TurnLimits): void {
    this.number = number;
    if (this.shared !== undefined) Atomics.store(this.shared, places.running, number);
    this.startMs = this.clock.nowMs();
    this.turnEndMs = this.startMs + turnMs;
    this.limitEndMs = this.startMs + limitMs;
    this.endMs = Math.min(this.turnEndMs, this.limitEndMs);
  }

  /** From now on the question may not be stopped any more. */
  finish(): void {
    this.endMs = Infinity;
    this.number = -1;
  }

  private isUnwanted(): boolean {
    return this.shared !== undefined && Atomics.load(this.shared, places.stopped) === this.number;
  }
}

type TurnLimits = {
  readonly turnMs?: number | undefined;
  readonly limitMs?: number | undefined;
};

/** Returns the answer, or `stopped` if the work was ended because the stopwatch was over. */
type Answer<Question, Reply> = (
  question: Question,
  watch: Stopwatch,
) => Promise<Reply | 'stopped'> | Reply | 'stopped';

type ThreadProgram<Question, Reply> = {
  readonly port: MessagePort;
  readonly watch: Stopwatch;
  readonly answer: Answer<Question, Reply>;
  /** Bytes of a reply that are handed over instead of being copied. */
  readonly bytesOf?: (reply: Reply) => readonly ArrayBuffer[];
  /** Called before the thread ends. */
  readonly close?: () => Promise<void>;
};

/** The program of a thread of a pool. */
export function answerQuestions<Question, Reply>({
  port,
  watch,
  answer,
  bytesOf = () => [],
  close = () => Promise.resolve(),
}: ThreadProgram<Question, Reply>): void {
  const thread = new ThreadPort<PooledQuestions<Question>, PooledReplies<Reply>, undefined>(port);
  const run = async (id: number, asked: PooledQuestions<Question>): Promise<void> => {
    if (asked.kind === 'close') {
      await close();
      thread.reply(id, { kind: 'closed' });
      return;
    }
    const replies: PooledReply<Reply>[] = [];
    const moved: ArrayBuffer[] = [];
    let ms = 0;
    for (const { question, number, ...limits } of asked.questions) {
      if (replies.length > 0 && ms > asked.togetherMs) break;
      watch.start(number, limits);
      const reply = await answer(question, watch);
      if (reply === 'stopped') replies.push({ kind: 'stopped', by: watch.stoppedBy, ms: watch.ms });
      else {
        replies.push({ kind: 'answer', reply, ms: watch.ms });
        moved.push(...bytesOf(reply));
      }
      ms += watch.ms;
    }
    thread.reply(id, { kind: 'replies', replies }, moved);
    watch.finish();
  };
  thread.ready(undefined, ({ id, question }) => {
    // An exception ends the thread: the starter learns of it.
    run(id, question).catch((error: unknown) => {
      queueMicrotask(() => {
        throw error;
      });
    });
  });
}

/** Answers in the calling thread, one question after the other, for programs without other threads. */
export class OwnThread<Question, Reply> implements Answerers<Question, Reply> {
  private readonly answer: Answer<Question, Reply>;
  private readonly watch: Stopwatch;
  private last: Promise<unknown> = Promise.resolve();

  /** `watch`: that of the answers. */
  constructor(watch: Stopwatch, answer: Answer<Question, Reply>) {
    this.watch = watch;
    this.answer = answer;
  }

  start(): void {
    // There is nothing to start.
  }

  ask(question: Question, { limitMs }: AskedBy): Promise<Reply | Unserved> {
    const run = async (): Promise<Reply | Unserved> => {
      this.watch.start(0, { limitMs });
      try {
        const reply = await this.answer(question, this.watch);
        return reply === 'stopped' ? { kind: 'unserved', why: 'limit' } : reply;
      } finally {
        this.watch.finish();
      }
    };
    const answered = this.last.then(run, run);
    this.last = answered;
    return answered;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
