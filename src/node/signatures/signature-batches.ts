// Checks ED25519 signatures in separate threads, many per message: in Node's thread pool each signature wakes two threads,
// which costs as much as the check. Claims that arrive while all threads are busy form the next batch.

import type { Worker } from 'node:worker_threads';
import type { Clock, Timer } from '../../base/ports/time.ts';
import { Lane, type Unanswered } from '../../base/threads/index.ts';
import { isPackable, packClaims, packedAnswer, type PackedClaim } from './packed-claims.ts';

/** Packed claims. */
export type BatchQuestion = Uint8Array | 'close';

export type BatchReply =
  { readonly kind: 'checked'; readonly answers: Uint8Array } | { readonly kind: 'closed' };

export type BatchOptions = {
  readonly threads: number;
  readonly startThread: () => Worker;
  readonly clock: Clock;
  readonly timer: Timer;
  /** Called when a thread has ended because of a bug of ours; the caller must check its claims. */
  readonly onFault: (error: unknown) => void;
};

type Waiting = {
  readonly claim: PackedClaim;
  readonly settle: (answer: boolean | undefined) => void;
};

/** The most claims of one batch, about 5 ms of work: processing of the first ones can start while others are checked. */
const mostOfBatch = 32;
/** The time limit of a batch in milliseconds: a hundred times its usual duration. */
const patienceMs = 2_000;

export class SignatureBatches {
  private readonly options: BatchOptions;
  private readonly lanes: readonly Lane<BatchQuestion, BatchReply>[];
  private waiting: Waiting[] = [];
  private isPlanned = false;

  constructor(options: BatchOptions) {
    this.options = options;
    this.lanes = Array.from({ length: options.threads }, () => laneOf(options));
  }

  /** Resolves to `undefined` if the caller must check the claim itself. */
  ask(claim: PackedClaim): Promise<boolean | undefined> {
    if (!isPackable(claim)) return Promise.resolve(undefined);
    return new Promise((settle) => {
      this.waiting.push({ claim, settle });
      this.plan();
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.lanes.map((lane) => lane.close()));
  }

  /** Schedules the batch after the requests that the system has ready are read. */
  private plan(): void {
    if (this.isPlanned) return;
    this.isPlanned = true;
    this.options.timer.soon(() => {
      this.isPlanned = false;
      this.handOver();
    });
  }

  private handOver(): void {
    for (const lane of this.lanes) {
      if (this.waiting.length === 0) return;
      if (lane.openQuestions > 0) continue;
      const batch = this.waiting.splice(0, mostOfBatch);
      void lane.ask(packClaims(batch.map(({ claim }) => claim))).then((reply) => {
        this.settle(batch, reply);
        this.handOver();
      });
    }
  }

  private settle(batch: readonly Waiting[], reply: BatchReply | Unanswered): void {
    const answers = reply.kind === 'checked' ? reply.answers : undefined;
    for (const [i, { settle }] of batch.entries()) {
      const answer = answers?.[i] ?? packedAnswer.unknown;
      settle(answer === packedAnswer.unknown ? undefined : answer === packedAnswer.yes);
    }
  }
}

function laneOf({
  startThread,
  clock,
  timer,
  onFault,
}: BatchOptions): Lane<BatchQuestion, BatchReply> {
  return new Lane<BatchQuestion, BatchReply>({
    ...{ startThread, clock, timer, onFault, patienceMs },
    ahead: 1,
    waitMs: patienceMs,
    sizeOf: () => 0,
    closing: 'close',
  });
}
