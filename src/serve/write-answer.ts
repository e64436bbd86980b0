// Writes answers as fast as clients read them. What is not read yet counts, for all clients together;
// where too much of it stands, large answers wait, and those whose client is slow are cut.

import type { ServerResponse } from 'node:http';
import type { Answer, Member } from './answer.ts';
import { limits } from './limits.ts';
import { isTooSlow } from './read-body.ts';
import { SharedRoom, type Share } from './shared-room.ts';

type AnswerLimits = Pick<typeof limits, 'answersBytes' | 'smallBytes' | 'unhurriedMs' | 'roomMs'>;

export class Answers {
  private readonly room: SharedRoom;
  private readonly roomMs: number;
  /** Who waits for a slice of the main thread: one at a time has it, and requests come in between. */
  private readonly waiting: ((sliceEnd: number) => void)[] = [];
  private isSliceTaken = false;

  constructor({ answersBytes, smallBytes, unhurriedMs, roomMs } = limits as AnswerLimits) {
    this.room = new SharedRoom({ bytes: answersBytes, freeBytes: smallBytes, unhurriedMs });
    this.roomMs = roomMs;
  }

  /** Once the client has read all of it, or has gone. */
  async write(response: ServerResponse, answer: Answer, isHead: boolean): Promise<void> {
    if (answer.kind === 'nothing') {
      response.statusCode = 204;
      return ended(response);
    }
    const share = this.room.share(() => response.destroy());
    try {
      if (answer.kind !== 'object') await writeText(response, answer, { share, isHead });
      else {
        beginAnswer(response, answer);
        await this.writeMembers(response, answer.members, share);
      }
    } finally {
      share.release();
    }
  }

  private async writeMembers(
    response: ServerResponse,
    members: Iterable<Member>,
    share: Share,
  ): Promise<void> {
    let separator = '{';
    let pending = '';
    let sliceEnd = await this.nextSlice();
    for (const member of members) {
      if (performance.now() > sliceEnd) sliceEnd = await this.nextSlice();
      if (isGone(response)) return;
      const text = await this.madeWithRoom(member, share, response);
      if (text === undefined) continue;
      pending += separator + text;
      separator = ',';
      if (pending.length < limits.answerPiece) continue;
      const bytes = Buffer.from(pending);
      pending = '';
      await writeBytes(response, bytes, false);
      share.shrink(share.bytes);
      sliceEnd = await this.nextSlice();
    }
    await writeBytes(response, Buffer.from(`${separator === '{' ? '{' : pending}}`));
  }

  /** A member that there is room for; it is dropped and made again while there is none. */
  private async madeWithRoom(
    member: Member,
    share: Share,
    response: ServerResponse,
  ): Promise<string | undefined> {
    const end = performance.now() + this.roomMs;
    for (;;) {
      const text = member();
      if (text === undefined || share.grow(text.length)) return text;
      if (performance.now() > end) response.destroy();
      if (isGone(response)) return undefined;
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }

  /** When the slice ends that begins now. */
  private nextSlice(): Promise<number> {
    if (this.isSliceTaken) return new Promise((resolve) => this.waiting.push(resolve));
    this.isSliceTaken = true;
    setImmediate(() => this.passSlice());
    return Promise.resolve(performance.now() + limits.pollSliceMs);
  }

  private passSlice(): void {
    const next = this.waiting.shift();
    this.isSliceTaken = next !== undefined;
    if (next === undefined) return;
    setImmediate(() => this.passSlice());
    next(performance.now() + limits.pollSliceMs);
  }
}

const retryMs = 50;

const noRoom: TextAnswer = {
  kind: 'fault',
  status: 503,
  sentence: 'too many large answers are being read: ask again later',
};

const isGone = ({ destroyed, writableEnded }: ServerResponse): boolean =>
  destroyed || writableEnded;

async function writeText(
  response: ServerResponse,
  answer: TextAnswer,
  { share, isHead }: { readonly share: Share; readonly isHead: boolean },
): Promise<void> {
  const told = share.grow(textOf(answer).length) ? answer : noRoom;
  const body = Buffer.from(textOf(told));
  beginAnswer(response, told);
  response.setHeader('Content-Length', body.length);
  if (isHead) await ended(response);
  else await writeBytes(response, body);
}

function ended(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve);
    response.end(resolve);
  });
}

type TextAnswer = Exclude<Answer, { readonly kind: 'object' | 'nothing' }>;

const textOf = (answer: TextAnswer): string =>
  answer.kind === 'fault' ? answer.sentence : answer.text;

function beginAnswer(response: ServerResponse, answer: Answer): void {
  response.statusCode = answer.kind === 'fault' ? answer.status : 200;
  const isJson = answer.kind === 'json' || answer.kind === 'object';
  response.setHeader('Content-Type', isJson ? 'application/json; charset=utf-8' : plainText);
  if (response.statusCode === 503) response.setHeader('Retry-After', '1');
}

const plainText = 'text/plain; charset=utf-8';

/** Once the system has taken all of it, or the client has gone. */
async function writeBytes(response: ServerResponse, bytes: Buffer, isLast = true): Promise<void> {
  for (let at = 0; at < bytes.length; at += limits.answerPiece) {
    if (isGone(response)) return;
    const end = at + limits.answerPiece;
    const isEnd = isLast && end >= bytes.length;
    await writePiece(response, bytes.subarray(at, end), isEnd);
  }
}

function writePiece(response: ServerResponse, piece: Buffer, isEnd: boolean): Promise<void> {
  return new Promise((resolve) => {
    let began = performance.now();
    const timer = setInterval(() => {
      // Without a socket it waits behind another answer, to a request that was sent before.
      if (response.socket === null) began = performance.now();
      else if (isTooSlow(piece.length, performance.now() - began)) response.destroy();
    }, limits.connectionCheckMs);
    const done = (): void => {
      clearInterval(timer);
      response.off('close', done);
      resolve();
    };
    response.once('close', done);
    if (isEnd) response.end(piece, done);
    else response.write(piece, done);
  });
}
