// The events of a transaction as bytes, in a form that contracts of other chains can read. Integers are 256-bit two's
// complement, lengths and counts have 32 bits, all little-endian; decimals have 18 places.
// Source: Chainweb/SPV/EventProof.hs; consensus reference, section 7.7.
import { concatBytes, decodeUtf8, utf8 } from '../../base/bytes.ts';
import { fromBase64Url } from '../../base/base64url.ts';
import { type Result, bad, good } from '../../base/result.ts';
import {
  Decimal,
  type Hash,
  ModRef,
  type PactValue,
  hashFromBytes,
  parseModuleName,
} from '../../lang/session/run.ts';
import { BinaryReader, word256Bytes, word256Of, word32 } from '../model/binary.ts';
import type { OutputEvent } from './command-output.ts';

export type OutputEvents = {
  readonly requestKey: Hash;
  readonly events: readonly OutputEvent[];
};

const tags = { string: 0, integer: 1, decimal: 2, module: 3 } as const;
const decimalPlaces = 18;

/** Fails with the name of the reference's exception for values that cannot be represented. */
export function encodeOutputEvents({
  requestKey,
  events,
}: OutputEvents): Result<Uint8Array, string> {
  const parts = [bytesOf(hashBytesOf(requestKey)), word32(events.length)];
  for (const { name, module, moduleHash, params } of events) {
    parts.push(textBytes(name), textBytes(module), bytesOf(hashBytesOf(moduleHash)));
    parts.push(word32(params.length));
    for (const param of params) {
      const bytes = encodeParam(param);
      if (!bytes.ok) return bytes;
      parts.push(bytes.value);
    }
  }
  return good(concatBytes(parts));
}

/** Returns `undefined` unless the bytes are exactly the events of one transaction. */
export function decodeOutputEvents(bytes: Uint8Array): OutputEvents | undefined {
  const reader = new BinaryReader(bytes);
  const requestKey = readBytes(reader);
  const events = readList(reader, readEvent);
  if (requestKey === undefined || events === undefined || !reader.isAtEnd) return undefined;
  return { requestKey: hashFromBytes(requestKey), events };
}

function encodeParam(value: PactValue): Result<Uint8Array, string> {
  if (typeof value === 'string') return good(tagged(tags.string, textBytes(value)));
  if (typeof value === 'bigint') return encodeInteger(tags.integer, value);
  if (value instanceof Decimal) {
    if (value.places > decimalPlaces) return bad('DecimalOutOfBoundsException');
    const places = BigInt(decimalPlaces - value.places);
    return encodeInteger(tags.decimal, value.mantissa * 10n ** places);
  }
  // Outputs of Pact 5 always list the interfaces of a module reference, which this form cannot represent.
  if (value instanceof ModRef) return bad('UnsupportedModRefWithSpec');
  return bad('UnsupportedPactValueException');
}

function encodeInteger(tag: number, value: bigint): Result<Uint8Array, string> {
  if (BigInt.asIntN(256, value) !== value) return bad('IntegerOutOfBoundsException');
  return good(tagged(tag, word256Bytes(BigInt.asUintN(256, value))));
}

function readEvent(reader: BinaryReader): OutputEvent | undefined {
  const name = readText(reader);
  const module = readText(reader);
  const hash = readBytes(reader);
  const params = readList(reader, readParam);
  if (name === undefined || module === undefined || hash === undefined || params === undefined) {
    return undefined;
  }
  if (parseModuleName(module) === undefined) return undefined;
  return { name, module, moduleHash: hashFromBytes(hash), params };
}

function readParam(reader: BinaryReader): PactValue | undefined {
  switch (reader.take(1)?.[0]) {
    case tags.string:
      return readText(reader);
    case tags.integer:
      return readInteger(reader);
    case tags.decimal: {
      const mantissa = readInteger(reader);
      return mantissa === undefined ? undefined : new Decimal(mantissa, decimalPlaces);
    }
    case tags.module: {
      const text = readText(reader);
      const module = text === undefined ? undefined : parseModuleName(text);
      return module === undefined ? undefined : new ModRef(module, []);
    }
    default:
      return undefined;
  }
}

function readInteger(reader: BinaryReader): bigint | undefined {
  const bytes = reader.take(32);
  return bytes === undefined ? undefined : BigInt.asIntN(256, word256Of(bytes));
}

/** Stops at the first item that is missing, whatever the stated count. */
function readList<T>(
  reader: BinaryReader,
  read: (reader: BinaryReader) => T | undefined,
): readonly T[] | undefined {
  const count = reader.word32();
  if (count === undefined) return undefined;
  const items: T[] = [];
  while (items.length < count) {
    const item = read(reader);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function readBytes(reader: BinaryReader): Uint8Array | undefined {
  const length = reader.word32();
  return length === undefined ? undefined : reader.take(length);
}

function readText(reader: BinaryReader): string | undefined {
  const bytes = readBytes(reader);
  return bytes === undefined ? undefined : decodeUtf8(bytes);
}

function tagged(tag: number, bytes: Uint8Array): Uint8Array {
  return concatBytes([Uint8Array.of(tag), bytes]);
}

function bytesOf(bytes: Uint8Array): Uint8Array {
  return concatBytes([word32(bytes.length), bytes]);
}

function textBytes(text: string): Uint8Array {
  return bytesOf(utf8(text));
}

function hashBytesOf(hash: Hash): Uint8Array {
  return fromBase64Url(hash) ?? new Uint8Array(0);
}
