// Returns the results of commands, at once or as soon as they exist; and the result of a command that changes nothing.

import { readListen } from '../../chain/command/index.ts';
import type { Answer } from '../../base/http/index.ts';
import type { Hash } from '../../lang/session/run.ts';
import type { CommandLog } from '../command-log/index.ts';
import { hashOf, type CheckedBodies } from './checked-bodies.ts';
import type { Config } from './config.ts';
import { fault } from './faults.ts';
import type { EndCause } from '../../base/threads/index.ts';
import { endText, type Executor } from './executor.ts';
import type { Timer } from '../../base/ports/time.ts';
import { Waiters } from '../../base/waiters.ts';
import { limits } from './limits.ts';

type ResultsParts = {
  readonly bodies: CheckedBodies;
  readonly commandLog: CommandLog;
  /** Requests that wait for a result. */
  readonly listeners: Waiters<'done'>;
  readonly config: Pick<Config, 'listenTimeoutMs'>;
  readonly timer: Timer;
};

export class Results {
  private readonly parts: ResultsParts;
  private isStopping = false;

  constructor(parts: ResultsParts) {
    this.parts = parts;
  }

  /** Ends all waiting, and refuses it from now on. */
  stop(): void {
    this.isStopping = true;
    this.parts.listeners.stop();
  }

  async poll(body: string): Promise<Answer> {
    const { bodies, commandLog } = this.parts;
    const keys = await bodies.keys(body);
    if (keys.kind === 'refused') return keys.answer;
    return {
      kind: 'object',
      members: keys.keys.map((key) => () => {
        const answer = commandLog.answer(hashOf(key));
        return answer.kind === 'result' ? `"${key}":${answer.text}` : undefined;
      }),
    };
  }

  async listen(body: string, left: AbortSignal): Promise<Answer> {
    const key = readListen(body);
    if (!key.ok) return fault('bad-body', key.fault.sentence);
    const { value: requestKey } = key;
    const now = this.known(requestKey);
    if (now !== undefined) return now;
    if (this.isStopping) return fault('stopping-listens');
    const { commandLog, config, listeners, timer } = this.parts;
    if (listeners.size >= limits.listeners) return fault('too-many-listen');
    const waiting = new AbortController();
    const end = (): void => waiting.abort();
    const cancel = timer.after(config.listenTimeoutMs, end);
    left.addEventListener('abort', end, { once: true });
    const heard = await listeners.wait(requestKey, waiting.signal);
    cancel();
    if (heard === 'done') return this.known(requestKey) ?? fault('lost-result');
    // The signal ends the wait, or the server does.
    if (!waiting.signal.aborted) return fault('stopping-listens');
    const isWaiting = commandLog.answer(requestKey).kind === 'waiting';
    const seconds = config.listenTimeoutMs / 1000;
    return fault('listened-too-long', { seconds, requestKey, isWaiting });
  }

  /** Returns the result of a command if it is known now. */
  private known(requestKey: Hash): Answer | undefined {
    const answer = this.parts.commandLog.answer(requestKey);
    if (answer.kind === 'result') return { kind: 'json', text: answer.text };
    return answer.kind === 'kept' ? fault('sealed-for-others', requestKey) : undefined;
  }
}

export type LocalParts = {
  readonly bodies: CheckedBodies;
  readonly executor: Executor;
  readonly config: Config;
  /** Microseconds since 1970. */
  readonly now: () => bigint;
};

export async function runLocal(
  parts: LocalParts,
  body: string,
  query: URLSearchParams,
): Promise<Answer> {
  for (const name of ['preflight', 'signatureVerification']) {
    const flag = query.get(name);
    if (flag !== null && flag !== 'true' && flag !== 'false') return fault('bad-flag', name);
  }
  const checksSignatures = query.get('signatureVerification') !== 'false';
  const preflight = query.get('preflight') === 'true';
  const { bodies, executor, config, now } = parts;
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

/** The text that the client gets when the thread ended. */
function endedAnswer(why: EndCause, config: Config): Answer {
  if (why.kind === 'unable') return fault('state-unusable', why.unable.message);
  const code = why.kind === 'fault' ? 'thread-failed' : 'ended-by-command';
  return fault(code, endText(why, config));
}
