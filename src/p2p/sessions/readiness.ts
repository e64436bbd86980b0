// Why a node should get no clients now, as one sentence: the answer of `/health-check`. What clients would see of such a
// node is old, or may be undone. And why it should make no blocks.

import type { Clock } from '../../base/ports/time.ts';
import type { SyncProgress } from '../sync/port.ts';
import { sessionLimits } from './limits.ts';

export type ReadinessParts = {
  readonly progress: () => SyncProgress;
  readonly clock: Clock;
  /** Whether the node mines without peers, as the first node of a network does. */
  readonly mayBeAlone: boolean;
  /** Whether there is no peer to wait for. */
  readonly knowsNobody: boolean;
};

/** Judges a node, which starts when this is made. */
export class Readiness {
  private readonly parts: ReadinessParts;
  private readonly startedMs: number;

  constructor(parts: ReadinessParts) {
    this.parts = parts;
    this.startedMs = parts.clock.nowMs();
  }

  /** Returns why it should get no clients. */
  unready(): string | undefined {
    return this.starting() ?? unreadySentence(this.parts.progress(), this.parts);
  }

  /** Returns why it should make no blocks. */
  unminable(): string | undefined {
    return this.starting() ?? unminableSentence(this.parts.progress(), this.parts);
  }

  /** A node that begins with blocks of its own, on top of an old cut, would lose them. */
  private starting(): string | undefined {
    const { progress, clock, mayBeAlone, knowsNobody } = this.parts;
    const waitMs = mayBeAlone ? sessionLimits.firstPeerMs : sessionLimits.startMs;
    const isNew = clock.nowMs() - this.startedMs < waitMs;
    const isAlone = progress().mode === 'alone';
    return isNew && isAlone && !knowsNobody ? 'starting: no peer has answered yet' : undefined;
  }
}

function unreadySentence(
  progress: SyncProgress,
  { mayBeAlone }: { readonly mayBeAlone: boolean },
): string | undefined {
  if (progress.problem !== undefined) return progress.problem;
  switch (progress.mode) {
    case 'near':
      return undefined;
    case 'alone':
      return mayBeAlone ? undefined : 'alone: no peer has answered for a minute';
    case 'behind':
    case 'far-behind':
      return `syncing: ${progressText(progress)}`;
    case 'diverged':
      return 'diverged: the other side of a fork is heavier, but the fork is deeper than the blocks whose state is kept';
  }
}

/**
 * What only needs an operator is no reason: a deep fork, or peers with a fast clock, must not bring all miners to a stop.
 */
function unminableSentence(
  progress: SyncProgress,
  { mayBeAlone }: { readonly mayBeAlone: boolean },
): string | undefined {
  const [doubted] = progress.doubtedChains;
  if (doubted !== undefined) {
    return `this node refuses a block of chain ${doubted} that other nodes accept`;
  }
  return progress.mode === 'diverged'
    ? undefined
    : unreadySentence({ ...progress, problem: undefined }, { mayBeAlone });
}

/** `height 1200 of 5000, 150 blocks a second, 26 s left`. */
export function progressText({ height, goal, blocksPerSecond, secondsLeft }: SyncProgress): string {
  const parts = [goal === undefined ? `height ${height}` : `height ${height} of ${goal}`];
  if (blocksPerSecond > 0) parts.push(`${rounded(blocksPerSecond)} blocks a second`);
  if (secondsLeft !== undefined) parts.push(`${timeText(secondsLeft)} left`);
  return parts.join(', ');
}

/** Whole numbers from 10 on, one place below. */
function rounded(value: number): string {
  return value >= 10 ? String(Math.round(value)) : String(Math.round(value * 10) / 10);
}

/** `26 s`, `4 min`, `3 h`. */
function timeText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
