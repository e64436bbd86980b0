// Request keys, of which the oldest are forgotten when there are too many.

export class KnownKeys {
  private readonly max: number;
  private readonly keys = new Set<string>();

  constructor(max: number) {
    this.max = max;
  }

  has(key: string): boolean {
    return this.keys.has(key);
  }

  add(key: string): void {
    this.keys.delete(key);
    this.keys.add(key);
    if (this.keys.size <= this.max) return;
    const [oldest] = this.keys;
    if (oldest !== undefined) this.keys.delete(oldest);
  }
}
