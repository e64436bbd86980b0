import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { printJson } from '../../../../src/base/json.ts';
import { readJson } from '../../../../src/base/json-reader.ts';
import { blockHash, powHash } from '../../../../src/chain/model/block-hash.ts';
import {
  type BlockHeader,
  decodeHeader,
  decodeHeaderWithoutHash,
  encodeHeader,
  encodeHeaderWithoutHash,
  encodeWorkHeader,
  headerSize,
} from '../../../../src/chain/model/header.ts';
import { headerFromJson, headerToJson } from '../../../../src/chain/model/header-json.ts';
import { chainVectorTest, type HeaderVector } from '../../../support/chain-vectors.ts';
import { headerOf } from '../../../support/chain-headers.ts';

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const word32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const word64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const time = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const word256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });

const headers: fc.Arbitrary<BlockHeader> = fc.record({
  forkState: word64,
  creationTime: time,
  parent: bytes32,
  adjacents: fc
    .uniqueArray(fc.record({ chainId: word32, hash: bytes32 }), {
      selector: ({ chainId }) => chainId,
      maxLength: 7,
    })
    .map((list) => list.sort((a, b) => a.chainId - b.chainId)),
  target: word256,
  payloadHash: bytes32,
  chainId: word32,
  weight: word256,
  height: fc.maxSafeNat(),
  networkCode: word32,
  epochStart: time,
  nonce: word64,
  hash: bytes32,
});

const names = {
  productWord: 'multichain',
  nameOf: (code: number) => `network-${code}`,
  codeOf: (name: string) => Number(name.slice('network-'.length)),
};

describe('binary form', () => {
  test('decoding gives back what was encoded, and the size follows from the degree', () => {
    fc.assert(
      fc.property(headers, (header) => {
        const bytes = encodeHeader(header);
        expect(bytes).toHaveLength(headerSize(header.adjacents.length));
        expect(decodeHeader(bytes)).toEqual({ ok: true, value: header });
        const { hash, ...work } = header;
        expect(decodeHeaderWithoutHash(encodeHeaderWithoutHash(header))).toEqual({
          ok: true,
          value: work,
        });
        expect(encodeHeader({ ...work, hash })).toEqual(bytes);
      }),
    );
  });

  test('a header with three adjacent parents has 318 bytes, its work 322', () => {
    expect(headerSize(3)).toBe(318);
    expect(encodeWorkHeader({ ...sample(3) })).toHaveLength(322);
  });

  test('adjacent parents are read in any order', () => {
    const header = sample(2);
    const turned = encodeHeader({ ...header, adjacents: header.adjacents.toReversed() });
    expect(decodeHeader(turned)).toEqual({ ok: true, value: header });
  });

  test.each([
    [sampleBytes(3).slice(0, 317), 'the header ends too early: it has 317 bytes'],
    [sampleBytes(3).slice(0, 20), 'the header ends too early'],
    [new Uint8Array(0), 'the header ends too early'],
    [
      Uint8Array.of(...sampleBytes(1), 0),
      'there are bytes after the header: 247 bytes, where a header with 1 adjacent parents has 246',
    ],
    // The highest byte of the height.
    [
      withByte(sampleBytes(0), 157, { from: 0, to: 1 }),
      'no chain has a block height of 72057594037927937',
    ],
    [withByte(sampleBytes(2), 86, { from: 1, to: 0 }), 'adjacent chain 0 is listed twice'],
  ])('invalid bytes are refused: %#', (bytes, fault) => {
    expect(decodeHeader(bytes)).toEqual({ ok: false, fault });
  });
});

describe('JSON form', () => {
  test('reading gives back what was written', () => {
    fc.assert(
      fc.property(headers, (header) => {
        const inTime = {
          ...header,
          creationTime: BigInt.asUintN(62, header.creationTime),
          epochStart: BigInt.asUintN(62, header.epochStart),
        };
        const reading = readJson(printJson(headerToJson(inTime, names)));
        if (reading.kind === 'fault') throw new Error(reading.fault);
        expect(headerFromJson(reading.value, names)).toEqual({ ok: true, value: inTime });
      }),
    );
  });

  test('members are in the order of the reference', () => {
    expect([...headerToJson(sample(1), names).keys()].join(' ')).toBe(
      'nonce creationTime parent adjacents target payloadHash chainId weight height ' +
        'multichainVersion epochStart featureFlags hash',
    );
  });

  test.each([
    ['[]', 'a block header must be an object'],
    ['{}', 'the member multichainVersion of the block header is missing'],
    [
      change('"height":1', '"height":"1"'),
      'the member height of the block header must be a number',
    ],
    [
      change('"height":1', '"height":1e3'),
      'the member height of the block header must be a whole number from 0 to 9007199254740991',
    ],
    [
      change('"nonce":"7"', '"nonce":"-7"'),
      'the member nonce of the block header must be a whole number from 0 to 18446744073709551615',
    ],
    [
      change(/"target":"[^"]*"/, '"target":"AA"'),
      'the member target of the block header must be base64url of 32 bytes',
    ],
    [
      change(/"adjacents":\{[^}]*\}/, '"adjacents":{"00":"AA"}'),
      'the member adjacents.00 of the block header must be a chain id',
    ],
    [
      change(/"adjacents":\{[^}]*\}/, '"adjacents":[]'),
      'the member adjacents of the block header must be an object from chain ids to block hashes',
    ],
  ])('%# names the wrong member', (text, fault) => {
    const reading = readJson(text);
    if (reading.kind === 'fault') throw new Error(reading.fault);
    expect(headerFromJson(reading.value, names)).toEqual({ ok: false, fault });
  });
});

chainVectorTest(
  'chainweb/mainnet-headers.json',
  'real headers: bytes, block hash and proof-of-work hash',
  (text) => {
    const vectors = JSON.parse(text) as readonly HeaderVector[];
    for (const { header: text, parent, adjacents, decoded } of vectors) {
      for (const each of [text, parent, ...adjacents]) {
        const header = headerOf(each);
        expect(toBase64Url(encodeHeader(header))).toBe(each);
        expect(toBase64Url(blockHash(header))).toBe(toBase64Url(header.hash));
      }
      const header = headerOf(text);
      expect(toBase64Url(powHash(header))).toBe(decoded.powHash);
      const json: unknown = JSON.parse(printJson(headerToJson(header, names)));
      const { powHash: _, versionCode, featureFlags, ...rest } = decoded;
      expect(json).toMatchObject({ ...rest, multichainVersion: `network-${String(versionCode)}` });
      expect(String(header.forkState)).toBe(String(featureFlags));
    }
    expect(vectors).toHaveLength(7);
  },
);

function sample(degree: number): BlockHeader {
  const hash = new Uint8Array(32).fill(9);
  return {
    forkState: 0n,
    creationTime: 5n,
    parent: hash,
    adjacents: Array.from({ length: degree }, (_, chainId) => ({ chainId, hash })),
    target: 2n ** 255n,
    payloadHash: hash,
    chainId: 4,
    weight: 1n,
    height: 1,
    networkCode: 5,
    epochStart: 3n,
    nonce: 7n,
    hash,
  };
}

function sampleBytes(degree: number): Uint8Array {
  return encodeHeader(sample(degree));
}

function withByte(
  bytes: Uint8Array,
  at: number,
  { from, to }: { readonly from: number; readonly to: number },
): Uint8Array {
  if (bytes[at] !== from) throw new Error(`byte ${at} is ${bytes[at]}`);
  const changed = bytes.slice();
  changed[at] = to;
  return changed;
}

function change(from: string | RegExp, to: string): string {
  const text = printJson(headerToJson(sample(1), names));
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`nothing to change in ${text}`);
  return changed;
}
