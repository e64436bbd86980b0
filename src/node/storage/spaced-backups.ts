// Backups at most once in an interval: each costs the disk as much as the node has stored, and any client may ask for one.
// Within the interval the answer is the id of the latest one, as for a backup in progress.

import type { Clock } from '../../base/ports/time.ts';

type Backups<State extends string> = {
  start(options: { readonly withPactState: boolean }): string;
  state(id: string): State | undefined;
};

type SpacedBackupsParts<State extends string> = {
  /** Makes backups: one at a time. */
  readonly backups: Backups<State>;
  readonly intervalMs: number;
  readonly clock: Clock;
};

type Begun = { readonly id: string; readonly atMs: number };

/** Milliseconds until a backup that failed may be repeated: the disk may have room again. */
const afterFailureMs = 10_000;

export class SpacedBackups<State extends string> implements Backups<State> {
  private readonly parts: SpacedBackupsParts<State>;
  /** The latest one of each kind. */
  private withState: Begun | undefined;
  private withoutState: Begun | undefined;

  constructor(parts: SpacedBackupsParts<State>) {
    this.parts = parts;
  }

  /** Starts a backup, or returns the latest one if there should be no other yet. */
  start({ withPactState }: { readonly withPactState: boolean }): string {
    const { backups, clock } = this.parts;
    // A backup with states has everything that one without has.
    const recent =
      this.recent(this.withState) ?? (withPactState ? undefined : this.recent(this.withoutState));
    if (recent !== undefined) return recent;
    const begun = { id: backups.start({ withPactState }), atMs: clock.nowMs() };
    if (withPactState) this.withState = begun;
    else this.withoutState = begun;
    return begun.id;
  }

  state(id: string): State | undefined {
    return this.parts.backups.state(id);
  }

  private recent(begun: Begun | undefined): string | undefined {
    if (begun === undefined) return undefined;
    const { backups, clock, intervalMs } = this.parts;
    const state = backups.state(begun.id);
    // It was removed.
    if (state === undefined) return undefined;
    const wait = state === 'backup-failed' ? Math.min(afterFailureMs, intervalMs) : intervalMs;
    return clock.nowMs() - begun.atMs < wait ? begun.id : undefined;
  }
}
