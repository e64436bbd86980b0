// The thread's end of a pool: answers one question after the other, and stops at the end of a turn or a limit, or when
// the starter wants it.

import type { MessagePort } from 'node:worker_threads';
import type { Clock } from '../ports/time.ts';
import type { Answerers, AskedBy, PooledQuestion, PooledReply, Unserved } from './pool.ts';
import { ThreadPort } from './thread-port.ts';

/** Whether the current question must stop. Work asks now and then. */
export class Stopwatch {
  private readonly clock: Clock;
  private readonly stopped: Int32Array | undefined;
  private number = -1;
  private startMs = 0;
  private turnEndMs = Infinity;
  private limitEndMs = Infinity;
  private endMs = Infinity;

  /** `stopped`: a counter with the number of the last question that must stop. */
  constructor(clock: Clock, stopped?: Int32Array) {
    this.clock = clock;
    this.stopped = stopped;
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
    return this.stopped !== undefined && Atomics.load(this.stopped, 0) === this.number;
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

/** The program of a thread of a pool. `ready`: whatever the thread needs first. */
export function answerQuestions<Question, Reply>(
  port: MessagePort,
  watch: Stopwatch,
  answer: Answer<Question, Reply>,
  /** Bytes of the reply that need not be copied. */
  bytesOf: (reply: Reply) => readonly ArrayBuffer[] = () => [],
): void {
  const thread = new ThreadPort<PooledQuestion<Question>, PooledReply<Reply>, undefined>(port);
  const run = async (id: number, asked: PooledQuestion<Question>): Promise<void> => {
    if (asked.kind === 'close') {
      thread.reply(id, { kind: 'closed' });
      return;
    }
    watch.start(asked.number, asked);
    const reply = await answer(asked.question, watch);
    const { ms } = watch;
    if (reply === 'stopped') thread.reply(id, { kind: 'stopped', by: watch.stoppedBy, ms });
    else thread.reply(id, { kind: 'answer', reply, ms }, bytesOf(reply));
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
