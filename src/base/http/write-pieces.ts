// Writes bytes as fast as a client reads them, and disconnects clients that read too slowly.

import type { ServerResponse } from 'node:http';
import { isTooSlow, type HttpOptions } from './read-body.ts';
import { SlowWatch } from './slow-watch.ts';

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
