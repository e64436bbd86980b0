// Shows the progress of a replay in a line at the bottom of the terminal.

import { counts } from '../../../tools/testing/reporters/words.ts';
import { systemClock } from '../../../base/platform/system.ts';
import { clearLine, isWatched, writeProgress } from '../output.ts';

type Progressing = { readonly blocks: number; readonly transactions: number };

const redrawEveryMs = 250;

export class ReplayProgress {
  private readonly isShown = isWatched();
  private last = -Infinity;

  show(chains: readonly Progressing[]): void {
    if (!this.isShown) return;
    const now = systemClock.nowMs();
    if (now - this.last < redrawEveryMs) return;
    this.last = now;
    const blocks = chains.reduce((sum, each) => sum + each.blocks, 0);
    const transactions = chains.reduce((sum, each) => sum + each.transactions, 0);
    const text = `  ${counts(blocks, 'block')}, ${counts(transactions, 'transaction')}`;
    writeProgress(clearLine + text);
  }

  clear(): void {
    if (this.isShown) writeProgress(clearLine);
  }
}
