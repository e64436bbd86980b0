// Remembers the parts, by identity, that a line of images has written, so that the next image refers to them
// and writes only new ones.

import { Shapes } from './shapes.ts';

export class KnownParts {
  /** The numbers of objects that never change. */
  private readonly cells = new WeakMap<object, number>();
  /** The numbers of collections that change: a number is valid while the collection's count of changes is the same. */
  private readonly collections = new WeakMap<object, { cell: number; changes: number }>();
  readonly texts = new Map<string, number>();
  readonly shapes = new Shapes();
  cellCount = 0;
  textCount = 0;

  cellOf(part: object): number | undefined {
    return this.cells.get(part);
  }

  collectionCell(collection: object, changes: number): number | undefined {
    const known = this.collections.get(collection);
    return known?.changes === changes ? known.cell : undefined;
  }

  remember(part: object, cell: number): void {
    this.cells.set(part, cell);
  }

  rememberCollection(collection: object, changes: number, cell: number): void {
    this.collections.set(collection, { cell, changes });
  }
}
