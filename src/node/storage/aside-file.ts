// Storage for rarely needed bytes: an unnamed file in pieces whose sizes are powers of two, so that dropped pieces can
// be reused.

import type { Aside } from '../../storage/entries/index.ts';
import { diskFault, isSystemError } from '../../storage/file/index.ts';
import type { StorageFile } from './files.ts';

/** A piece begins with the number of its bytes. */
const headBytes = 4;
const smallestPiece = 512;

export class AsideFile implements Aside {
  private readonly file: StorageFile;
  /** The start of free pieces, by size. */
  private readonly free = new Map<number, number[]>();
  private end = 0;

  /** The caller closes the file. */
  constructor(file: StorageFile) {
    this.file = file;
  }

  put(bytes: Uint8Array): number | undefined {
    const size = pieceFor(bytes.length);
    const piece = new Uint8Array(headBytes + bytes.length);
    new DataView(piece.buffer).setUint32(0, bytes.length);
    piece.set(bytes, headBytes);
    const place = this.free.get(size)?.pop() ?? this.end;
    try {
      this.file.write(piece, place);
    } catch (error) {
      // Without room the bytes stay in memory.
      if (!isSystemError(error)) throw error;
      if (place < this.end) this.free.get(size)?.push(place);
      return undefined;
    }
    if (place === this.end) this.end += size;
    return place;
  }

  get(place: number): Uint8Array {
    try {
      return this.file.read(place + headBytes, this.lengthAt(place));
    } catch (error) {
      if (isSystemError(error)) throw diskFault('read', 'the file with older states', error);
      throw error;
    }
  }

  drop(place: number): void {
    let size: number;
    try {
      size = pieceFor(this.lengthAt(place));
    } catch (error) {
      // The piece is not reused.
      if (isSystemError(error)) return;
      throw error;
    }
    const free = this.free.get(size);
    if (free === undefined) this.free.set(size, [place]);
    else free.push(place);
  }

  private lengthAt(place: number): number {
    const head = this.file.read(place, headBytes);
    return new DataView(head.buffer, head.byteOffset, head.length).getUint32(0);
  }
}

function pieceFor(length: number): number {
  let size = smallestPiece;
  while (size < headBytes + length) size *= 2;
  return size;
}
