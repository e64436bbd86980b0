// The threads that look at what was sent before anything else does. Small bodies have a thread of their
// own, so that large ones keep them waiting no longer than the machine has too few cores. A body can end
// its thread, and nothing else: it is answered 503, and another thread goes on.

import type { Clock } from '../base/ports/clock.ts';
import type { Timer } from '../base/ports/timer.ts';
import { Lane, type Unanswered } from '../threads/index.ts';
import { limits } from './limits.ts';
import { closing, type BodySize, type CheckedBody, type Question, type Reply } from './messages.ts';
import type { StartThread } from './threads.ts';

export type Refused = { readonly kind: 'refused'; readonly sentence: string };

export type IntakeOptions = {
  readonly startThread: StartThread;
  readonly clock: Clock;
  readonly timer: Timer;
  /** A thread has ended because of a fault of ours. */
  readonly onFault: (error: unknown) => void;
};

export class Intake {
  private readonly small: Lane<Question, Reply>;
  private readonly large: Lane<Question, Reply>;

  private constructor(options: IntakeOptions) {
    this.small = laneOf('small', options);
    this.large = laneOf('large', options);
  }

  /** Once the thread for small bodies is ready; that for large ones is started with the first of them. */
  static async start(options: IntakeOptions): Promise<Intake> {
    const intake = new Intake(options);
    await intake.small.start();
    return intake;
  }

  get openQuestions(): number {
    return this.small.openQuestions + this.large.openQuestions;
  }

  async check(body: string, what: CheckedBody): Promise<Reply | Refused> {
    const lane = body.length <= limits.smallBody ? this.small : this.large;
    const reply = await lane.ask({ kind: 'check', what, body });
    if (reply.kind !== 'unanswered') return reply;
    return { kind: 'refused', sentence: unansweredTexts[reply.why] };
  }

  async close(): Promise<void> {
    await Promise.all([this.small.close(), this.large.close()]);
  }
}

function laneOf(
  bodies: BodySize,
  { startThread, ...options }: IntakeOptions,
): Lane<Question, Reply> {
  const isSmall = bodies === 'small';
  return new Lane({
    ...options,
    startThread: () => startThread({ kind: 'serve', role: 'intake', bodies }),
    ahead: isSmall ? limits.smallBodiesAhead : limits.largeBodiesAhead,
    patienceMs: isSmall ? limits.smallBodyMs : limits.largeBodyMs,
    waitMs: limits.bodyWaitMs,
    sizeOf: (question) => (question.kind === 'check' ? question.body.length : 0),
    closing,
  });
}

const unansweredTexts: Readonly<Record<Unanswered['why'], string>> = {
  busy: 'the server is busy: send this again later',
  ended: 'this body, or another one, took too much time or memory to look at: send it again',
  closed: 'the server is shutting down: send this again once it is back',
};
