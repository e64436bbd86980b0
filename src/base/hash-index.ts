// A hash table from keys that are hashes to numbers of entries. It takes 8 bytes per slot; a third to two thirds of the slots
// are used. Of each key only four bytes are stored here, so a lookup rarely compares the key of another entry.
//
// The bytes of a key determine its slot. Keys are cryptographic hashes, so to construct a key near a given slot takes on
// average as many hashes as there are slots.

const firstPlaces = 64;

export class HashIndex {
  /** Whether the entry with this number has the key. */
  private readonly has: (number: number, key: Uint8Array) => boolean;
  /** Pairs of the number of an entry plus one (0: none) and the tag of its key. */
  private places = new Uint32Array(2 * firstPlaces);
  private count = 0;

  constructor(has: (number: number, key: Uint8Array) => boolean) {
    this.has = has;
  }

  get size(): number {
    return this.count;
  }

  /** Returns the number that a key was added with. */
  find(key: Uint8Array): number | undefined {
    const tag = tagOf(key);
    const mask = this.places.length / 2 - 1;
    for (let at = homeOf(tag, mask); ; at = (at + 1) & mask) {
      const number = this.places[2 * at] as number;
      if (number === 0) return undefined;
      if (this.places[2 * at + 1] === tag && this.has(number - 1, key)) return number - 1;
    }
  }

  /** Adds a new key. */
  add(key: Uint8Array, number: number): void {
    this.count++;
    if (this.count > this.places.length / 3) this.grow();
    this.put(tagOf(key), number + 1);
  }

  /** Removes a key that was added with this number. */
  remove(key: Uint8Array, number: number): void {
    const { places } = this;
    const mask = places.length / 2 - 1;
    let gap = homeOf(tagOf(key), mask);
    while (places[2 * gap] !== number + 1) {
      if (places[2 * gap] === 0) return;
      gap = (gap + 1) & mask;
    }
    this.count--;
    // Entries that were displaced by this one move up.
    for (let at = (gap + 1) & mask; places[2 * at] !== 0; at = (at + 1) & mask) {
      const fromHome = (at - homeOf(places[2 * at + 1] as number, mask)) & mask;
      if (fromHome < ((at - gap) & mask)) continue;
      places.copyWithin(2 * gap, 2 * at, 2 * at + 2);
      gap = at;
    }
    places.fill(0, 2 * gap, 2 * gap + 2);
  }

  private put(tag: number, number: number): void {
    const { places } = this;
    const mask = places.length / 2 - 1;
    let at = homeOf(tag, mask);
    while (places[2 * at] !== 0) at = (at + 1) & mask;
    places[2 * at] = number;
    places[2 * at + 1] = tag;
  }

  private grow(): void {
    const before = this.places;
    this.places = new Uint32Array(2 * before.length);
    for (let at = 0; at < before.length; at += 2) {
      const number = before[at] as number;
      if (number !== 0) this.put(before[at + 1] as number, number);
    }
  }
}

/** Returns four bytes of the key. */
function tagOf(key: Uint8Array): number {
  const [first = 0, second = 0, third = 0, fourth = 0] = key;
  return ((first << 24) | (second << 16) | (third << 8) | fourth) >>> 0;
}

const homeOf = (tag: number, mask: number): number => tag & mask;
