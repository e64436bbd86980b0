// Checks request bodies in threads: commands with valid hashes and signatures, or request keys. Small bodies have a
// thread of their own, so they do not wait for large ones unless the machine has too few cores. If a body ends its
// thread, only that request gets 503, and a new thread continues.

import { readPoll } from '../../chain/command/index.ts';
import { parseHash, type Hash } from '../../lang/session/run.ts';
import type { FaultAnswer } from '../../base/http/index.ts';
import { fault } from './faults.ts';
import { limits } from './limits.ts';
import {
  type CheckedBody,
  type CheckedCommand,
  type Reply,
  closing,
  type BodySize,
  type Question,
  type StartThread,
} from './messages.ts';
import type { Clock, Timer } from '../../base/ports/time.ts';
import { Lane, type Unanswered } from '../../base/threads/index.ts';

type Refusal = { readonly kind: 'refused'; readonly answer: FaultAnswer };

type CheckedCommands =
  | { readonly kind: 'commands'; readonly commands: readonly CheckedCommand[] }
  | Refusal;

type PolledKeys = { readonly kind: 'keys'; readonly keys: readonly string[] } | Refusal;

/** Characters up to which a body with request keys is read on the main thread. */
const pollAtOnce = 8192;

export class CheckedBodies {
  private readonly intake: Intake;

  constructor(intake: Intake) {
    this.intake = intake;
  }

  async commands(body: string, what: CheckedBody): Promise<CheckedCommands> {
    const reply = await this.ask(body, what);
    const isExpected = reply.kind === 'commands' || reply.kind === 'refused';
    return isExpected ? reply : refused(fault('no-answer'));
  }

  async keys(body: string): Promise<PolledKeys> {
    if (body.length > pollAtOnce) {
      const reply = await this.ask(body, { kind: 'poll' });
      const isExpected = reply.kind === 'keys' || reply.kind === 'refused';
      return isExpected ? reply : refused(fault('no-answer'));
    }
    const keys = readPoll(body);
    if (!keys.ok) return refused(fault('bad-body', keys.fault.sentence));
    return { kind: 'keys', keys: [...new Set(keys.value)] };
  }

  private async ask(body: string, what: CheckedBody): Promise<Reply | Refusal> {
    const { intake } = this;
    if (intake.openQuestions >= limits.openQuestions) return refused(fault('busy'));
    const reply = await intake.check(body, what);
    if (reply.kind === 'refused') return refused(fault('body-unchecked', reply.sentence));
    return reply.kind === 'fault' ? refused(fault('bad-body', reply.sentence)) : reply;
  }
}

const refused = (answer: FaultAnswer): Refusal => ({ kind: 'refused', answer });

export function hashOf(text: string): Hash {
  const hash = parseHash(text);
  if (hash === undefined) throw new RangeError('the intake answers with request keys');
  return hash;
}

type Refused = { readonly kind: 'refused'; readonly sentence: string };

type IntakeOptions = {
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
