// Memory that many requests share. When it is used up, the request that has held a part of it longest is cut off: a
// client that is slow on purpose cannot keep out the others.

import type { Clock } from '../ports/time.ts';

export type SharedRoomOptions = {
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

  /** Whether there was room for this number of bytes. */
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
