// Shows the progress of a run in a line at the bottom of the terminal. Off without a terminal.

import { clearLine } from '../output.ts';
import { counts, duration } from '../../testing/reporters/words.ts';

const shownNames = 2;
/** A thread does not know the width of the terminal; this is the usual minimum. */
const width = 79;

export class Progress {
  private readonly write: ((text: string) => void) | undefined;
  private readonly total: number;
  private readonly start = performance.now();
  private readonly running = new Set<string>();
  private done = 0;
  private failed = 0;

  /** `write`: absent if nothing should be shown. */
  constructor(total: number, write: ((text: string) => void) | undefined) {
    this.write = write;
    this.total = total;
  }

  started(file: string): void {
    this.running.add(file);
    this.draw();
  }

  ended(file: string, failed: boolean): void {
    this.running.delete(file);
    this.done++;
    if (failed) this.failed++;
  }

  draw(): void {
    if (this.write === undefined) return;
    const names = [...this.running].slice(0, shownNames).join(', ');
    const failed = this.failed === 0 ? '' : `, ${this.failed} failed`;
    const time = duration(performance.now() - this.start);
    const text = `  ${this.done} of ${counts(this.total, 'file')}${failed}  ${time}  ${names}`;
    this.write(clearLine + text.slice(0, width));
  }

  clear(): void {
    this.write?.(clearLine);
  }
}
