// Why a node should get no clients now, as one sentence: the answer of `/health-check`. What clients would see of such a
// node is old, or may be undone.

import type { SyncProgress } from '../sync/port.ts';

/** `mayBeAlone`: whether the node mines without peers, as the first node of a network does. */
export function unreadySentence(
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
 * Why a node should make no blocks now, as one sentence. What only needs an operator is no reason: a deep fork, or peers with a
 * fast clock, must not bring all miners to a stop.
 */
export function unminableSentence(
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
