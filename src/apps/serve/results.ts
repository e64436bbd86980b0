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

type ResultsParts = {
  readonly bodies: CheckedBodies;
  readonly commandLog: CommandLog;
  readonly listeners: Listeners;
  readonly config: Pick<Config, 'listenTimeoutMs'>;
};

export class Results {
  private readonly parts: ResultsParts;

  constructor(parts: ResultsParts) {
    this.parts = parts;
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
    const { commandLog, listeners, config } = this.parts;
    const { value: requestKey } = key;
    const now = this.told(requestKey);
    if (now !== undefined) return now;
    switch (await listeners.wait(requestKey, config.listenTimeoutMs, left)) {
      case 'done':
        return this.told(requestKey) ?? fault('lost-result');
      case 'too-many':
        return fault('too-many-listen');
      case 'stopping':
        return fault('stopping-listens');
      case 'timeout': {
        const isWaiting = commandLog.answer(requestKey).kind === 'waiting';
        const seconds = config.listenTimeoutMs / 1000;
        return fault('listened-too-long', { seconds, requestKey, isWaiting });
      }
    }
  }

  /** Returns the result of a command if it is known now. */
  private told(requestKey: Hash): Answer | undefined {
    const answer = this.parts.commandLog.answer(requestKey);
    if (answer.kind === 'result') return { kind: 'json', text: answer.text };
    return answer.kind === 'kept' ? fault('sealed-for-others', requestKey) : undefined;
  }
}

type LocalRunsParts = {
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

type Heard = 'done' | 'timeout' | 'stopping' | 'too-many';

type Listener = (heard: Heard) => void;

export class Listeners {
  private readonly byKey = new Map<Hash, Set<Listener>>();
  private readonly most: number;
  private readonly timer: Timer;
  private count = 0;
  private isStopping = false;

  constructor(most: number, timer: Timer) {
    this.most = most;
    this.timer = timer;
  }

  /** `left` is called when the client disconnects. */
  wait(requestKey: Hash, timeoutMs: number, left: AbortSignal): Promise<Heard> {
    if (this.isStopping) return Promise.resolve('stopping');
    if (this.count >= this.most) return Promise.resolve('too-many');
    return new Promise((resolve) => {
      const listener = (heard: Heard): void => {
        cancel();
        this.remove(requestKey, listener);
        resolve(heard);
      };
      const cancel = this.timer.after(timeoutMs, () => listener('timeout'));
      left.addEventListener('abort', () => listener('timeout'), { once: true });
      this.add(requestKey, listener);
    });
  }

  tell(requestKey: Hash): void {
    for (const listener of [...(this.byKey.get(requestKey) ?? [])]) listener('done');
  }

  stop(): void {
    this.isStopping = true;
    const all = [...this.byKey.values()].flatMap((listeners) => [...listeners]);
    for (const listener of all) listener('stopping');
  }

  private add(requestKey: Hash, listener: Listener): void {
    const listeners = this.byKey.get(requestKey) ?? new Set();
    this.byKey.set(requestKey, listeners.add(listener));
    this.count++;
  }

  private remove(requestKey: Hash, listener: Listener): void {
    const listeners = this.byKey.get(requestKey);
    if (listeners?.delete(listener) !== true) return;
    this.count--;
    if (listeners.size === 0) this.byKey.delete(requestKey);
  }
}
