// Checks request bodies in a thread: commands with valid hashes and signatures, or request keys.

import { readPoll } from '../../chain/command/index.ts';
import { parseHash, type Hash } from '../../lang/session/run.ts';
import type { FaultAnswer } from '../../base/http/index.ts';
import type { Executor } from './executor.ts';
import { fault } from './faults.ts';
import type { Intake } from './intake-threads.ts';
import { limits } from './limits.ts';
import type { CheckedBody, CheckedCommand, Reply } from './messages.ts';

export type Refusal = { readonly kind: 'refused'; readonly answer: FaultAnswer };

export type CheckedCommands =
  { readonly kind: 'commands'; readonly commands: readonly CheckedCommand[] } | Refusal;

export type PolledKeys = { readonly kind: 'keys'; readonly keys: readonly string[] } | Refusal;

/** Characters up to which a body with request keys is read on the main thread. */
const pollAtOnce = 8192;

export class CheckedBodies {
  private readonly intake: Intake;
  private readonly executor: Executor;

  constructor(intake: Intake, executor: Executor) {
    this.intake = intake;
    this.executor = executor;
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
    const { intake, executor } = this;
    if (intake.openQuestions + executor.openQuestions >= limits.openQuestions) {
      return refused(fault('busy'));
    }
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
