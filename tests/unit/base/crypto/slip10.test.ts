// The published vectors of SLIP-0010, and the accounts that an existing wallet shows for its own test phrases (Enkrypt,
// packages/signers/kadena).

import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../../../src/base/bytes.ts';
import { ed25519PublicKey } from '../../../../src/base/crypto/ed25519.ts';
import {
  seedOfPhrase,
  deriveSecretKey,
  parseHardenedPath,
} from '../../../../src/base/crypto/recovery-phrase.ts';

const bytes = (hex: string): Uint8Array => fromHex(hex) ?? new Uint8Array();
const hexOf = (key: Uint8Array | undefined): string => toHex(key ?? new Uint8Array());

function secretAt(seed: string, path: string): string {
  return hexOf(deriveSecretKey(bytes(seed), parseHardenedPath(path) ?? []));
}

describe('the vectors of the standard', () => {
  const first = '000102030405060708090a0b0c0d0e0f';
  const second =
    'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a2' +
    '9f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542';

  it.each([
    [first, 'm', '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7'],
    [first, "m/0'", '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
    [second, 'm', '171cb88b1b3c1db25add599712e36245d75bc65a1a5c9e18d76f9f2b1eab4012'],
    [
      second,
      "m/0'/2147483647'",
      'ea4f5bfe8694d8bb74b7b59404632fd5968b774ed545e810de9c32a4fb4192f4',
    ],
  ])('%s %s', (seed, path, secret) => {
    expect(secretAt(seed, path)).toBe(secret);
  });

  it('the public key of the last one', () => {
    const secret = bytes(secretAt(second, "m/0'/2147483647'"));
    expect(hexOf(ed25519PublicKey(secret))).toBe(
      '5ba3b9ac6e90e83effcd25ac4e58a1365a9e35a3d3ae5eb07b9e4d90bcf7506d',
    );
  });
});

describe('the accounts of a wallet', () => {
  const phrase = 'vault grant math damage slight live equip turtle taxi prize phrase notice';
  const withWord = 'maximum hurt want daring rail alley ripple attract winter stay math piano';

  it.each([
    [phrase, '', 0, '8910d3f54c8dff9fce85da39a4e2c194ffc73dd4182e47d0ddbf9883d6aaff06'],
    [phrase, '', 3, '94e167fd2fd2dc741fa0ce820a7c57857786dd60505f28de6a15dfe73934b5e9'],
    [
      withWord,
      'i am enkrypt',
      1,
      '0820d2d63e04143c12d78f180179beed851cbfd62c5bedb1d976755fac164a14',
    ],
  ])('%s, %s, %i', (words, passphrase, index, publicKey) => {
    const reading = seedOfPhrase(words, passphrase);
    const seed = reading.kind === 'seed' ? reading.seed : new Uint8Array();
    const secret = deriveSecretKey(seed, [44, 626, index]);
    expect(hexOf(ed25519PublicKey(secret))).toBe(publicKey);
  });
});

describe('paths', () => {
  it.each([
    ['m', []],
    ["m/44'/626'/0'", [44, 626, 0]],
    ["m'/44h/626H/2147483647'", [44, 626, 2147483647]],
  ])('%s', (text, numbers) => {
    expect(parseHardenedPath(text)).toEqual(numbers);
  });

  it.each(['', "44'/626'", 'm/44', "m/44'/", "m/2147483648'", "m/-1'", "m/1'x", "n/1'", "m/1''"])(
    'refuses %j',
    (text) => {
      expect(parseHardenedPath(text)).toBeUndefined();
    },
  );
});
