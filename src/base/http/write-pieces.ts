// Writes bytes as fast as a client reads them, and disconnects clients that read too slowly.

import type { ServerResponse } from 'node:http';
import { oldestOfMany } from '../crowded.ts';
import { isTooSlow, SlowWatch, type HttpOptions } from './read-body.ts';
import { utf8 } from '../bytes.ts';
import type { ServerEvent } from './route.ts';

export const isGone = ({ destroyed, writableEnded }: ServerResponse): boolean =>
  destroyed || writableEnded;

export class PieceWriter {
  private readonly options: HttpOptions;
  private readonly slow: SlowWatch;

  constructor(options: HttpOptions) {
    this.options = options;
    this.slow = new SlowWatch(options);
  }

  /** Resolves when the system has taken all of it, or the client has disconnected. */
  async write(response: ServerResponse, bytes: Uint8Array, isLast: boolean): Promise<void> {
    const { answerPiece } = this.options.limits;
    for (let at = 0; at < bytes.length; at += answerPiece) {
      if (isGone(response)) return;
      const end = at + answerPiece;
      const isEnd = isLast && end >= bytes.length;
      await this.writePiece(response, bytes.subarray(at, end), isEnd);
    }
    if (isLast && bytes.length === 0) await ended(response);
  }

  /**
   * Writes a string or bytes of at most `answerPiece`; resolves when the system has taken it, or the client has
   * disconnected.
   */
  writePiece(response: ServerResponse, piece: string | Uint8Array, isEnd: boolean): Promise<void> {
    const { clock, limits } = this.options;
    return new Promise((resolve) => {
      let began = clock.nowMs();
      const stopLooking = this.slow.watch(() => {
        const now = clock.nowMs();
        // Without a socket it waits for the answer to an earlier request on the same connection.
        if (response.socket === null) began = now;
        else if (isTooSlow(piece.length, now - began, limits)) response.destroy();
      });
      const done = (): void => {
        stopLooking();
        response.off('close', done);
        resolve();
      };
      response.once('close', done);
      if (isEnd) response.end(piece, done);
      else response.write(piece, done);
    });
  }
}

export function ended(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve);
    response.end(resolve);
  });
}

// Answers without a known end: pieces as they come, and server-sent events. A stream holds at most one piece: the next
// one is requested from the source after the client has read the last.

/** Where a stream goes to. */
type Reader = { readonly response: ServerResponse; readonly network: string };

export class Streams {
  private readonly options: HttpOptions;
  private readonly writer: PieceWriter;
  /** Ends each of the open ones; with the networks of their clients, the oldest first. */
  private readonly open = new Map<() => void, string>();

  constructor(options: HttpOptions, writer: PieceWriter) {
    this.options = options;
    this.writer = writer;
  }

  /** If there are too many, the oldest one of the network with the most ends, for a client of another network. */
  hasRoomFor(network: string): boolean {
    if (this.open.size < this.options.limits.streams) return true;
    const end = oldestOfMany(this.open, network);
    if (end === undefined) return false;
    this.open.delete(end);
    end();
    return true;
  }

  /** Ends open streams after the piece that is being written. */
  stop(): void {
    for (const end of this.open.keys()) end();
  }

  writePieces(to: Reader, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    return this.write(to, pieces, (piece) => piece);
  }

  async writeEvents(to: Reader, events: AsyncIterable<ServerEvent>): Promise<void> {
    const { response } = to;
    const { timer, limits } = this.options;
    const stopKeepingAlive = timer.every(limits.eventsKeepAliveMs, () => {
      // Data that a client does not read must not accumulate.
      if (!isGone(response) && !response.writableNeedDrain) response.write(':\n\n');
    });
    try {
      await this.write(to, events, (event) => utf8(eventText(event)));
    } finally {
      stopKeepingAlive();
    }
  }

  private async write<T>(
    { response, network }: Reader,
    source: AsyncIterable<T>,
    bytesOf: (item: T) => Uint8Array,
  ): Promise<void> {
    // Clients wait for the headers before they treat the stream as open.
    response.flushHeaders();
    // Each step has its own promise: a single promise for the whole stream would collect a reaction for every item.
    const stream = { isOver: false, wake: (): void => undefined };
    const end = (): void => {
      stream.isOver = true;
      stream.wake();
    };
    this.open.set(end, network);
    response.once('close', end);
    const iterator = source[Symbol.asyncIterator]();
    try {
      while (!stream.isOver) {
        const over = new Promise<undefined>((resolve) => (stream.wake = () => resolve(undefined)));
        const next = await Promise.race([over, iterator.next()]);
        if (next === undefined || next.done === true || isGone(response)) break;
        await this.writer.write(response, bytesOf(next.value), false);
      }
      if (!isGone(response)) await ended(response);
    } finally {
      this.open.delete(end);
      response.off('close', end);
      // A source that waits for its next item does not react to this, so its answer is not awaited.
      void iterator.return?.();
    }
  }
}

/** Writes an event in the format of the HTML standard, section 9.2.5. */
export function eventText({ name, id, data }: ServerEvent): string {
  const lines = data?.split(/\r\n|\r|\n/).map((line) => `data:${line}\n`) ?? [];
  const head = `${name === undefined ? '' : `event:${name}\n`}${id === undefined ? '' : `id:${id}\n`}`;
  return `${head}${lines.join('')}\n`;
}
