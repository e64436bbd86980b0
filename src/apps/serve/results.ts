// Returns the results of commands, at once or as soon as they exist; and the result of a command that changes nothing.

import { encodeCommandResult, readListen, refusal } from '../../chain/command/index.ts';
import type { Answer } from '../../base/http/index.ts';
import { assert } from '../../base/assert.ts';
import type { Client } from '../../base/client.ts';
import type { Answerers } from '../../base/threads/index.ts';
import type { Hash } from '../../lang/session/run.ts';
import { isStoreFault } from '../../storage/entries/index.ts';
import type { CommandLog } from './command-log.ts';
import { hashOf, type CheckedBodies } from './checked-bodies.ts';
import type { Config } from './config.ts';
import { stoppedText } from './evaluation.ts';
import { endText } from './executor.ts';
import { fault } from './faults.ts';
import type { Clock, Timer } from '../../base/ports/time.ts';
import { Waiters } from '../../base/waiters.ts';
import { limits } from './limits.ts';
import type { LocalQuestion, LocalReply } from './messages.ts';

type ResultsParts = {
  readonly bodies: CheckedBodies;
  readonly store: { readonly commandLog: CommandLog };
  /** Requests that wait for a result. */
  readonly listeners: Waiters<'done'>;
  readonly config: Pick<Config, 'listenTimeoutMs'>;
  readonly clock: Clock;
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
    const { bodies, store } = this.parts;
    const keys = await bodies.keys(body);
    if (keys.kind === 'refused') return keys.answer;
    const hashes = keys.keys.map(hashOf);
    try {
      await this.enforceReadable(hashes);
    } catch (error) {
      return damageAnswer(error);
    }
    return {
      kind: 'object',
      members: hashes.map((requestKey) => () => {
        const answer = store.commandLog.answer(requestKey);
        return answer.kind === 'result' ? `"${requestKey}":${answer.text}` : undefined;
      }),
    };
  }

  /** Reads all results once, in slices, because an answer cannot become a fault after its first byte. */
  private async enforceReadable(hashes: readonly Hash[]): Promise<void> {
    const { store, clock, timer } = this.parts;
    let sliceEnd = clock.nowMs() + limits.sliceMs;
    for (const requestKey of hashes) {
      store.commandLog.answer(requestKey);
      if (clock.nowMs() < sliceEnd) continue;
      await new Promise<void>((resolve) => timer.after(0, resolve));
      sliceEnd = clock.nowMs() + limits.sliceMs;
    }
  }

  async listen(body: string, left: AbortSignal): Promise<Answer> {
    const key = readListen(body);
    if (!key.ok) return fault('bad-body', key.fault.sentence);
    const { value: requestKey } = key;
    const now = this.known(requestKey);
    if (now !== undefined) return now;
    if (this.isStopping) return fault('stopping-listens');
    const { store, config, listeners, timer } = this.parts;
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
    const isWaiting = store.commandLog.answer(requestKey).kind === 'waiting';
    const seconds = config.listenTimeoutMs / 1000;
    return fault('listened-too-long', { seconds, requestKey, isWaiting });
  }

  /** Returns the result of a command if it is known now, or the fault if it cannot be read. */
  private known(requestKey: Hash): Answer | undefined {
    try {
      const answer = this.parts.store.commandLog.answer(requestKey);
      if (answer.kind === 'result') return { kind: 'json', text: answer.text };
      return answer.kind === 'kept' ? fault('sealed-for-others', requestKey) : undefined;
    } catch (error) {
      return damageAnswer(error);
    }
  }
}

function damageAnswer(error: unknown): Answer {
  if (!isStoreFault(error)) throw error;
  return fault('disk-damaged', error.message);
}

export type LocalParts = {
  readonly bodies: CheckedBodies;
  readonly questions: Answerers<LocalQuestion, LocalReply>;
  readonly config: Pick<Config, 'timeLimitMs'>;
  /** Microseconds since 1970. */
  readonly now: () => bigint;
};

type LocalRequest = {
  readonly body: string;
  readonly query: URLSearchParams;
  readonly client: Client;
  readonly left: AbortSignal;
};

export async function runLocal(parts: LocalParts, request: LocalRequest): Promise<Answer> {
  const { body, query, client, left } = request;
  for (const name of ['preflight', 'signatureVerification']) {
    const flag = query.get(name);
    if (flag !== null && flag !== 'true' && flag !== 'false') return fault('bad-flag', name);
  }
  const checksSignatures = query.get('signatureVerification') !== 'false';
  const preflight = query.get('preflight') === 'true';
  const { bodies, questions, config, now } = parts;
  const checked = await bodies.commands(body, { kind: 'local', checksSignatures });
  if (checked.kind === 'refused') return checked.answer;
  const [command] = checked.commands;
  assert(command !== undefined, 'the intake has read one command');
  const { requestKey, text } = command;
  const { timeLimitMs: limitMs } = config;
  const reply = await questions.ask(
    { text, preflight, time: now() },
    { client, left: () => left, limitMs },
  );
  switch (reply.kind) {
    case 'local-result':
      return localAnswer(reply.text, preflight);
    case 'damaged':
      return fault('disk-damaged', reply.sentence);
    case 'unserved':
      switch (reply.why) {
        case 'limit': {
          const stopped = refusal(hashOf(requestKey), stoppedText(config));
          return localAnswer(encodeCommandResult(stopped), preflight);
        }
        case 'memory':
          return fault('ended-by-command', endText({ kind: 'memory' }, config));
        case 'ended':
          return fault('thread-failed', endText({ kind: 'fault', error: undefined }, config));
        case 'busy':
        case 'left':
          return fault('busy-with-locals');
        case 'closed':
          return fault('stopping-listens');
      }
  }
}

function localAnswer(text: string, preflight: boolean): Answer {
  // Nodes send no warnings since Pact 5, which has none.
  const json = preflight ? `{"preflightResult":${text},"preflightWarnings":[]}` : text;
  return { kind: 'json', text: json };
}
