// A place for bytes with a capacity set by the test, which records what was dropped.

import type { Aside } from '../../src/storage/entries/index.ts';

/** `room` places, each for any number of bytes. */
export class Places implements Aside {
  private readonly room: number;
  private readonly held = new Map<number, Uint8Array>();
  private next = 0;

  constructor(room: number) {
    this.room = room;
  }

  put(bytes: Uint8Array): number | undefined {
    if (this.held.size >= this.room) return undefined;
    this.held.set(++this.next, bytes.slice());
    return this.next;
  }

  get(place: number): Uint8Array {
    const bytes = this.held.get(place);
    if (bytes === undefined) throw new Error('a dropped place was read');
    return bytes.slice();
  }

  drop(place: number): void {
    if (!this.held.delete(place)) throw new Error('a place was dropped twice');
  }
}
