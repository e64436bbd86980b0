// The binary messages of the Hyperlane bridge, for the builtins `hyperlane-message-id`,
// `hyperlane-encode-token-message` and `hyperlane-decode-token-message`. The order of checks and the
// wrap-around of numbers follow the reference, `Pact/Crypto/Hyperlane.hs`. A failure has the name of the
// reference's constructor; its texts are in the error table.

import { fromBase64Url, toBase64Url } from '../base64url.ts';
import { concatBytes } from '../bytes.ts';
import { keccak256 } from './keccak256.ts';

export type HyperlaneFailure =
  | { readonly kind: 'HyperlaneErrorFailedToFindKey'; readonly field: string }
  | { readonly kind: 'HyperlaneErrorNumberOutOfBounds'; readonly field: string }
  | { readonly kind: 'HyperlaneErrorInvalidBase64'; readonly field: string }
  | {
      readonly kind: 'HyperlaneErrorIncorrectSize';
      readonly field: string;
      /** Both in bytes. */
      readonly expected: number;
      readonly actual: number;
    }
  | { readonly kind: 'HyperlaneErrorInvalidChainId'; readonly cause: string };

export type HyperlaneDecodeFailure =
  | { readonly kind: 'HyperlaneDecodeErrorBase64' }
  | { readonly kind: 'HyperlaneDecodeErrorBinary' };

export type HyperlaneResult<T, Failure = HyperlaneFailure> =
  | { readonly kind: 'value'; readonly value: T }
  | Failure;

/** `mantissa / 10 ^ places`. */
export type DecimalParts = { readonly mantissa: bigint; readonly places: number };

/**
 * Returns a field of the builtin's argument; `undefined` if it is absent or has another type.
 */
export type FieldLookup = (field: string) => string | bigint | DecimalParts | undefined;

/**
 * Returns the id of a message: base64url (43 characters) of the Keccak-256 of its packed fields `version`
 * (1 byte), `nonce` and `originDomain` (4 bytes each), `sender` (32), `destinationDomain` (4),
 * `recipient` (32) and `messageBody`. Numbers are integers, bytes base64url. Reports the first field in
 * this order that fails.
 */
export function hyperlaneMessageId(fields: FieldLookup): HyperlaneResult<string> {
  const parts: Uint8Array[] = [];
  for (const read of messageLayout) {
    const part = read(fields);
    if (part.kind !== 'value') return part;
    parts.push(part.value);
  }
  return value(toBase64Url(keccak256(concatBytes(parts))));
}

/** The content of a token message. */
export type TokenMessage = {
  /** The amount divided by 10^18, without trailing zeros. */
  readonly amount: DecimalParts;
  /** 0 to 65535, in decimal digits. */
  readonly chainId: string;
  /** Should be the JSON of a guard; not checked here. */
  readonly recipient: Uint8Array;
};

/** Reads base64url of amount (32 bytes), chain id (2 bytes), recipient (the rest). */
export function decodeTokenMessage(
  text: string,
): HyperlaneResult<TokenMessage, HyperlaneDecodeFailure> {
  const bytes = fromBase64Url(text);
  if (bytes === undefined) return { kind: 'HyperlaneDecodeErrorBase64' };
  if (bytes.length < amountBytes + chainIdBytes) return { kind: 'HyperlaneDecodeErrorBinary' };
  const recipientAt = amountBytes + chainIdBytes;
  return value({
    amount: inWholeTokens(fromBigEndian(bytes.subarray(0, amountBytes))),
    chainId: String(fromBigEndian(bytes.subarray(amountBytes, recipientAt))),
    recipient: bytes.slice(recipientAt),
  });
}

/**
 * Returns the message as base64url for the fields `recipient` (base64url), `amount` (a decimal) and
 * `chainId` (a string), checked in this order. The amount is rounded half-even, not multiplied, and
 * taken modulo 2^256; only the leading digits of the chain id count, modulo 2^16.
 */
export function encodeTokenMessage(fields: FieldLookup): HyperlaneResult<string> {
  const recipient = bytesField('recipient')(fields);
  if (recipient.kind !== 'value') return recipient;
  const amount = fields('amount');
  if (typeof amount !== 'object') return notFound('amount');
  const chainId = fields('chainId');
  if (typeof chainId !== 'string') return notFound('chainId');
  const digits = /^[0-9]*/.exec(chainId)?.[0] ?? '';
  if (digits === '') {
    return {
      kind: 'HyperlaneErrorInvalidChainId',
      cause: 'input does not start with a digit',
    };
  }
  const message = concatBytes([
    bigEndian(roundHalfEven(amount), amountBytes),
    bigEndian(BigInt(lastBits(digits)), chainIdBytes),
    recipient.value,
  ]);
  return value(toBase64Url(message));
}

const amountBytes = 32;
const chainIdBytes = 2;
const weiPlaces = 18;

type FieldReader = (fields: FieldLookup) => HyperlaneResult<Uint8Array>;

const messageLayout: readonly FieldReader[] = [
  integerField('version', 1),
  integerField('nonce', 4),
  integerField('originDomain', 4),
  bytesField('sender', 32),
  integerField('destinationDomain', 4),
  bytesField('recipient', 32),
  bytesField('messageBody'),
];

/** An unsigned integer of `size` bytes. */
function integerField(field: string, size: number): FieldReader {
  const limit = 1n << BigInt(8 * size);
  return (fields) => {
    const number = fields(field);
    if (typeof number !== 'bigint') return notFound(field);
    if (number < 0n || number >= limit) return { kind: 'HyperlaneErrorNumberOutOfBounds', field };
    return value(bigEndian(number, size));
  };
}

/** Bytes as base64url; any number of them if no size is given. */
function bytesField(field: string, expected?: number): FieldReader {
  return (fields) => {
    const text = fields(field);
    if (typeof text !== 'string') return notFound(field);
    const bytes = fromBase64Url(text);
    if (bytes === undefined) return { kind: 'HyperlaneErrorInvalidBase64', field };
    if (expected !== undefined && bytes.length !== expected) {
      return { kind: 'HyperlaneErrorIncorrectSize', field, expected, actual: bytes.length };
    }
    return value(bytes);
  };
}

function notFound(field: string): HyperlaneFailure {
  return { kind: 'HyperlaneErrorFailedToFindKey', field };
}

function value<T>(result: T): { readonly kind: 'value'; readonly value: T } {
  return { kind: 'value', value: result };
}

function inWholeTokens(wei: bigint): DecimalParts {
  let [mantissa, places] = [wei, weiPlaces];
  while (places > 0 && mantissa % 10n === 0n) {
    mantissa /= 10n;
    places--;
  }
  return { mantissa, places };
}

function roundHalfEven({ mantissa, places }: DecimalParts): bigint {
  const unit = 10n ** BigInt(places);
  const towardsZero = mantissa / unit;
  const twiceRest = 2n * (mantissa - towardsZero * unit);
  const away = mantissa < 0n ? -1n : 1n;
  const distance = twiceRest * away - unit;
  const goesAway = distance > 0n || (distance === 0n && towardsZero % 2n !== 0n);
  return goesAway ? towardsZero + away : towardsZero;
}

/** A number of any length modulo 2^16, digit by digit. */
function lastBits(digits: string): number {
  let number = 0;
  for (let i = 0; i < digits.length; i++)
    number = (number * 10 + Number(digits.charAt(i))) & 0xffff;
  return number;
}

/** The lowest bytes of a number, in two's complement. */
function bigEndian(number: bigint, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let i = size - 1, left = number; i >= 0; i--, left >>= 8n) bytes[i] = Number(left & 255n);
  return bytes;
}

function fromBigEndian(bytes: Uint8Array): bigint {
  let number = 0n;
  for (const byte of bytes) number = (number << 8n) | BigInt(byte);
  return number;
}
