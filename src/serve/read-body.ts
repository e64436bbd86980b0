// The body of a request as text, bounded while it comes in: what a head says of the length is not
// believed. All bodies together have a bound, too, and senders that are too slow are cut.

import type { IncomingMessage } from 'node:http';
import { concatBytes, decodeUtf8 } from '../base/bytes.ts';
import { fault, type Answer } from './answer.ts';
import { limits } from './limits.ts';
import { SharedRoom, type Share } from './shared-room.ts';

export type Body =
  /** `release` is called once the request is answered: until then the body counts. */
  | { readonly kind: 'body'; readonly text: string; readonly release: () => void }
  | { readonly kind: 'refused'; readonly answer: Answer }
  /** The client has gone. */
  | { readonly kind: 'gone' };

type Received = Uint8Array | 'gone' | Answer;

/** The bodies that come in, and those that have come in and are at work. */
export class Bodies {
  private readonly room: SharedRoom;

  constructor({ bodiesBytes, smallBytes, unhurriedMs } = limits as BodyLimits) {
    this.room = new SharedRoom({ bytes: bodiesBytes, freeBytes: smallBytes, unhurriedMs });
  }

  async read(request: IncomingMessage, mostBytes: number): Promise<Body> {
    const wrong = headFault(request, mostBytes);
    if (wrong !== undefined) return { kind: 'refused', answer: wrong };
    let end: (received: Received) => void = () => undefined;
    const share = this.room.share(() => end(tooSlow('others need the room')));
    const received = await new Promise<Received>((resolve) => {
      end = receive(request, { mostBytes, share, resolve });
    });
    share.settle();
    if (received instanceof Uint8Array) {
      const text = decodeUtf8(received);
      if (text !== undefined) return { kind: 'body', text, release: () => share.release() };
    }
    share.release();
    if (received === 'gone') return { kind: 'gone' };
    const answer = received instanceof Uint8Array ? fault(400, 'the body is not UTF-8') : received;
    return { kind: 'refused', answer };
  }
}

type BodyLimits = Pick<typeof limits, 'bodiesBytes' | 'smallBytes' | 'unhurriedMs'>;

function headFault({ headers }: IncomingMessage, mostBytes: number): Answer | undefined {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers;
  if (type.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    return fault(415, 'the header content-type must be application/json');
  }
  if (encoding.toLowerCase() !== 'identity') {
    return fault(415, 'the body must not be compressed: leave out the header content-encoding');
  }
  return Number(headers['content-length'] ?? 0) > mostBytes ? tooLarge(mostBytes) : undefined;
}

function tooLarge(mostBytes: number): Answer {
  return fault(413, `the body is larger than ${mostBytes} bytes`);
}

function tooSlow(why: string): Answer {
  return fault(408, `the body came too slowly, and ${why}: send it again`);
}

const noRoom = fault(503, 'too many large bodies are at work: send this one again later');

type Receiving = {
  readonly mostBytes: number;
  readonly share: Share;
  readonly resolve: (received: Received) => void;
};

/** Gives what ends it before its time; what comes in after `resolve` is dropped. */
function receive(
  request: IncomingMessage,
  { mostBytes, share, resolve }: Receiving,
): (received: Received) => void {
  let chunks: Uint8Array[] = [];
  let length = 0;
  let isOver = false;
  const end = (received: Received): void => {
    isOver = true;
    chunks = [];
    clearInterval(timer);
    resolve(received);
  };
  const timer = setInterval(() => {
    if (isTooSlow(length, performance.now() - share.began)) end(slowAnswer);
  }, limits.connectionCheckMs);
  request.on('data', (chunk: Uint8Array) => {
    if (isOver) return;
    length += chunk.length;
    if (length > mostBytes) end(tooLarge(mostBytes));
    else if (!share.grow(chunk.length)) end(noRoom);
    else chunks.push(chunk);
  });
  request.on('end', () => end(concatBytes(chunks)));
  request.on('close', () => end('gone'));
  request.on('error', () => end('gone'));
  return end;
}

const slowAnswer = tooSlow(`${limits.slowestBytesPerSecond / 1024} KiB a second are the least`);

/** Whether a client sends, or reads, so slowly that it is cut. */
export function isTooSlow(bytes: number, milliseconds: number): boolean {
  if (milliseconds <= limits.slowStartMs) return false;
  return bytes < (milliseconds / 1000) * limits.slowestBytesPerSecond;
}
