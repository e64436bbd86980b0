// Copies of a few hundred bytes. JavaScript allocates separate memory for typed arrays of more than 64 bytes, which takes
// five times as long as the rest; small copies share a block of memory instead.

const blockBytes = 8_192;
/** A copy keeps its whole block alive, so larger copies have their own memory. */
const largestShared = 512;
const ownBytes = 64;

let block = new ArrayBuffer(blockBytes);
let used = 0;

/** Copies the bytes from `start` up to `end`. The copy is not shared, but its `buffer` contains other copies too. */
export function smallCopy(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const length = end - start;
  if (length <= ownBytes || length > largestShared) return bytes.slice(start, end);
  if (used + length > blockBytes) {
    block = new ArrayBuffer(blockBytes);
    used = 0;
  }
  const copy = new Uint8Array(block, used, length);
  used += length;
  copy.set(bytes.subarray(start, end));
  return copy;
}
