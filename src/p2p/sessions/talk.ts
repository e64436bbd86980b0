// Questions to one peer during a session: what its answers say about it, and how often it is asked.

import type { Clock, Timer } from '../../base/ports/time.ts';
import type { Result } from '../../base/result.ts';
import type { PeerInfo } from '../address/peer-info.ts';
import type { Ask, AskFault, Message } from '../messages/message.ts';
import { statuses } from '../messages/statuses.ts';
import type { FaultClass } from '../peers/fault-class.ts';
import { sessionLimits as limits } from './limits.ts';
import { pause } from './pause.ts';

export type TalkParts = {
  readonly ask: Ask;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly signal: AbortSignal;
  readonly onAnswer: () => void;
  readonly onFault: (fault: FaultClass, what: string) => void;
  /** The conversation cannot go on. */
  readonly onEnd: (why: string) => void;
};

export class Talk {
  readonly peer: PeerInfo;
  private readonly parts: TalkParts;
  private failures = 0;
  private slowUntilMs = -Infinity;

  constructor(peer: PeerInfo, parts: TalkParts) {
    this.peer = peer;
    this.parts = parts;
  }

  async ask<Asked, Answered>(
    message: Message<Asked, Answered>,
    asked: Asked,
  ): Promise<Result<Answered, AskFault>> {
    const { ask, signal } = this.parts;
    const answer = await ask(this.peer, message, asked, { signal });
    if (signal.aborted) return answer;
    if (answer.ok) {
      this.failures = 0;
      this.parts.onAnswer();
    } else {
      this.judge(message.name, answer.fault);
    }
    return answer;
  }

  /** Whether the peer said a short time ago that there are too many requests. */
  get isSlow(): boolean {
    return this.parts.clock.nowMs() < this.slowUntilMs;
  }

  /** Waits between requests; twice as long after the peer said that they are too many. */
  pause(milliseconds: number): Promise<void> {
    const { timer, signal } = this.parts;
    return pause(timer, this.isSlow ? milliseconds * 2 : milliseconds, signal);
  }

  private judge(name: string, fault: AskFault): void {
    const { onFault, onEnd, clock } = this.parts;
    const what = `${name}: ${fault.sentence}`;
    switch (fault.kind) {
      case 'aborted':
        return;
      case 'status':
        if (fault.status === statuses.tooMany) this.slowUntilMs = clock.nowMs() + limits.slowMs;
        // What else it means is for the caller to say.
        else if (fault.status >= statuses.ownFault)
          this.missed(`${name}: it answers with a fault of its own`);
        return;
      case 'unreachable':
      case 'too-slow':
        this.missed(`${name}: no answer`);
        return;
      case 'wrong-certificate':
      case 'reserved-address':
        onEnd(what);
        return;
      case 'too-large':
      case 'malformed':
      case 'unreadable':
        onFault('malformed', `${name}: an answer that cannot be read`);
        onEnd(what);
    }
  }

  private missed(what: string): void {
    this.failures += 1;
    this.parts.onFault('late', what);
    if (this.failures >= limits.failures) this.parts.onEnd(what);
  }
}
