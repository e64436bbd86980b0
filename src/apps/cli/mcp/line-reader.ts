// Cuts a stream of bytes into lines. Of a line that is too long only the first and the last bytes are kept.

import { concatBytes } from '../../../base/bytes.ts';

export type ReadLine =
  /** Without its end. Valid until the call returns. */
  | { readonly kind: 'line'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-long'; readonly start: Uint8Array; readonly end: Uint8Array };

/** Bytes that are kept at each end of a line that is too long. */
const keptBytes = 4096;

/** Bytes of the buffer at first. A larger one is not kept for the next line. */
const usualBytes = 64 * 1024;

const lineFeed = 0x0a;

export class LineReader {
  private readonly maxBytes: number;
  private readonly onLine: (line: ReadLine) => void;
  /** The beginning of a line, in its first `size` bytes. */
  private buffer = new Uint8Array(usualBytes);
  private size = 0;
  /** Set while a line is too long. */
  private long: { readonly start: Uint8Array; end: Uint8Array } | undefined = undefined;

  constructor(maxBytes: number, onLine: (line: ReadLine) => void) {
    this.maxBytes = maxBytes;
    this.onLine = onLine;
  }

  take(chunk: Uint8Array): void {
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, from)) {
      this.add(chunk.subarray(from, at));
      this.endLine();
      from = at + 1;
    }
    this.add(chunk.subarray(from));
  }

  /** The last line may have no end. */
  end(): void {
    if (this.size > 0 || this.long !== undefined) this.endLine();
  }

  private add(piece: Uint8Array): void {
    if (this.long !== undefined) {
      this.long.end = lastOf(this.long.end, piece);
      return;
    }
    const size = this.size + piece.length;
    if (size > this.maxBytes) {
      const read = this.buffer.subarray(0, this.size);
      const start = concatBytes([read.subarray(0, keptBytes), piece.subarray(0, keptBytes)]);
      this.long = { start: start.slice(0, keptBytes), end: lastOf(read, piece) };
      this.empty();
      return;
    }
    if (size > this.buffer.length) {
      const larger = new Uint8Array(
        Math.min(Math.max(size, 2 * this.buffer.length), this.maxBytes),
      );
      larger.set(this.buffer.subarray(0, this.size));
      this.buffer = larger;
    }
    this.buffer.set(piece, this.size);
    this.size = size;
  }

  private endLine(): void {
    const { long, buffer, size } = this;
    this.long = undefined;
    this.empty();
    if (long !== undefined) this.onLine({ kind: 'too-long', ...long });
    else this.onLine({ kind: 'line', bytes: buffer.subarray(0, size) });
  }

  private empty(): void {
    this.size = 0;
    if (this.buffer.length > usualBytes) this.buffer = new Uint8Array(usualBytes);
  }
}

function lastOf(before: Uint8Array, piece: Uint8Array): Uint8Array {
  const all = concatBytes([before.subarray(-keptBytes), piece.subarray(-keptBytes)]);
  return all.slice(-keptBytes);
}
