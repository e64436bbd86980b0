import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { fromHex, toHex, utf8 } from '../../../../src/base/bytes.ts';
import {
  innerNode,
  leaf,
  merkleProof,
  merkleRoot,
  runProof,
  taggedLeaf,
} from '../../../../src/chain/merkle/merkle-tree.ts';
import { word32 } from '../../../../src/chain/model/binary.ts';

const nodes = (count: number): readonly Uint8Array[] =>
  Array.from({ length: count }, (_, i) => leaf(utf8(`entry ${i}`)));

describe('the root', () => {
  test('of no entry is the hash of no bytes', () => {
    expect(toBase64Url(merkleRoot([]))).toBe('xnK40e9W7Sirh8NiLFEUBpvdOte4-XN0mNDAHs7wlno');
  });

  test('of one entry is its node', () => {
    const [only] = nodes(1);
    expect(merkleRoot([only!])).toEqual(only);
  });

  test('splits at the largest power of two below the count', () => {
    const [a, b, c, d, e, f, g] = nodes(7) as [Uint8Array, ...Uint8Array[]];
    const left = innerNode(innerNode(a, b!), innerNode(c!, d!));
    expect(merkleRoot(nodes(7))).toEqual(innerNode(left, innerNode(innerNode(e!, f!), g!)));
    expect(merkleRoot(nodes(4))).toEqual(left);
  });

  test('distinguishes leaves from inner nodes', () => {
    const [a, b] = nodes(2) as [Uint8Array, Uint8Array];
    const joined = new Uint8Array([...a, ...b]);
    expect(leaf(joined)).not.toEqual(innerNode(a, b));
  });
});

// Values of consensus reference, appendix A: members of mainnet, chain 0, height 6321600.
test.each([
  [0x0002, word32(0), 'e84e44ec5602b05bbb37afbca3063ded2e154fcf3b6cf7ed3fbe70a6adeaec33'],
  [0x0008, word32(5), 'df30a2f8c98086c47b5bf25ee04ff242f95b5bd00bfdb7753cd2a056be341f3a'],
])('leaf with tag %i', (tag, bytes, node) => {
  expect(toHex(taggedLeaf(tag, bytes))).toBe(node);
});

test('inner node of real members', () => {
  const left = fromHex('7ec4ba35cab25618cc3444bd96bab84543247fe46b67b62fbf591bee6d0cfa37')!;
  const right = fromHex('1ac69bc222f14d10cef4172c302b28c4a23f39f8cd6bb5ecfcf4ccaaddd32ec7')!;
  expect(toHex(innerNode(left, right))).toBe(
    'fb513acbadffb563921087f84e9061c114935689b14102f02f11686d03058dbf',
  );
});

test('a proof leads from its node to the root, and from no other node', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), (count, seed) => {
      const all = nodes(count);
      const index = seed % count;
      const steps = merkleProof(all, index);
      expect(runProof(all[index]!, steps)).toEqual(merkleRoot(all));
      expect(runProof(leaf(utf8('another')), steps)).not.toEqual(merkleRoot(all));
    }),
  );
});
