// Writes answers as fast as clients read them. Bytes that are not read yet count against a limit shared by all clients;
// when it is reached, large answers wait, and answers to slow clients are cut off.

import type { ServerResponse } from 'node:http';
import { type Answer, type Member, httpFault, type AnswerHeaders } from './route.ts';
import { type HttpOptions, SharedRoom, type Share } from './read-body.ts';
import { ended, isGone, PieceWriter, Streams } from './write-pieces.ts';

export class Answers {
  private readonly options: HttpOptions;
  private readonly room: SharedRoom;
  private readonly writer: PieceWriter;
  private readonly streams: Streams;
  /**
   * Answers that wait for a slice of the main thread: only one has a slice at a time, and requests are handled between
   * slices.
   */
  private readonly waiting: ((sliceEnd: number) => void)[] = [];
  private isSliceTaken = false;

  constructor(options: HttpOptions) {
    this.options = options;
    const { answersBytes, smallBytes, unhurriedMs } = options.limits;
    const room = { bytes: answersBytes, freeBytes: smallBytes, unhurriedMs };
    this.room = new SharedRoom({ ...room, clock: options.clock });
    this.writer = new PieceWriter(options);
    this.streams = new Streams(options, this.writer);
  }

  /** Ends the streams that are open. */
  stop(): void {
    this.streams.stop();
  }

  /** Resolves when the client has read all of it or has disconnected. `head` is written before the headers of the answer. */
  async write(response: ServerResponse, answer: Answer, head: AnswerHead): Promise<void> {
    if (answer.kind === 'stream' || answer.kind === 'events') {
      return this.writeStream(response, answer, head);
    }
    if (answer.kind === 'nothing') {
      response.statusCode = answer.status ?? 204;
      setHeaders(response, head.headers);
      setHeaders(response, answer.headers);
      return ended(response);
    }
    if (answer.kind !== 'object' && answer.kind !== 'list' && this.isSmall(answer)) {
      return this.writeSmall(response, answer, head);
    }
    const share = this.room.share(() => response.destroy());
    try {
      if (answer.kind === 'object' || answer.kind === 'list') {
        beginAnswer(response, answer, head);
        if (head.isHead) await ended(response);
        else await this.writeMembers(response, answer, share);
      } else await this.writeWhole(response, answer, { share, head });
    } finally {
      share.release();
    }
  }

  private async writeStream(
    response: ServerResponse,
    answer: Extract<Answer, { readonly kind: 'stream' | 'events' }>,
    head: AnswerHead,
  ): Promise<void> {
    if (!this.streams.hasRoomFor(head.network)) {
      const refusal = httpFault('too-many-streams', this.options.limits.streams);
      return this.write(response, refusal, head);
    }
    beginAnswer(response, answer, head);
    if (head.isHead) return ended(response);
    const to = { response, network: head.network };
    if (answer.kind === 'stream') return this.streams.writePieces(to, answer.pieces);
    return this.streams.writeEvents(to, answer.events);
  }

  /** Does not count against the shared memory. */
  private isSmall(answer: WholeAnswer): boolean {
    const { smallBytes, answerPiece } = this.options.limits;
    return contentOf(answer).length <= Math.min(smallBytes, answerPiece);
  }

  private writeSmall(
    response: ServerResponse,
    answer: WholeAnswer,
    head: AnswerHead,
  ): Promise<void> {
    const content = contentOf(answer);
    beginAnswer(response, answer, head, Buffer.byteLength(content));
    if (head.isHead || content.length === 0) return ended(response);
    if (isGone(response)) return Promise.resolve();
    return this.writer.writePiece(response, content, true);
  }

  private async writeWhole(
    response: ServerResponse,
    answer: WholeAnswer,
    { share, head }: { readonly share: Share; readonly head: AnswerHead },
  ): Promise<void> {
    const hasRoom = share.grow(contentOf(answer).length);
    const reported = hasRoom ? answer : httpFault('no-room-for-answer');
    const content = contentOf(reported);
    const body = typeof content === 'string' ? Buffer.from(content) : content;
    beginAnswer(response, reported, head, body.length);
    if (head.isHead) await ended(response);
    else await this.writer.write(response, body, true);
  }

  private async writeMembers(
    response: ServerResponse,
    answer: Extract<Answer, { readonly kind: 'object' | 'list' }>,
    share: Share,
  ): Promise<void> {
    const { clock, limits } = this.options;
    const [members, open, close] =
      answer.kind === 'object' ? [answer.members, '{', '}'] : [answer.items, '[', ']'];
    let separator = open;
    let pending = '';
    let sliceEnd = await this.nextSlice();
    for (const member of members) {
      if (clock.nowMs() > sliceEnd) sliceEnd = await this.nextSlice();
      if (isGone(response)) return;
      const text = await this.madeWithRoom(member, share, response);
      if (text === undefined) continue;
      pending += separator + text;
      separator = ',';
      if (pending.length < limits.answerPiece) continue;
      const bytes = Buffer.from(pending);
      pending = '';
      await this.writer.write(response, bytes, false);
      share.shrink(share.bytes);
      sliceEnd = await this.nextSlice();
    }
    const rest = separator === open ? open : pending;
    await this.writer.write(response, Buffer.from(rest + close), true);
  }

  /** Makes a member if there is room for it; otherwise drops it and makes it again later. */
  private async madeWithRoom(
    member: Member,
    share: Share,
    response: ServerResponse,
  ): Promise<string | undefined> {
    const { clock, timer, limits } = this.options;
    const end = clock.nowMs() + limits.roomMs;
    for (;;) {
      const text = member();
      if (text === undefined || share.grow(text.length)) return text;
      if (clock.nowMs() > end) response.destroy();
      if (isGone(response)) return undefined;
      await new Promise<void>((resolve) => {
        timer.after(retryMs, resolve);
      });
    }
  }

  /** The end of the slice that begins now. */
  private nextSlice(): Promise<number> {
    if (this.isSliceTaken) return new Promise((resolve) => this.waiting.push(resolve));
    this.isSliceTaken = true;
    this.options.timer.soon(() => this.passSlice());
    return Promise.resolve(this.sliceEnd());
  }

  private passSlice(): void {
    const next = this.waiting.shift();
    this.isSliceTaken = next !== undefined;
    if (next === undefined) return;
    this.options.timer.soon(() => this.passSlice());
    next(this.sliceEnd());
  }

  private sliceEnd(): number {
    return this.options.clock.nowMs() + this.options.limits.sliceMs;
  }
}

const retryMs = 50;

export type AnswerHead = {
  /** Whether the request has the method HEAD: no body is written. */
  readonly isHead: boolean;
  /** Headers of every answer of the server. */
  readonly headers: AnswerHeaders;
  /** The network of the client. */
  readonly network: string;
};

export type WholeAnswer = Extract<Answer, { readonly kind: 'json' | 'text' | 'bytes' | 'fault' }>;

export function contentOf(answer: WholeAnswer): string | Uint8Array {
  if (answer.kind === 'bytes') return answer.bytes;
  return answer.kind === 'fault' ? answer.sentence : answer.text;
}

/** Writes status and headers in one call if possible: setting them one by one costs several times as much. */
function beginAnswer(
  response: ServerResponse,
  answer: Exclude<Answer, { kind: 'nothing' }>,
  { headers }: AnswerHead,
  bytes?: number,
): void {
  const status = answer.status ?? 200;
  const own: string[] = [];
  for (const [name, value] of Object.entries(headers)) own.push(name, value);
  own.push('Content-Type', typeOf(answer));
  if (status === 503) own.push('Retry-After', '1');
  if (answer.kind === 'events') {
    // The last one tells proxies that collect answers to pass on each event at once.
    own.push('Cache-Control', 'no-cache', 'X-Accel-Buffering', 'no');
  }
  if (bytes !== undefined) own.push('Content-Length', String(bytes));
  if (answer.headers === undefined && response.getHeaderNames().length === 0) {
    response.writeHead(status, own);
    return;
  }
  // Replaces a header that already exists instead of sending it twice.
  response.statusCode = status;
  for (let i = 0; i < own.length; i += 2) response.setHeader(own[i] ?? '', own[i + 1] ?? '');
  setHeaders(response, answer.headers);
}

function setHeaders(response: ServerResponse, headers: Answer['headers'] = {}): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

export function typeOf(answer: Exclude<Answer, { kind: 'nothing' }>): string {
  switch (answer.kind) {
    case 'json':
      return answer.type ?? jsonType;
    case 'object':
    case 'list':
      return jsonType;
    case 'text':
      return answer.type ?? plainText;
    case 'fault':
      return plainText;
    case 'bytes':
    case 'stream':
      return answer.type;
    case 'events':
      return 'text/event-stream';
  }
}

const jsonType = 'application/json;charset=utf-8';
const plainText = 'text/plain;charset=utf-8';
