// What the server does for each of its routes.

import { readListen, readPoll } from '../command/index.ts';
import { parseHash, type Hash } from '../lang/session/index.ts';
import type { Ledger, NewCommand } from '../ledger/index.ts';
import { isStoreFault } from '../store/index.ts';
import { fault, type Answer } from './answer.ts';
import type { Config } from './config.ts';
import { endText, type Executor } from './executor.ts';
import { limits } from './limits.ts';
import type { Listeners } from './listeners.ts';
import type { Intake } from './intake-threads.ts';
import type { CheckedBody, CheckedCommand, Reply } from './messages.ts';
import type { EndCause } from './thread-link.ts';

export type ServiceParts = {
  readonly config: Config;
  readonly ledger: Ledger;
  readonly executor: Executor;
  readonly intake: Intake;
  readonly listeners: Listeners;
  readonly languageVersion: string;
  /** Microseconds since 1970. */
  readonly now: () => bigint;
};

type Refusal = { readonly kind: 'refused'; readonly answer: Answer };
type Checked =
  { readonly kind: 'commands'; readonly commands: readonly CheckedCommand[] } | Refusal;
type PolledKeys = Extract<Reply, { readonly kind: 'keys' }>;

/** Characters of a body with request keys that is read at once, on the main thread. */
const pollAtOnce = 8192;

export class Service {
  private readonly parts: ServiceParts;
  private isStopping = false;

  constructor(parts: ServiceParts) {
    this.parts = parts;
  }

  stop(): void {
    this.isStopping = true;
  }

  send(body: string): Promise<Answer> {
    return this.admit(body, 'public');
  }

  private(body: string): Promise<Answer> {
    return this.admit(body, 'sealed');
  }

  async poll(body: string): Promise<Answer> {
    const keys = await this.keysIn(body);
    if (keys.kind === 'refused') return keys.answer;
    const { ledger } = this.parts;
    return {
      kind: 'object',
      members: keys.keys.map((key) => () => {
        const answer = ledger.answer(hashOf(key));
        return answer.kind === 'result' ? `"${key}":${answer.text}` : undefined;
      }),
    };
  }

  async listen(body: string, left: AbortSignal): Promise<Answer> {
    const key = readListen(body);
    if (key.kind === 'fault') return fault(400, key.sentence);
    const { ledger, listeners, config } = this.parts;
    const now = this.told(key.value);
    if (now !== undefined) return now;
    switch (await listeners.wait(key.value, config.listenTimeoutMs, left)) {
      case 'done':
        return this.told(key.value) ?? fault(500, 'the result was lost');
      case 'too-many':
        return fault(503, `${limits.listeners} requests wait already: try again later`);
      case 'stopping':
        return fault(503, 'the server is shutting down: ask again once it is back');
      case 'timeout': {
        const { kind } = ledger.answer(key.value);
        const state = kind === 'waiting' ? 'has not been executed yet' : 'is not known here';
        const seconds = config.listenTimeoutMs / 1000;
        return fault(504, `after ${seconds} seconds the command ${key.value} ${state}`);
      }
    }
  }

  async local(body: string, query: URLSearchParams): Promise<Answer> {
    const flags = { preflight: query.get('preflight'), signed: query.get('signatureVerification') };
    for (const [name, flag] of Object.entries(flags)) {
      const isFlag = flag === null || flag === 'true' || flag === 'false';
      const called = name === 'signed' ? 'signatureVerification' : name;
      if (!isFlag) return fault(400, `the parameter ${called} is true or false`);
    }
    const checksSignatures = flags.signed !== 'false';
    const checked = await this.check(body, { kind: 'local', checksSignatures });
    if (checked.kind === 'refused') return checked.answer;
    const { executor, config, now } = this.parts;
    const preflight = flags.preflight === 'true';
    const [command] = checked.commands;
    const reply = await executor.local(command?.text ?? '', { preflight, time: now() });
    if (reply.kind === 'ended') return endedAnswer(reply.why, config);
    if (reply.kind === 'postponed') {
      return fault(503, 'the server is busy with other commands: ask again later');
    }
    if (reply.kind !== 'local-result') return fault(500, 'the thread gave no result');
    if (!preflight) return { kind: 'json', text: reply.text };
    // Nodes have none either since Pact 5, which warns of nothing.
    return { kind: 'json', text: `{"preflightResult":${reply.text},"preflightWarnings":[]}` };
  }

  version(): Answer {
    return { kind: 'text', text: `pact version ${this.parts.languageVersion}` };
  }

  private async admit(body: string, scope: NewCommand['scope']): Promise<Answer> {
    const what = scope === 'public' ? 'submission' : 'sealed';
    const checked = await this.check(body, { kind: what });
    if (checked.kind === 'refused') return checked.answer;
    if (this.isStopping)
      return fault(503, 'the server is shutting down: send again once it is back');
    const { ledger, executor, now } = this.parts;
    const commands = checked.commands.map(({ requestKey, text }) => ({
      requestKey: hashOf(requestKey),
      scope,
      text,
    }));
    const admission = unlessDiskRefuses(() => ledger.admit(commands, now()));
    switch (admission.kind) {
      case 'duplicate':
        return fault(400, duplicateText(admission.requestKey));
      case 'full':
        return fault(503, fullTexts[admission.what](ledger.waiting));
      case 'refused':
        return fault(503, `${admission.sentence}: no command of this body was taken`);
      case 'admitted': {
        const stays = await admission.stays.then(() => undefined, diskRefusal);
        if (stays !== undefined) {
          return fault(503, `${stays.sentence}: poll tells whether the commands were taken`);
        }
        executor.pump();
        const keys = commands.map(({ requestKey }) => `"${requestKey}"`).join(',');
        return { kind: 'json', text: `{"requestKeys":[${keys}]}` };
      }
    }
  }

  private async keysIn(body: string): Promise<PolledKeys | Refusal> {
    if (body.length > pollAtOnce) {
      const reply = await this.ask(body, { kind: 'poll' });
      return reply.kind === 'keys' || reply.kind === 'refused' ? reply : refused(noAnswer);
    }
    const keys = readPoll(body);
    if (keys.kind === 'fault') return refused(fault(400, keys.sentence));
    return { kind: 'keys', keys: [...new Set(keys.value)] };
  }

  private async check(body: string, what: CheckedBody): Promise<Checked> {
    const reply = await this.ask(body, what);
    return reply.kind === 'commands' || reply.kind === 'refused' ? reply : refused(noAnswer);
  }

  /** Asks a thread what is in a body. */
  private async ask(body: string, what: CheckedBody): Promise<Reply | Refusal> {
    const { intake, executor } = this.parts;
    if (intake.openQuestions + executor.openQuestions >= limits.openQuestions) {
      return refused(fault(503, 'the server is busy: send again later'));
    }
    const reply = await intake.check(body, what);
    if (reply.kind === 'refused') return refused(fault(503, reply.sentence));
    return reply.kind === 'fault' ? refused(fault(400, reply.sentence)) : reply;
  }

  /** What there is to say of a command without waiting. */
  private told(key: Hash): Answer | undefined {
    const answer = this.parts.ledger.answer(key);
    if (answer.kind === 'result') return { kind: 'json', text: answer.text };
    if (answer.kind !== 'kept') return undefined;
    return fault(404, `the command ${key} is sealed for others: it is kept, not executed`);
  }
}

const refused = (answer: Answer): Refusal => ({ kind: 'refused', answer });

const noAnswer = fault(500, 'the thread gave no answer');

const fullTexts = {
  commands: (waiting: number) => `${waiting} commands wait already: send again later`,
  bytes: (waiting: number) =>
    `${waiting} commands wait already, ${limits.waitingBytes / 2 ** 20} MiB of them: send again later`,
  memory: () =>
    `this server keeps all commands in memory, and has ${limits.memoryJournalBytes / 2 ** 20} MiB of ` +
    'them: start it with persistDir, or anew',
} as const;

type DiskRefusal = { readonly kind: 'refused'; readonly sentence: string };

/** A disk that is full, say, is no fault of ours. */
function unlessDiskRefuses<T>(ask: () => T): T | DiskRefusal {
  try {
    return ask();
  } catch (error) {
    return diskRefusal(error);
  }
}

function diskRefusal(error: unknown): DiskRefusal {
  if (!isStoreFault(error)) throw error;
  return { kind: 'refused', sentence: error.message };
}

/** What a `local` is told whose thread ended. */
function endedAnswer(why: EndCause, config: Config): Answer {
  if (why.kind === 'unable') return fault(503, why.unable.message);
  return fault(why.kind === 'fault' ? 500 : 400, endText(why, config));
}

function hashOf(text: string): Hash {
  const hash = parseHash(text);
  if (hash === undefined) throw new RangeError('the intake answers with request keys');
  return hash;
}

/** The reference's words. */
function duplicateText(requestKey: Hash): string {
  return (
    `Request key: ${requestKey} has already been submitted. ` +
    'If you are resubmitting a valid transaction, try changing the nonce in the payload'
  );
}
