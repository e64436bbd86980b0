// BIP-39 vectors (the list of its reference implementation, passphrase TREZOR), and messages for invalid phrases.

import { expect, it } from 'vitest';
import { fromHex, toHex } from '../../../../src/base/bytes.ts';
import { phraseOf, seedOfPhrase } from '../../../../src/base/crypto/recovery-phrase.ts';

const zeros = `${'abandon '.repeat(11)}about`;
const zerosSeed =
  'c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e5349553' +
  '1f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04';

function seedText(phrase: string, passphrase?: string): string {
  const reading = seedOfPhrase(phrase, passphrase);
  return reading.kind === 'seed' ? toHex(reading.seed) : reading.kind;
}

it('makes words from entropy', () => {
  expect(phraseOf(new Uint8Array(16))).toBe(zeros);
  expect(phraseOf(fromHex('7f'.repeat(16)) ?? new Uint8Array())).toBe(
    'legal winner thank year wave sausage worth useful legal winner thank yellow',
  );
  expect(phraseOf(new Uint8Array(32))?.split(' ')).toHaveLength(24);
  expect(phraseOf(new Uint8Array(17))).toBeUndefined();
});

it('makes a seed from words, however they are laid out', () => {
  expect(seedText(zeros, 'TREZOR')).toBe(zerosSeed);
  expect(seedText(`  ${zeros.toUpperCase().replaceAll(' ', '\n')}\n`, 'TREZOR')).toBe(zerosSeed);
  expect(seedText(zeros)).not.toBe(zerosSeed);
});

it.each([
  ['', { kind: 'wrong-length', words: 0 }],
  ['abandon about', { kind: 'wrong-length', words: 2 }],
  [
    `${'abandon '.repeat(4)}abandonn ${'abandon '.repeat(7)}`,
    { kind: 'unknown-word', position: 5 },
  ],
  ['abandon '.repeat(12), { kind: 'wrong-checksum' }],
])('refuses %j', (phrase, fault) => {
  expect(seedOfPhrase(phrase)).toEqual(fault);
});
