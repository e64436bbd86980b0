// Shows how far an export is: on a terminal in one line that is written anew, else as a line every few seconds.

import type { Clock } from '../../../base/ports/time.ts';
import type { ExportProgress } from '../../../tools/export/index.ts';
import { clearLine, isWatched, writeErrorLine, writeProgress } from '../output.ts';

const onTerminalMs = 200;
const inLogMs = 10_000;

export class ProgressLine {
  private readonly clock: Clock;
  private readonly isQuiet: boolean;
  private readonly isTerminal = isWatched();
  private shownAtMs: number;
  private isShown = false;

  constructor(clock: Clock, { isQuiet }: { readonly isQuiet: boolean }) {
    this.clock = clock;
    this.isQuiet = isQuiet;
    this.shownAtMs = clock.nowMs();
  }

  update(progress: ExportProgress): void {
    const nowMs = this.clock.nowMs();
    const pauseMs = this.isTerminal ? onTerminalMs : inLogMs;
    if (this.isQuiet || nowMs - this.shownAtMs < pauseMs) return;
    this.shownAtMs = nowMs;
    const text = progressText(progress);
    if (!this.isTerminal) writeErrorLine(text);
    else {
      writeProgress(`${clearLine}${text}`);
      this.isShown = true;
    }
  }

  /** Clears the line, before something else is written. */
  clear(): void {
    if (this.isShown) writeProgress(clearLine);
    this.isShown = false;
  }
}

/** Such as `1200 of 5000 blocks, 400 blocks/s, 3100 transactions/s, 9 s left`. */
export function progressText(progress: ExportProgress): string {
  const { blocks, left } = progress;
  const rate = progress.rate();
  const seconds = progress.secondsLeft();
  const rest = left === 0 || seconds === undefined ? '' : `, ${durationText(seconds)} left`;
  const speed = `${Math.round(rate.blocks)} blocks/s, ${Math.round(rate.transactions)} transactions/s`;
  return `${blocks} of ${blocks + left} blocks, ${speed}${rest}`;
}

function durationText(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const minutes = Math.ceil(whole / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
