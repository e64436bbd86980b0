// A cache of decoded values that were recently read or written. Several caches share a memory limit. Entries are in two
// generations: an entry that is read moves to the young one; once that is full, it becomes the old one, and entries not
// read meanwhile are dropped.

/** The estimated memory of a decoded document: measured as at least four times its bytes. */
const weightOf = (bytes: number): number => 300 + 4 * bytes;

/** The memory limit, and the caches that share it. */
export class CacheRoom {
  private readonly limit: number;
  private readonly caches = new Set<Cache<unknown>>();
  private weight = 0;

  /** `limit`: in bytes, for both generations together. */
  constructor(limit: number) {
    this.limit = limit / 2;
  }

  add(cache: Cache<unknown>, documentBytes: number): void {
    this.caches.add(cache);
    this.weight += weightOf(documentBytes);
    if (this.weight <= this.limit) return;
    this.weight = 0;
    for (const each of this.caches) if (each.age()) this.caches.delete(each);
  }

  clear(): void {
    for (const each of this.caches) each.clear();
    this.caches.clear();
    this.weight = 0;
  }
}

type Cached<T> = { readonly value: T; readonly size: number };

export class Cache<T> {
  private readonly room: CacheRoom;
  private young = new Map<string, Cached<T>>();
  private old = new Map<string, Cached<T>>();

  constructor(room: CacheRoom) {
    this.room = room;
  }

  get(key: string): Cached<T> | undefined {
    const young = this.young.get(key);
    if (young !== undefined) return young;
    const old = this.old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, entry: Cached<T>): void {
    this.young.set(key, entry);
    this.room.add(this, entry.size);
  }

  delete(key: string): void {
    this.young.delete(key);
    this.old.delete(key);
  }

  /** Starts a new generation; returns whether the cache is empty. */
  age(): boolean {
    this.old = this.young;
    this.young = new Map();
    return this.old.size === 0;
  }

  clear(): void {
    this.young = new Map();
    this.old = new Map();
  }
}
