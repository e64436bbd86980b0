// What was lately read or written, decoded, within a bound of memory that many caches share. Entries
// live in two generations: what is asked for moves to the young one; once that is full it becomes
// the old one, and what was not asked for meanwhile is forgotten.

/** What decoding makes of a document, by measurement: objects of four times its bytes and more. */
const weightOf = (bytes: number): number => 300 + 4 * bytes;

/** The bound, and the caches that share it. */
export class CacheRoom {
  private readonly limit: number;
  private readonly caches = new Set<Cache<unknown>>();
  private weight = 0;

  /** `limit` in bytes, for both generations together. */
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

  /** Whether nothing is left. */
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
