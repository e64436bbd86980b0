// What one line of images has written so far: parts by identity, so that an image refers to what
// the ones before it hold and writes only what is new.

import { Shapes } from './shapes.ts';

export class KnownParts {
  /** Of objects that never change. */
  private readonly cells = new WeakMap<object, number>();
  /** Of collections that do: the number holds while their count of changes does. */
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
