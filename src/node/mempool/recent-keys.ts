// The latest arrivals in a mempool with their numbers, so that other nodes can query what arrived since their last
// query.
// Source: Chainweb/Mempool/InMem.hs (RecentLog); api reference, section 1.8.

export class RecentKeys {
  readonly nonce: bigint;
  private readonly most: number;
  private readonly keys: string[] = [];
  private next = 0;

  constructor(nonce: bigint, most: number) {
    this.nonce = nonce;
    this.most = most;
  }

  /** The number that the next arrival gets. */
  get mark(): number {
    return this.next;
  }

  add(requestKey: string): void {
    this.keys[this.next % this.most] = requestKey;
    this.next++;
  }

  /** Returns the arrivals from a number on; `undefined` if they are too old, or in the future. */
  since(mark: number): readonly string[] | undefined {
    if (mark > this.next || this.next - mark > this.most || mark < 0) return undefined;
    const found: string[] = [];
    for (let i = mark; i < this.next; i++) found.push(this.keys[i % this.most] as string);
    return found;
  }
}
