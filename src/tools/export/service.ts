// Asks a node about its network, its cut and its blocks. A request without an answer is repeated after a pause, or after the time
// that the node asks for. Nothing that it answers is believed here but the form: see verified-blocks.ts.

import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { jsonFaultTexts, readJsonBytes } from '../../base/json-reader.ts';
import type { Timer } from '../../base/ports/time.ts';
import { endedEarly, ExportError } from './export-error.ts';
import { exportLimits } from './limits.ts';
import { pause } from './pause.ts';
import type { ServiceAnswer, ServicePort, ServiceRequest } from './service-port.ts';
import { Slots } from './slots.ts';

export type ServiceOptions = {
  readonly port: ServicePort;
  readonly timer: Timer;
  readonly signal: AbortSignal;
  /** Called before each pause after a request that failed. */
  readonly onRetry: (sentence: string, pauseMs: number) => void;
};

export type Asked = Pick<ServiceRequest, 'method' | 'path' | 'body' | 'maxBytes'>;

export type Answered =
  | { readonly kind: 'answer'; readonly status: number; readonly body: Uint8Array }
  | { readonly kind: 'too-large' };

/** Statuses of a node or proxy that may answer later. */
const passing = new Set([408, 429, 500, 502, 503, 504]);

export class Service {
  private readonly options: ServiceOptions;
  private readonly slots = new Slots(exportLimits.requests);
  /** Requests that fail are repeated without end: a node that answered once will probably come back. */
  isPatient = false;
  private hasAnswered = false;

  constructor(options: ServiceOptions) {
    this.options = options;
  }

  get address(): string {
    return this.options.port.address;
  }

  /** Throws an `ExportError` if the node does not answer in several attempts. */
  async ask(asked: Asked): Promise<Answered> {
    const { timer, signal, onRetry } = this.options;
    for (let failures = 0; ;) {
      const answer = await this.once(asked);
      if (answer.kind === 'too-large') return answer;
      if (answer.kind === 'answer') this.hasAnswered = true;
      if (answer.kind === 'answer' && !passing.has(answer.status)) return answer;
      failures++;
      const sentence = this.failureText(answer);
      // The first request tells whether the address is right: a mistake in it is reported at once. A busy node is none.
      const isOver = !this.hasAnswered || (!this.isPatient && failures >= exportLimits.attempts);
      if (isOver) throw new ExportError('unreachable', sentence);
      const usual = Math.min(exportLimits.longestPauseMs, 500 * 2 ** Math.min(failures, 10));
      const asksFor = answer.kind === 'answer' ? (answer.retryAfterMs ?? 0) : 0;
      const pauseMs = Math.max(usual, Math.min(asksFor, exportLimits.longestRetryAfterMs));
      onRetry(sentence, pauseMs);
      await pause(timer, pauseMs, signal);
    }
  }

  /** Reads the answer as a JSON object. */
  async object(asked: Asked): Promise<JsonObject> {
    const value = await this.json(asked);
    if (isJsonObject(value)) return value;
    throw this.wrong(asked, 'the answer must be a JSON object');
  }

  async json(asked: Asked): Promise<JsonValue> {
    const answer = await this.ask(asked);
    if (answer.kind === 'too-large') {
      throw this.wrong(asked, `the answer has more than ${asked.maxBytes} bytes`);
    }
    return this.parse(asked, answer);
  }

  /** Throws an `ExportError` unless the status is 200. */
  parse(asked: Asked, answer: AnswerOfStatus): JsonValue {
    if (answer.status !== 200) {
      throw new ExportError('unavailable', this.statusText(asked, answer));
    }
    const reading = readJsonBytes(answer.body, { depth: exportLimits.answerDepth });
    if (reading.kind === 'value') return reading.value;
    throw this.wrong(asked, `the answer is not JSON: ${jsonFaultTexts[reading.fault]}`);
  }

  /** Resolves when the stream ends. */
  listen(path: string, onData: () => void): Promise<boolean> {
    const { port, signal } = this.options;
    return port.listen({ path, signal, onData });
  }

  wrong({ path }: Pick<Asked, 'path'>, what: string): ExportError {
    return new ExportError('wrong-answer', `${this.address}${path}: ${what}`);
  }

  statusText({ path }: Pick<Asked, 'path'>, answer: AnswerOfStatus): string {
    const said = quoted(answer.body);
    return `${this.address}${path} answers ${answer.status}${said === '' ? '' : `: ${said}`}`;
  }

  private async once(asked: Asked): Promise<ServiceAnswer> {
    const { port, signal } = this.options;
    const release = await this.slots.take(signal);
    const answer = await port.ask({ ...asked, signal });
    release();
    if (signal.aborted) throw endedEarly();
    return answer;
  }

  private failureText(answer: Exclude<ServiceAnswer, { readonly kind: 'too-large' }>): string {
    if (answer.kind === 'silence') {
      const advice =
        'Check the address of --node, and whether the node runs (pact devnet runs one)';
      return `cannot reach ${this.address}: ${answer.reason}. ${advice}`;
    }
    return this.statusText({ path: '' }, answer);
  }
}

type AnswerOfStatus = { readonly status: number; readonly body: Uint8Array };

/** Text that a server chose, short and on one line. */
function quoted(body: Uint8Array): string {
  // Byte for byte: the end may be within a character.
  const text = String.fromCharCode(...body.subarray(0, exportLimits.quotedLength));
  return text.replaceAll(/[^\x20-\x7e]+/g, ' ').trim();
}
