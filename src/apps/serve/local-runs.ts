// Executes a command for its result and keeps no changes.

import type { Answer } from '../../base/http/index.ts';
import type { EndCause } from '../../base/threads/index.ts';
import type { CheckedBodies } from './checked-bodies.ts';
import type { Config } from './config.ts';
import { endText, type Executor } from './executor.ts';
import { fault } from './faults.ts';

export type LocalRunsParts = {
  readonly bodies: CheckedBodies;
  readonly executor: Executor;
  readonly config: Config;
  /** Microseconds since 1970. */
  readonly now: () => bigint;
};

export class LocalRuns {
  private readonly parts: LocalRunsParts;

  constructor(parts: LocalRunsParts) {
    this.parts = parts;
  }

  async run(body: string, query: URLSearchParams): Promise<Answer> {
    for (const name of ['preflight', 'signatureVerification']) {
      const flag = query.get(name);
      if (flag !== null && flag !== 'true' && flag !== 'false') return fault('bad-flag', name);
    }
    const checksSignatures = query.get('signatureVerification') !== 'false';
    const preflight = query.get('preflight') === 'true';
    const { bodies, executor, config, now } = this.parts;
    const checked = await bodies.commands(body, { kind: 'local', checksSignatures });
    if (checked.kind === 'refused') return checked.answer;
    const [command] = checked.commands;
    const reply = await executor.local(command?.text ?? '', { preflight, time: now() });
    if (reply.kind === 'ended') return endedAnswer(reply.why, config);
    if (reply.kind === 'postponed') return fault('busy-with-commands');
    if (reply.kind !== 'local-result') return fault('no-result');
    if (!preflight) return { kind: 'json', text: reply.text };
    // Nodes send none since Pact 5, which has no warnings.
    return { kind: 'json', text: `{"preflightResult":${reply.text},"preflightWarnings":[]}` };
  }
}

/** The text that the client gets when the thread ended. */
function endedAnswer(why: EndCause, config: Config): Answer {
  if (why.kind === 'unable') return fault('state-unusable', why.unable.message);
  const code = why.kind === 'fault' ? 'thread-failed' : 'ended-by-command';
  return fault(code, endText(why, config));
}
