// A binary heap: the least item first, however many there are.

export class Heap<T> {
  private readonly isBefore: (one: T, other: T) => boolean;
  private readonly items: T[] = [];

  /** `isBefore` must be a strict order. */
  constructor(isBefore: (one: T, other: T) => boolean) {
    this.isBefore = isBefore;
  }

  get size(): number {
    return this.items.length;
  }

  get least(): T | undefined {
    return this.items[0];
  }

  push(item: T): void {
    let at = this.items.length;
    this.items.push(item);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = this.items[above] as T;
      if (!this.isBefore(item, parent)) break;
      this.items[at] = parent;
      at = above;
    }
    this.items[at] = item;
  }

  /** Removes the least item. */
  pop(): T | undefined {
    const least = this.items[0];
    const last = this.items.pop();
    if (this.items.length > 0 && last !== undefined) this.sink(last);
    return least;
  }

  /** Removes all items that do not meet the condition. */
  keep(isKept: (item: T) => boolean): void {
    const kept = this.items.filter(isKept);
    this.items.length = 0;
    for (const item of kept) this.push(item);
  }

  /** Puts an item at the top, and moves it down to its place. */
  private sink(item: T): void {
    const { length } = this.items;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= length) break;
      const right = below + 1;
      if (right < length && this.isBefore(this.items[right] as T, this.items[below] as T)) {
        below = right;
      }
      const child = this.items[below] as T;
      if (!this.isBefore(child, item)) break;
      this.items[at] = child;
      at = below;
    }
    this.items[at] = item;
  }
}
