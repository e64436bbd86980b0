// Runs the threads that check bodies. Small bodies have a thread of their own, so they do not wait for large
// ones unless the machine has too few cores. If a body ends its thread, only that request gets 503, and a new
// thread goes on.

import type { Clock, Timer } from '../../base/ports/time.ts';
import { Lane, type Unanswered } from '../../base/threads/index.ts';
import { limits } from './limits.ts';
import { closing, type BodySize, type CheckedBody, type Question, type Reply } from './messages.ts';
import type { StartThread } from './threads.ts';

export type Refused = { readonly kind: 'refused'; readonly sentence: string };

export type IntakeOptions = {
  readonly startThread: StartThread;
  readonly clock: Clock;
  readonly timer: Timer;
  /** Called when a thread ended because of a fault of pact. */
  readonly onFault: (error: unknown) => void;
};

export class Intake {
  private readonly small: Lane<Question, Reply>;
  private readonly large: Lane<Question, Reply>;

  private constructor(options: IntakeOptions) {
    this.small = laneOf('small', options);
    this.large = laneOf('large', options);
  }

  /** Resolves once the thread for small bodies is ready; the other one starts with the first large body. */
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
  busy: 'the server is busy: retry later',
  ended: 'checking this request, or another one, took too much time or memory: send it again',
  closed: 'the server is shutting down: retry later',
};
