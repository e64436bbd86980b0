// Backups at most once in an interval: each costs the disk as much as the node has stored, and any client may ask for one.
// Within the interval the answer is the id of the latest one, as for a backup in progress.

import type { Clock } from '../../base/ports/time.ts';

type Backups<State extends string> = {
  start(): string;
  state(id: string): State | undefined;
};

type SpacedBackupsParts<State extends string> = {
  /** Makes backups: one at a time. */
  readonly backups: Backups<State>;
  readonly intervalMs: number;
  readonly clock: Clock;
};

/** Milliseconds until a backup that failed may be repeated: the disk may have room again. */
const afterFailureMs = 10_000;

export class SpacedBackups<State extends string> implements Backups<State> {
  private readonly parts: SpacedBackupsParts<State>;
  private latest: { readonly id: string; readonly atMs: number } | undefined;

  constructor(parts: SpacedBackupsParts<State>) {
    this.parts = parts;
  }

  /** Starts a backup, or returns the latest one if there should be no other yet. */
  start(): string {
    const { backups, clock } = this.parts;
    const recent = this.recent();
    if (recent !== undefined) return recent;
    this.latest = { id: backups.start(), atMs: clock.nowMs() };
    return this.latest.id;
  }

  state(id: string): State | undefined {
    return this.parts.backups.state(id);
  }

  private recent(): string | undefined {
    const { latest } = this;
    if (latest === undefined) return undefined;
    const { backups, clock, intervalMs } = this.parts;
    const state = backups.state(latest.id);
    // It was removed.
    if (state === undefined) return undefined;
    const wait = state === 'backup-failed' ? Math.min(afterFailureMs, intervalMs) : intervalMs;
    return clock.nowMs() - latest.atMs < wait ? latest.id : undefined;
  }
}
