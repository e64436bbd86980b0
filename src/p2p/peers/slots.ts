// Places for peers, a limited number of which one group can take. Which ones is decided by a secret: who does not know
// it cannot choose addresses that push out those of others.
// Source of the idea: Bitcoin Core, addrman.

import { utf8 } from '../../base/bytes.ts';
import { blake2b256 } from '../../base/crypto/hashes.ts';

export type SlotsOptions = {
  readonly secret: Uint8Array;
  /** Distinguishes tables of one secret. */
  readonly name: string;
  readonly size: number;
  /** Places of a group. */
  readonly ofGroup: number;
};

export class Slots<Item extends object> {
  private readonly options: SlotsOptions;
  private readonly items = new Map<number, Item>();
  private readonly places = new Map<Item, number>();
  /** The places of groups that have items. */
  private readonly ofGroups = new Map<string, readonly number[]>();

  constructor(options: SlotsOptions) {
    this.options = options;
  }

  /**
   * Puts the item into a free place of its group, or into that of an item that may be removed, which it returns. Returns
   * `undefined` if there is no place.
   */
  add(
    item: Item,
    group: string,
    mayRemove: (item: Item) => boolean,
  ): { readonly removed: Item | undefined } | undefined {
    const places = this.placesOf(group);
    const free = places.find((place) => !this.items.has(place));
    if (free !== undefined) {
      this.put(free, item);
      return { removed: undefined };
    }
    for (const place of places) {
      const old = this.items.get(place);
      if (old === undefined || !mayRemove(old)) continue;
      this.remove(old);
      this.put(place, item);
      return { removed: old };
    }
    return undefined;
  }

  remove(item: Item): void {
    const place = this.places.get(item);
    if (place === undefined) return;
    this.places.delete(item);
    this.items.delete(place);
  }

  private put(place: number, item: Item): void {
    this.items.set(place, item);
    this.places.set(item, place);
  }

  private placesOf(group: string): readonly number[] {
    const known = this.ofGroups.get(group);
    if (known !== undefined) return known;
    const places = this.drawn(group);
    if (this.ofGroups.size >= maxGroupsHeld) this.ofGroups.clear();
    this.ofGroups.set(group, places);
    return places;
  }

  private drawn(group: string): readonly number[] {
    const { secret, name, size, ofGroup } = this.options;
    const places = new Set<number>();
    for (let round = 0; places.size < Math.min(ofGroup, size); round++) {
      const text = utf8(`${name} ${round} ${group}`);
      const bytes = new Uint8Array(secret.length + text.length);
      bytes.set(secret);
      bytes.set(text, secret.length);
      const hash = blake2b256(bytes);
      const view = new DataView(hash.buffer, hash.byteOffset, hash.length);
      for (let at = 0; at + 4 <= hash.length && places.size < ofGroup; at += 4) {
        places.add(view.getUint32(at) % size);
      }
    }
    return [...places];
  }
}

/** Groups whose places are held in memory. */
const maxGroupsHeld = 1024;
