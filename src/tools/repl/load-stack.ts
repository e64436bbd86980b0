// The files that are being loaded, outermost first. It refuses a file that loads itself, directly or through others, and
// loads that nest too deeply.

import type { FileAnswer } from '../../base/result.ts';

type Refused = Extract<FileAnswer, { kind: 'failure' }>;

export class LoadStack {
  private readonly limit: number;
  private readonly atLimit: () => void;
  private readonly open: { readonly path: string; readonly identity: string }[] = [];

  /** `atLimit`: called before a load is refused because of the limit. */
  constructor(limit: number, atLimit: () => void) {
    this.limit = limit;
    this.atLimit = atLimit;
  }

  /** Returns the answer instead of the text if a file cannot be loaded now. */
  refusal(path: string, identity: string): Refused | undefined {
    const first = this.open.findIndex((file) => file.identity === identity);
    if (first !== -1) {
      const circle = [...this.open.slice(first).map((file) => file.path), path];
      return refused(`the loads go in a circle: ${circle.join(' loads ')}`);
    }
    if (this.open.length < this.limit) return undefined;
    this.atLimit();
    return refused(`more than ${this.limit} files are being loaded, one inside the other`);
  }

  /** Runs a file that is being loaded. */
  within(path: string, identity: string, run: () => void): void {
    this.open.push({ path, identity });
    try {
      run();
    } finally {
      this.open.pop();
    }
  }
}

const refused = (reason: string): Refused => ({ kind: 'failure', reason });
