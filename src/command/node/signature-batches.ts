// Signatures of ED25519 checked by threads of their own, many in one message: in Node's thread pool each of them wakes two
// threads, which costs as much as the check. What comes in while all threads are at work makes the next batch.

import type { Worker } from 'node:worker_threads';
import type { Clock } from '../../base/ports/clock.ts';
import type { Timer } from '../../base/ports/timer.ts';
import { Lane, type Unanswered } from '../../threads/index.ts';
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
  /** A thread has ended because of a fault of ours: its claims are left to the caller. */
  readonly onFault: (error: unknown) => void;
};

type Waiting = {
  readonly claim: PackedClaim;
  readonly settle: (answer: boolean | undefined) => void;
};

/** Claims of one batch at most, some 5 ms of work: what follows the first ones can begin while others are checked. */
const mostOfBatch = 32;
/** Milliseconds for one batch: a hundred times what it takes. */
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

  /** `undefined` where the caller must find out by itself. */
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

  /** After the requests that the system has ready are read. */
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
