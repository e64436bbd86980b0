// Checks ED25519 signatures in separate threads, many per message: in Node's thread pool each signature wakes two threads,
// which costs as much as the check. Claims that arrive while all threads are busy form the next batch, packed into bytes:
// for each the key (32 bytes), the signature (64) and the signed hash (32).

import type { Worker, MessagePort } from 'node:worker_threads';
import type { Clock, Timer } from '../../base/ports/time.ts';
import { Lane, type Unanswered, ThreadPort } from '../../base/threads/index.ts';
import { verify } from 'node:crypto';
import { ed25519Key, ReadyKeys } from './ready-keys.ts';

/** Packed claims. */
type BatchQuestion = Uint8Array | 'close';

type BatchReply =
  | { readonly kind: 'checked'; readonly answers: Uint8Array }
  | { readonly kind: 'closed' };

type BatchOptions = {
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
const maxOfBatch = 32;
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
      const batch = this.waiting.splice(0, maxOfBatch);
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
    startThread,
    clock,
    timer,
    onFault,
    patienceMs,
    ahead: 1,
    waitMs: patienceMs,
    sizeOf: () => 0,
    closing: 'close',
  });
}

export type PackedClaim = {
  readonly message: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly signature: Uint8Array;
};

const keyLength = 32;
const signatureLength = 64;
const hashLength = 32;
const claimLength = keyLength + signatureLength + hashLength;

/** The answers of a thread about a claim. */
const packedAnswer = {
  no: 0,
  yes: 1,
  /** Node does not accept the key or cannot decide. */
  unknown: 2,
} as const;

function isPackable({ message, publicKey, signature }: PackedClaim): boolean {
  return (
    publicKey.length === keyLength &&
    signature.length === signatureLength &&
    message.length === hashLength
  );
}

/** Packs claims that `isPackable` accepts. */
function packClaims(claims: readonly PackedClaim[]): Uint8Array {
  const packed = new Uint8Array(claims.length * claimLength);
  for (const [i, { message, publicKey, signature }] of claims.entries()) {
    const at = i * claimLength;
    packed.set(publicKey, at);
    packed.set(signature, at + keyLength);
    packed.set(message, at + keyLength + signatureLength);
  }
  return packed;
}

function* unpackClaims(packed: Uint8Array): Iterable<PackedClaim> {
  for (let at = 0; at < packed.length; at += claimLength) {
    const signatureAt = at + keyLength;
    const messageAt = signatureAt + signatureLength;
    yield {
      publicKey: packed.subarray(at, signatureAt),
      signature: packed.subarray(signatureAt, messageAt),
      message: packed.subarray(messageAt, at + claimLength),
    };
  }
}

export function checkInThread(port: MessagePort): void {
  const keys = new ReadyKeys();
  const thread = new ThreadPort<BatchQuestion, BatchReply, undefined>(port);
  thread.ready(undefined, ({ id, question }) => {
    if (question === 'close') return thread.reply(id, { kind: 'closed' });
    const answers = Uint8Array.from(unpackClaims(question), (claim) => answerTo(claim, keys));
    thread.reply(id, { kind: 'checked', answers });
  });
}

function answerTo({ message, publicKey, signature }: PackedClaim, keys: ReadyKeys): number {
  const key = keys.keyOf(ed25519Key(publicKey));
  if (key === undefined) return packedAnswer.unknown;
  try {
    return verify(undefined, message, key, signature) ? packedAnswer.yes : packedAnswer.no;
  } catch {
    return packedAnswer.unknown;
  }
}
