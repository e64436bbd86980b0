// Shows the progress of a run in a line at the bottom of the terminal. Off without a terminal.

import { clearLine } from '../output.ts';
import { counts, duration } from '../../../tools/testing/reporters/words.ts';

const shownNames = 2;
/** A thread does not know the width of the terminal; this is the usual minimum. */
const width = 79;

export class Progress {
  private readonly write: ((text: string) => void) | undefined;
  private readonly total: number;
  private readonly start = performance.now();
  /** Files, with what they do. */
  private readonly running = new Map<string, string>();
  private done = 0;
  private failed = 0;

  /** `write`: absent if nothing should be shown. */
  constructor(total: number, write: ((text: string) => void) | undefined) {
    this.write = write;
    this.total = total;
  }

  started(file: string): void {
    this.running.set(file, file);
    this.draw();
  }

  /** Shows what a file does. */
  note(file: string, text: string): void {
    if (this.running.has(file)) this.running.set(file, `${file}: ${text}`);
  }

  ended(file: string, failed: boolean): void {
    this.running.delete(file);
    this.done++;
    if (failed) this.failed++;
  }

  draw(): void {
    if (this.write === undefined) return;
    const names = [...this.running.values()].slice(0, shownNames).join(', ');
    const failed = this.failed === 0 ? '' : `, ${this.failed} failed`;
    const time = duration(performance.now() - this.start);
    const text = `  ${this.done} of ${counts(this.total, 'file')}${failed}  ${time}  ${names}`;
    this.write(clearLine + text.slice(0, width));
  }

  clear(): void {
    this.write?.(clearLine);
  }
}
