// Returns the results of commands, at once or as soon as they exist.

import { readListen } from '../../chain/command/index.ts';
import type { Answer } from '../../base/http/index.ts';
import type { Hash } from '../../lang/session/run.ts';
import type { CommandLog } from '../command-log/index.ts';
import { hashOf, type CheckedBodies } from './checked-bodies.ts';
import type { Config } from './config.ts';
import { fault } from './faults.ts';
import type { Listeners } from './listeners.ts';

export type ResultsParts = {
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
