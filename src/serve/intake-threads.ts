// The threads that look at what was sent before anybody else does. Small bodies have a thread of their
// own, so that large ones keep them waiting no longer than the machine has too few cores; the smallest
// of those that wait comes first. A body can end its thread, and nothing else: it is answered 503, and
// another thread goes on.

import { limits } from './limits.ts';
import type { BodySize, CheckedBody, Question, Reply } from './messages.ts';
import { ThreadLink, type Ended } from './thread-link.ts';
import type { StartThread } from './threads.ts';

export type Refused = { readonly kind: 'refused'; readonly sentence: string };

export type IntakeOptions = {
  readonly startThread: StartThread;
  /** A thread has ended because of a fault of ours. */
  readonly onFault: (error: unknown) => void;
};

export class Intake {
  private readonly small: Lane;
  private readonly large: Lane;

  private constructor(options: IntakeOptions) {
    this.small = new Lane({
      ...options,
      bodies: 'small',
      ahead: limits.smallBodiesAhead,
      patienceMs: limits.smallBodyMs,
    });
    this.large = new Lane({
      ...options,
      bodies: 'large',
      ahead: limits.largeBodiesAhead,
      patienceMs: limits.largeBodyMs,
    });
  }

  /** Once the thread for small bodies stands; that for large ones is started with the first of them. */
  static async start(options: IntakeOptions): Promise<Intake> {
    const intake = new Intake(options);
    await intake.small.start();
    return intake;
  }

  get openQuestions(): number {
    return this.small.openQuestions + this.large.openQuestions;
  }

  check(body: string, what: CheckedBody): Promise<Reply | Refused> {
    const lane = body.length <= limits.smallBody ? this.small : this.large;
    return lane.ask({ kind: 'check', what, body });
  }

  async close(): Promise<void> {
    await Promise.all([this.small.close(), this.large.close()]);
  }
}

type LaneOptions = IntakeOptions & {
  readonly bodies: BodySize;
  /** Bodies that are handed over at once. */
  readonly ahead: number;
  readonly patienceMs: number;
};

type Checking = Extract<Question, { readonly kind: 'check' }>;

type WaitingBody = {
  readonly question: Checking;
  readonly settle: (reply: Reply | Refused) => void;
  readonly until: number;
};

class Lane {
  private readonly options: LaneOptions;
  private link: ThreadLink | undefined;
  private starting: Promise<void> | undefined;
  /** The smallest first. */
  private readonly waiting: WaitingBody[] = [];
  private isClosed = false;

  constructor(options: LaneOptions) {
    this.options = options;
  }

  get openQuestions(): number {
    return this.waiting.length + (this.link?.openQuestions ?? 0);
  }

  ask(question: Checking): Promise<Reply | Refused> {
    return new Promise((settle) => {
      const until = performance.now() + limits.bodyWaitMs;
      const { length } = question.body;
      const at = this.waiting.findIndex((each) => each.question.body.length > length);
      this.waiting.splice(at === -1 ? this.waiting.length : at, 0, { question, settle, until });
      this.pump();
    });
  }

  /** Throws where no thread can be started. */
  async start(): Promise<void> {
    const { startThread, bodies, patienceMs } = this.options;
    const work = { kind: 'serve', role: 'intake', bodies } as const;
    const { link } = await ThreadLink.start(startThread(work), {
      patienceMs,
      onEnd: (why) => {
        this.link = undefined;
        if (why.kind === 'fault') this.options.onFault(why.error);
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
    if (this.isClosed) return this.refuseAll(stoppedText);
    const now = performance.now();
    while ((this.link?.openQuestions ?? 0) < this.options.ahead) {
      const next = this.waiting.shift();
      if (next === undefined) return;
      if (next.until < now) next.settle({ kind: 'refused', sentence: busyText });
      else if (this.link === undefined) {
        this.waiting.unshift(next);
        return this.startAgain();
      } else {
        this.link.ask(next.question, (reply) => {
          // The thread is over before it says so.
          if (reply.kind === 'ended') this.link = undefined;
          next.settle(answerOf(reply));
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
        this.refuseAll(busyText);
        this.started();
      },
    );
  }

  private started(): void {
    this.starting = undefined;
    this.pump();
  }

  private refuseAll(sentence: string): void {
    for (const { settle } of this.waiting.splice(0)) settle({ kind: 'refused', sentence });
  }
}

function answerOf(reply: Reply | Ended): Reply | Refused {
  return reply.kind === 'ended' ? { kind: 'refused', sentence: endedText } : reply;
}

const busyText = 'the server is busy: send this again later';
const endedText =
  'this body, or another one, took too much time or memory to look at: send it again';
const stoppedText = 'the server is shutting down: send this again once it is back';
