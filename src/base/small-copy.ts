// Copies of a few hundred bytes. The platform puts typed arrays of more than 64 bytes into memory of their own, which takes
// five times as long as the rest; small copies share a block of memory instead.

const blockBytes = 8_192;
/** A copy that is kept keeps its block: larger ones have memory of their own. */
const largestShared = 512;
const ownBytes = 64;

let block = new ArrayBuffer(blockBytes);
let used = 0;

/** The bytes from `start` up to `end`. Nothing else sees them, but `buffer` of the copy holds other copies too. */
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
