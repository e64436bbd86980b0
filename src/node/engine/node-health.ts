// Whether a node can serve: not after the disk refused writes, not when it is ending, and not while something makes it unready.

import type { Health } from '../port.ts';
import type { Journal } from './journal.ts';

export class NodeHealth {
  private readonly journal: Pick<Journal, 'fault'>;
  private isEnding = false;
  private unready: () => string | undefined = () => undefined;

  constructor(journal: Pick<Journal, 'fault'>) {
    this.journal = journal;
  }

  /** The health at this moment. */
  get now(): Health {
    const { fault } = this.journal;
    if (fault !== undefined) return { kind: 'ill', sentence: fault };
    if (this.isEnding) return { kind: 'ending' };
    const sentence = this.unready();
    return sentence === undefined ? { kind: 'well' } : { kind: 'unready', sentence };
  }

  /** Sets what makes the node unready: a function that returns one sentence, or `undefined` while it is ready. */
  readyUnless(unready: () => string | undefined): void {
    this.unready = unready;
  }

  end(): void {
    this.isEnding = true;
  }
}
