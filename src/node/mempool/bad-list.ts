// Transactions that turned out to be invalid while a block was made: they are refused for a while, so that a client
// cannot make the node try them again and again.

import { refusalTexts } from '../../chain/execute/index.ts';
import type { Micros } from '../../chain/model/header.ts';

/** The message for such a transaction in the answer of a poll. */
export const badListedText = refusalTexts.badListed;

export class BadList {
  private readonly most: number;
  private readonly until = new Map<string, Micros>();

  constructor(most: number) {
    this.most = most;
  }

  get size(): number {
    return this.until.size;
  }

  has(requestKey: string): boolean {
    return this.until.has(requestKey);
  }

  add(requestKey: string, until: Micros): void {
    this.until.delete(requestKey);
    this.until.set(requestKey, until);
    if (this.until.size <= this.most) return;
    const [oldest] = this.until.keys();
    if (oldest !== undefined) this.until.delete(oldest);
  }

  expire(now: Micros): void {
    for (const [key, until] of this.until) if (until <= now) this.until.delete(key);
  }
}
