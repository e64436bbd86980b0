// Reads the body of a request with a limit that is checked while it arrives, because the length in the headers may be
// wrong. All bodies together have a limit too, and slow senders are disconnected.

import type { IncomingMessage } from 'node:http';
import { concatBytes, decodeUtf8 } from '../bytes.ts';
import type { Cancel, Clock, Timer } from '../ports/time.ts';
import { bareType } from './accept.ts';
import { httpFault, type FaultAnswer, type BodyShape } from './route.ts';
import type { HttpLimits } from './limits.ts';

export type Body =
  /** Call `release` when the request is answered: until then the body counts against the limit. */
  | { readonly kind: 'body'; readonly content: string | Uint8Array; readonly release: () => void }
  | { readonly kind: 'refused'; readonly answer: FaultAnswer }
  /** The client has disconnected. */
  | { readonly kind: 'gone' };

type Received = Uint8Array | 'gone' | FaultAnswer;

export type HttpOptions = {
  readonly limits: HttpLimits;
  readonly clock: Clock;
  readonly timer: Timer;
};

/** Bodies that are being received, and bodies whose requests are in progress. */
export class Bodies {
  private readonly options: HttpOptions;
  private readonly room: SharedRoom;
  private readonly slow: SlowWatch;

  constructor(options: HttpOptions) {
    this.options = options;
    const { bodiesBytes, smallBytes, unhurriedMs } = options.limits;
    const room = { bytes: bodiesBytes, freeBytes: smallBytes, unhurriedMs };
    this.room = new SharedRoom({ ...room, clock: options.clock });
    this.slow = new SlowWatch(options);
  }

  async read(request: IncomingMessage, shape: BodyShape): Promise<Body> {
    const wrong = headFault(request, shape);
    if (wrong !== undefined) return { kind: 'refused', answer: wrong };
    let end: (received: Received) => void = () => undefined;
    const share = this.room.share(() => end(httpFault('body-made-room')));
    const received = await new Promise<Received>((resolve) => {
      end = this.receive(request, { maxBytes: shape.maxBytes, share, resolve });
    });
    share.settle();
    const content = contentOf(received, shape);
    if (content !== undefined) return { kind: 'body', content, release: () => share.release() };
    share.release();
    if (received === 'gone') return { kind: 'gone' };
    const answer = received instanceof Uint8Array ? httpFault('not-utf-8') : received;
    return { kind: 'refused', answer };
  }

  /** Calls back with a function that ends it early; data that arrives after `resolve` is dropped. */
  private receive(
    request: IncomingMessage,
    { maxBytes, share, resolve }: Receiving,
  ): (received: Received) => void {
    const { limits, clock } = this.options;
    let chunks: Uint8Array[] = [];
    let length = 0;
    let isOver = false;
    const end = (received: Received): void => {
      isOver = true;
      chunks = [];
      stopLooking();
      resolve(received);
    };
    const stopLooking = this.slow.watch(() => {
      const slow = isTooSlow(length, clock.nowMs() - share.began, limits);
      if (slow) end(httpFault('body-too-slow', limits));
    });
    request.on('data', (chunk: Uint8Array) => {
      if (isOver) return;
      length += chunk.length;
      if (length > maxBytes) end(httpFault('body-too-large', maxBytes));
      else if (!share.grow(chunk.length)) end(httpFault('no-room-for-body'));
      else chunks.push(chunk);
    });
    request.on('end', () =>
      end(chunks.length === 1 ? (chunks[0] as Uint8Array) : concatBytes(chunks)),
    );
    request.on('close', () => end('gone'));
    request.on('error', () => end('gone'));
    return end;
  }
}

type Receiving = {
  readonly maxBytes: number;
  readonly share: Share;
  readonly resolve: (received: Received) => void;
};

function contentOf(received: Received, { as }: BodyShape): string | Uint8Array | undefined {
  if (!(received instanceof Uint8Array)) return undefined;
  // A copy: a body that arrived in one piece is a slice of a larger buffer of the connection.
  return as === 'text' ? decodeUtf8(received) : new Uint8Array(received);
}

function headFault(
  { headers }: IncomingMessage,
  { types, maxBytes }: BodyShape,
): FaultAnswer | undefined {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers;
  if (!types.includes(bareType(type))) return httpFault('wrong-content-type', types.join(' or '));
  if (encoding.toLowerCase() !== 'identity') return httpFault('compressed-body');
  const isLarge = Number(headers['content-length'] ?? 0) > maxBytes;
  return isLarge ? httpFault('body-too-large', maxBytes) : undefined;
}

/** Returns whether a client sends, or reads, so slowly that it must be disconnected. */
export function isTooSlow(
  bytes: number,
  milliseconds: number,
  { slowStartMs, slowestBytesPerSecond }: HttpLimits,
): boolean {
  if (milliseconds <= slowStartMs) return false;
  return bytes < (milliseconds / 1000) * slowestBytesPerSecond;
}

/**
 * Checks everything that waits for a client, with one timer for all: a timer for each request would cost more than
 * handling a small request.
 */
export class SlowWatch {
  private readonly options: Pick<HttpOptions, 'limits' | 'timer'>;
  private readonly looks = new Set<() => void>();
  private cancel: Cancel | undefined;

  constructor(options: Pick<HttpOptions, 'limits' | 'timer'>) {
    this.options = options;
  }

  /** Calls `look` every `connectionCheckMs`, the first time within that. Call the returned function to stop. */
  watch(look: () => void): Cancel {
    const { limits, timer } = this.options;
    this.looks.add(look);
    this.cancel ??= timer.every(limits.connectionCheckMs, () => this.lookAtAll(), {
      isBackground: true,
    });
    return () => void this.looks.delete(look);
  }

  /** Stops the timer if there was nothing to check since the last time. */
  private lookAtAll(): void {
    if (this.looks.size === 0) {
      this.cancel?.();
      this.cancel = undefined;
    }
    // Iteration continues correctly after an element is removed.
    for (const look of this.looks) look();
  }
}

// Memory that many requests share. When it is used up, the request that has held a part of it longest is cut off: a
// client that is slow on purpose cannot keep out the others.

type SharedRoomOptions = {
  readonly bytes: number;
  /** Bytes of each share that do not count. */
  readonly freeBytes: number;
  /** Milliseconds that every share is safe from being cut off. */
  readonly unhurriedMs: number;
  readonly clock: Clock;
};

/** The part that one request holds. */
export class Share {
  readonly began: number;
  readonly lose: (() => void) | undefined;
  bytes = 0;
  private readonly room: SharedRoom;

  constructor(room: SharedRoom, began: number, lose: (() => void) | undefined) {
    this.room = room;
    this.began = began;
    this.lose = lose;
  }

  /** Returns whether there was room for this number of bytes. */
  grow(bytes: number): boolean {
    return this.room.grow(this, bytes);
  }

  shrink(bytes: number): void {
    this.room.shrink(this, bytes);
  }

  /** The request no longer waits for its client: its share cannot be taken away. */
  settle(): void {
    this.room.settle(this);
  }

  release(): void {
    this.room.release(this);
  }
}

export class SharedRoom {
  private readonly options: SharedRoomOptions;
  private used = 0;
  /** Shares that can be taken away, the oldest first. */
  private readonly losable = new Set<Share>();

  constructor(options: SharedRoomOptions) {
    this.options = options;
  }

  get usedBytes(): number {
    return this.used;
  }

  /** `lose`: ends the request that waits for its client; without it the share cannot be taken away. */
  share(lose?: () => void): Share {
    const share = new Share(this, this.options.clock.nowMs(), lose);
    if (lose !== undefined) this.losable.add(share);
    return share;
  }

  grow(share: Share, bytes: number): boolean {
    const before = this.counted(share.bytes);
    const more = this.counted(share.bytes + bytes) - before;
    while (more > 0 && this.used + more > this.options.bytes) {
      if (!this.loseOldest(share)) return false;
    }
    share.bytes += bytes;
    this.used += more;
    return true;
  }

  shrink(share: Share, bytes: number): void {
    const before = this.counted(share.bytes);
    share.bytes = Math.max(0, share.bytes - bytes);
    this.used -= before - this.counted(share.bytes);
  }

  settle(share: Share): void {
    this.losable.delete(share);
  }

  release(share: Share): void {
    this.losable.delete(share);
    this.shrink(share, share.bytes);
  }

  private loseOldest(asking: Share): boolean {
    const latest = this.options.clock.nowMs() - this.options.unhurriedMs;
    for (const share of this.losable) {
      if (share.began > latest) return false;
      if (share === asking || this.counted(share.bytes) === 0) continue;
      this.release(share);
      share.lose?.();
      return true;
    }
    return false;
  }

  private counted(bytes: number): number {
    return Math.max(0, bytes - this.options.freeBytes);
  }
}
