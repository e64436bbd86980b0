// Room in memory that many requests share. Where it is used up, the request that has held a part of it longest
// loses it: a client that is slow on purpose cannot keep the others out.

import type { Clock } from '../base/ports/clock.ts';

export type SharedRoomOptions = {
  readonly bytes: number;
  /** Bytes of each share that are not counted. */
  readonly freeBytes: number;
  /** Milliseconds that every share has before it may be lost. */
  readonly unhurriedMs: number;
  readonly clock: Clock;
};

/** What one request holds. */
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

  /** It does not wait for its client any more: it cannot be lost. */
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
  /** Those that can be lost, the oldest first. */
  private readonly losable = new Set<Share>();

  constructor(options: SharedRoomOptions) {
    this.options = options;
  }

  get usedBytes(): number {
    return this.used;
  }

  /** `lose`: ends the request that waits for its client; without it the share is not lost. */
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
