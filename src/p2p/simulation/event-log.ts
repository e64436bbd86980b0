// What happened in a simulation, as a hash of all lines: two runs of a seed must agree in it. Whoever looks for the cause
// of a fault is told each line.

import { hashSeed, shortHash } from '../../base/bytes.ts';

export class EventLog {
  private readonly nowMs: () => number;
  private readonly onLine: ((line: string) => void) | undefined;
  private one = hashSeed;
  private other = 0x9e3779b9;
  private total = 0;

  constructor(nowMs: () => number, onLine?: (line: string) => void) {
    this.nowMs = nowMs;
    this.onLine = onLine;
  }

  get count(): number {
    return this.total;
  }

  /** Hexadecimal digits. */
  get hash(): string {
    return [this.one, this.other].map((part) => part.toString(16).padStart(8, '0')).join('');
  }

  note(who: string, what: string): void {
    const line = `${this.nowMs().toFixed(3)} ${who} ${what}`;
    this.total++;
    this.one = shortHash(line, this.one);
    this.other = shortHash(line, Math.imul(this.other, 31) >>> 0);
    this.onLine?.(line);
  }
}
