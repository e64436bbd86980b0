import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { concatBytes, decodeUtf8, fromHex, utf8 } from '../../../../src/base/bytes.ts';
import { keccak256 } from '../../../../src/base/crypto/keccak256.ts';
import {
  decodeTokenMessage,
  encodeTokenMessage,
  hyperlaneMessageId,
  type FieldLookup,
} from '../../../../src/base/crypto/hyperlane.ts';
import { referenceTest } from './vectors.ts';

type Fields = Readonly<Record<string, ReturnType<FieldLookup>>>;
const lookup = (fields: Fields): FieldLookup => {
  const map = new Map(Object.entries(fields));
  return (field) => map.get(field);
};

const sender = new Uint8Array(32).fill(0x11);
const recipient = new Uint8Array(32).fill(0x22);
const message = {
  version: 1n,
  nonce: 325n,
  originDomain: 626n,
  sender: toBase64Url(sender),
  destinationDomain: 0xffffffffn,
  recipient: toBase64Url(recipient),
  messageBody: 'aGk',
} satisfies Fields;

test('the id is the Keccak of the packed fields', () => {
  const packed = concatBytes([
    fromHex('010000014500000272')!,
    sender,
    fromHex('ffffffff')!,
    recipient,
    utf8('hi'),
  ]);
  const id = toBase64Url(keccak256(packed));
  expect(hyperlaneMessageId(lookup(message))).toEqual({ kind: 'value', value: id });
  expect(id).toHaveLength(43);
  expect(hyperlaneMessageId(lookup({ ...message, messageBody: '' })).kind).toBe('value');
});

test.each([
  [{ version: undefined }, { kind: 'HyperlaneErrorFailedToFindKey', field: 'version' }],
  [{ version: '1' }, { kind: 'HyperlaneErrorFailedToFindKey', field: 'version' }],
  [
    { nonce: { mantissa: 1n, places: 0 } },
    { kind: 'HyperlaneErrorFailedToFindKey', field: 'nonce' },
  ],
  [{ version: 256n }, { kind: 'HyperlaneErrorNumberOutOfBounds', field: 'version' }],
  [{ version: -1n }, { kind: 'HyperlaneErrorNumberOutOfBounds', field: 'version' }],
  [{ nonce: 2n ** 32n }, { kind: 'HyperlaneErrorNumberOutOfBounds', field: 'nonce' }],
  [{ sender: 5n }, { kind: 'HyperlaneErrorFailedToFindKey', field: 'sender' }],
  [{ sender: '*' }, { kind: 'HyperlaneErrorInvalidBase64', field: 'sender' }],
  [
    { sender: 'aGk' },
    { kind: 'HyperlaneErrorIncorrectSize', field: 'sender', expected: 32, actual: 2 },
  ],
  [{ messageBody: 'A' }, { kind: 'HyperlaneErrorInvalidBase64', field: 'messageBody' }],
  // The first field that fails counts.
  [
    { nonce: -1n, version: 'x', sender: '*' },
    { kind: 'HyperlaneErrorFailedToFindKey', field: 'version' },
  ],
])('a message with %o', (change, failure) => {
  expect(hyperlaneMessageId(lookup({ ...message, ...change }))).toEqual(failure);
});

const decimal = (text: string): { mantissa: bigint; places: number } => ({
  mantissa: BigInt(text.replace('.', '')),
  places: text.split('.')[1]?.length ?? 0,
});
const word = (hex: string): string => hex.padStart(64, '0');

test.each([
  ['599.0', '1', `${word('257')}0001`],
  ['0.5', '0', `${word('')}0000`],
  ['1.5', '0', `${word('2')}0000`],
  ['2.5', '0', `${word('2')}0000`],
  ['2.51', '0', `${word('3')}0000`],
  ['-0.5', '0', `${word('')}0000`],
  ['-1.5', '0', `${'f'.repeat(63)}e0000`],
  ['-1.0', '0', `${'f'.repeat(64)}0000`],
  [`${2n ** 256n + 7n}.0`, '0', `${word('7')}0000`],
  ['1.0', '65535', `${word('1')}ffff`],
  ['1.0', '65536', `${word('1')}0000`],
  ['1.0', '12ab', `${word('1')}000c`],
  ['1.0', `${'9'.repeat(40)}x`, `${word('1')}${((10n ** 40n - 1n) % 65536n).toString(16)}`],
])('amount %s to chain %s', (amount, chainId, head) => {
  const fields = { recipient: 'e30', amount: decimal(amount), chainId };
  expect(encodeTokenMessage(lookup(fields))).toEqual({
    kind: 'value',
    value: toBase64Url(fromHex(`${head}7b7d`)!),
  });
});

const token = { recipient: 'e30', amount: decimal('1.0'), chainId: '1' } satisfies Fields;

test.each([
  [{ recipient: undefined }, { kind: 'HyperlaneErrorFailedToFindKey', field: 'recipient' }],
  [{ recipient: 'e' }, { kind: 'HyperlaneErrorInvalidBase64', field: 'recipient' }],
  [{ amount: 1n }, { kind: 'HyperlaneErrorFailedToFindKey', field: 'amount' }],
  [{ chainId: 1n }, { kind: 'HyperlaneErrorFailedToFindKey', field: 'chainId' }],
  [{ chainId: '' }, { kind: 'HyperlaneErrorInvalidChainId' }],
  [{ chainId: ' 1' }, { kind: 'HyperlaneErrorInvalidChainId' }],
  [{ chainId: '٣' }, { kind: 'HyperlaneErrorInvalidChainId' }],
  [{ recipient: '*', amount: 'x', chainId: '' }, { kind: 'HyperlaneErrorInvalidBase64' }],
])('a token message with %o', (change, failure) => {
  expect(encodeTokenMessage(lookup({ ...token, ...change }))).toMatchObject(failure);
});

test.each([
  ['7b', '0004', { mantissa: 123n, places: 18 }, '4'],
  ['', 'ffff', { mantissa: 0n, places: 0 }, '65535'],
  ['0de0b6b3a7640000', '0000', { mantissa: 1n, places: 0 }, '0'],
  ['8ac7230489e80000', '0000', { mantissa: 10n, places: 0 }, '0'],
  ['14d1120d7b160000', '0000', { mantissa: 15n, places: 1 }, '0'],
])('the amount %s and the chain %s are read', (amount, chain, expected, chainId) => {
  const text = toBase64Url(fromHex(word(amount) + chain + '7b7d')!);
  expect(decodeTokenMessage(text)).toEqual({
    kind: 'value',
    value: { amount: expected, chainId, recipient: utf8('{}') },
  });
});

test.each([
  ['*', 'HyperlaneDecodeErrorBase64'],
  ['A', 'HyperlaneDecodeErrorBase64'],
  ['', 'HyperlaneDecodeErrorBinary'],
  [toBase64Url(new Uint8Array(33)), 'HyperlaneDecodeErrorBinary'],
  [toBase64Url(new Uint8Array(34)), 'value'],
])('the token message %s: %s', (text, kind) => {
  expect(decodeTokenMessage(text).kind).toBe(kind);
});

test('an encoded message is decoded to its parts', () => {
  const wei = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
  fc.assert(
    fc.property(wei, fc.nat({ max: 65535 }), fc.uint8Array(), (amount, chain, to) => {
      const encoded = encodeTokenMessage(
        lookup({
          recipient: toBase64Url(to),
          amount: { mantissa: amount, places: 0 },
          chainId: String(chain),
        }),
      );
      const decoded = decodeTokenMessage(encoded.kind === 'value' ? encoded.value : '');
      if (decoded.kind !== 'value') throw new Error(decoded.kind);
      const { amount: tokens, chainId, recipient: from } = decoded.value;
      expect(tokens.mantissa * 10n ** BigInt(18 - tokens.places)).toBe(amount);
      expect([chainId, from]).toEqual([String(chain), to]);
    }),
  );
});

referenceTest('pact-tests/pact-tests/hyperlane.repl', 'hyperlane.repl', (source) => {
  const [, expected, object] = /message id" "([^"]+)" \(hyperlane-message-id \{(.*?)\}\)/.exec(
    source,
  )!;
  const fields = new Map<string, string | bigint>();
  for (const [, key, text, digits] of object!.matchAll(/"(\w+)": (?:"([^"]*)"|(\d+))/g)) {
    fields.set(key!, text ?? BigInt(digits!));
  }
  expect(fields.size).toBe(7);
  const id = hyperlaneMessageId((field) => fields.get(field));
  expect(id).toEqual({ kind: 'value', value: expected });

  const encoded = /\(hyperlane-decode-token-message "([^"]+)"\)/.exec(source)![1]!;
  const decoded = decodeTokenMessage(encoded);
  if (decoded.kind !== 'value') throw new Error(decoded.kind);
  expect(decoded.value).toMatchObject({ amount: { mantissa: 123n, places: 18 }, chainId: '4' });
  expect(decodeUtf8(decoded.value.recipient)).toContain('"pred": "keys-all"');
});
