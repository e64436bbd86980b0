// Numbers by chance from a text: the same text gives the same numbers everywhere, so that a case can be named by its
// seed, target and number, whatever ran before it.

export class Random {
  private state: number;

  constructor(text: string) {
    // FNV-1a: texts that are alike begin far from one another.
    let hash = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    this.state = hash >>> 0;
  }

  /** 32 bits. */
  bits(): number {
    // splitmix32
    this.state = (this.state + 0x9e3779b9) >>> 0;
    let bits = this.state;
    bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    return (bits ^ (bits >>> 15)) >>> 0;
  }

  /** At least 0 and below the bound. */
  below(bound: number): number {
    return this.bits() % bound;
  }

  /** True in one of so many cases. */
  oneIn(cases: number): boolean {
    return this.below(cases) === 0;
  }

  /** `undefined` of nothing. */
  pick<T>(items: readonly T[]): T | undefined {
    return items.length === 0 ? undefined : items[this.below(items.length)];
  }
}
