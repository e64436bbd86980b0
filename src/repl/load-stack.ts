// The files that are being loaded, outermost first. It refuses a file that loads itself, directly or through others, and
// loads that nest too deeply.

export class LoadStack {
  private readonly limit: number;
  private readonly beyondLimit: (() => never) | undefined;
  private readonly open: { readonly path: string; readonly identity: string }[] = [];

  constructor(limit: number, beyondLimit: (() => never) | undefined) {
    this.limit = limit;
    this.beyondLimit = beyondLimit;
  }

  /** Returns the reason if a file cannot be loaded now. */
  refusal(path: string, identity: string): string | undefined {
    const first = this.open.findIndex((file) => file.identity === identity);
    if (first !== -1) {
      const circle = [...this.open.slice(first).map((file) => file.path), path];
      return `the loads go in a circle: ${circle.join(' loads ')}`;
    }
    if (this.open.length < this.limit) return undefined;
    this.beyondLimit?.();
    return `more than ${this.limit} files are being loaded, one inside the other`;
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
