// Sends messages: writes requests as nodes of the reference do, and reads answers as strictly as they do.
// Source: servant-client-core 0.20.3, interface reference, section 2.1.

import { bad, good } from '../../base/result.ts';
import { messageLimits } from './limits.ts';
import type { Ask, AskParts, Message, MessagePlace } from './message.ts';
import type { WireAnswer } from './wire.ts';

export function askOf({ wire, place }: AskParts): Ask {
  return async (to, message, asked, { signal, deadlineMs = message.deadlineMs } = {}) => {
    const { path, body } = message.write(asked, place);
    const answered = await wire.ask(to, {
      method: message.method,
      path,
      headers: headersOf(message, place),
      body,
      maxBytes: Math.max(message.maxBytes, messageLimits.faultBytes),
      headMs: Math.min(message.headMs, deadlineMs),
      deadlineMs,
      signal,
    });
    if (!answered.ok) return answered;
    const { value: answer } = answered;
    if (answer.status !== message.status) {
      return bad({ kind: 'status', status: answer.status, sentence: statusSentence(answer) });
    }
    const why = typeFault(message, answer);
    if (why !== undefined) return bad({ kind: 'unreadable', sentence: why });
    const read = message.read(answer, asked, place);
    return read.ok ? good(read.value) : bad({ kind: 'unreadable', sentence: plain(read.fault) });
  };
}

type Head = Pick<Message<never, unknown>, 'type' | 'bodyBytes'>;

/** The wire adds `host`, and the length of the body. */
function headersOf(
  { type, bodyBytes }: Head,
  { word, version }: MessagePlace,
): ReadonlyMap<string, string> {
  return new Map([
    [`x-${word}-node-version`, version],
    // What is compressed could be a thousand times as large when it is read.
    ['accept-encoding', 'identity'],
    ...(type === undefined ? [] : ([['accept', accepted[type]]] as const)),
    ...(bodyBytes === undefined ? [] : ([['content-type', jsonType]] as const)),
  ]);
}

const jsonType = 'application/json;charset=utf-8';

const accepted = {
  'application/json': `${jsonType},application/json`,
  'application/octet-stream': 'application/octet-stream',
} as const;

/** An answer without a type counts as bytes. */
function typeFault({ type }: Head, { headers }: WireAnswer): string | undefined {
  if (headers.get('content-encoding') !== undefined) return 'the answer is compressed';
  const own = headers.get('content-type') ?? 'application/octet-stream';
  const bare = (own.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (type === undefined || bare === type) return undefined;
  return `the type of the answer is not ${type}`;
}

/** The peer's own text as far as it is plain, for logs. */
function statusSentence({ status, body }: WireAnswer): string {
  const text = plain(String.fromCharCode(...body.subarray(0, maxQuoted)));
  return text === '' ? `it answers ${status}` : `it answers ${status}: ${text}`;
}

/** Text that a peer may have chosen, short and in ASCII. */
const plain = (text: string): string =>
  text
    .slice(0, maxQuoted)
    .replace(/[^ -~]+/g, '?')
    .trim();

const maxQuoted = 200;
