import { describe, expect, it } from 'vitest';
import { fromHex } from '../../../src/base/bytes.ts';
import { readCanonicalCbor, readCbor } from '../../../src/base/cbor-reader.ts';

const bytesOf = (hex: string): Uint8Array => fromHex(hex) ?? new Uint8Array();

describe('integers', () => {
  it.each([
    ['05', 5n],
    ['1818', 24n],
    ['190100', 256n],
    ['1a00010000', 65_536n],
    ['1b0000000100000000', 4_294_967_296n],
    ['24', -5n],
    ['3818', -25n],
  ])('%s is read in its shortest form', (hex, value) => {
    expect(readCbor(bytesOf(hex), (reader) => reader.int())).toBe(value);
    expect(readCanonicalCbor(bytesOf(hex), (reader) => reader.int())).toBe(value);
  });

  it.each([
    ['1805', 5n],
    ['190018', 24n],
    ['1a00000100', 256n],
    ['1b0000000000010000', 65_536n],
    ['c24105', 5n],
    ['c34104', -5n],
  ])('%s is not in its shortest form, which keys refuse and documents allow', (hex, value) => {
    expect(readCbor(bytesOf(hex), (reader) => reader.int())).toBe(value);
    expect(readCanonicalCbor(bytesOf(hex), (reader) => reader.int())).toBeUndefined();
  });
});

describe('bytes after the item', () => {
  it('are a fault in a document, and ignored after a key', () => {
    expect(readCbor(bytesOf('0500'), (reader) => reader.int())).toBeUndefined();
    expect(readCanonicalCbor(bytesOf('0500'), (reader) => reader.int())).toBe(5n);
  });
});

describe('input that ends early', () => {
  it.each(['', '19', '1901', '42', '4201'])('"%s" is refused', (hex) => {
    const read = (reader: Parameters<Parameters<typeof readCbor>[1]>[0]): unknown =>
      hex.startsWith('4') ? reader.bytes() : reader.int();
    expect(readCbor(bytesOf(hex), read)).toBeUndefined();
    expect(readCanonicalCbor(bytesOf(hex), read)).toBeUndefined();
  });
});
