// The definitions of a module in an image. The list of names is read on the first lookup, and each definition
// when it is found.

import type { Def, InterfaceDef, Members } from '../core/model/definition.ts';
import type { Image } from './image.ts';

type Listed = {
  /** Cells of all, in order. */
  readonly all: readonly number[];
  /** Cells of the definitions that code can refer to. */
  readonly byName: ReadonlyMap<string, number>;
  readonly count: number;
};

export class StoredMembers implements Members {
  private readonly image: Image;
  /** The offset of the list. */
  private readonly place: number;
  private read: Listed | undefined;

  constructor(image: Image, place: number) {
    this.image = image;
    this.place = place;
  }

  get count(): number {
    return this.listed.count;
  }

  get size(): number {
    return this.listed.byName.size;
  }

  names(): Iterable<string> {
    return this.listed.byName.keys();
  }

  has(name: string): boolean {
    return this.listed.byName.has(name);
  }

  find(name: string): Def | undefined {
    const cell = this.listed.byName.get(name);
    // Casts, here and below: a writer of the same version wrote definitions.
    return cell === undefined ? undefined : (this.image.cell(cell) as Def);
  }

  all(): readonly (Def | InterfaceDef)[] {
    return this.listed.all.map((cell) => this.image.cell(cell) as Def | InterfaceDef);
  }

  private get listed(): Listed {
    return (this.read ??= this.list());
  }

  private list(): Listed {
    const reader = this.image.partAt(this.place);
    const all: number[] = [];
    const byName = new Map<string, number>();
    let count = 0;
    for (let left = reader.at.count(); left > 0; left--) {
      const cell = reader.at.count();
      all.push(cell);
      if (reader.at.byte() === 0) continue;
      byName.set(reader.text(), cell);
      count++;
    }
    return { all, byName, count };
  }
}
