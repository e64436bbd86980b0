// Fields of the objects that stand for bridge messages, checked one by one in the order of the reference.
// Source: pact/Pact/Crypto/Hyperlane.hs.

import { fromBase64Url } from '../../../base/base64url.ts';
import type { NativeCall } from '../../machine/native.ts';
import { Decimal, type ObjectValue } from '../../values/value.ts';

export function decimalField(call: NativeCall, object: ObjectValue, field: string): Decimal {
  const value = object.fields.get(field);
  return value instanceof Decimal ? value : failMissing(call, field);
}

export function stringField(call: NativeCall, object: ObjectValue, field: string): string {
  const value = object.fields.get(field);
  return typeof value === 'string' ? value : failMissing(call, field);
}

/** An unsigned integer of so many bytes, the highest first. */
export function unsignedField(
  call: NativeCall,
  object: ObjectValue,
  field: string,
  size: number,
): Uint8Array {
  const value = object.fields.get(field);
  if (typeof value !== 'bigint') return failMissing(call, field);
  if (BigInt.asUintN(8 * size, value) !== value) {
    call.fail('HyperlaneErrorNumberOutOfBounds', { field });
  }
  return bigEndian(value, size);
}

export function bytesField(call: NativeCall, object: ObjectValue, field: string): Uint8Array {
  const bytes = fromBase64Url(stringField(call, object, field));
  return bytes ?? call.fail('HyperlaneErrorInvalidBase64', { field });
}

/** Bytes of an exact number. */
export function addressField(
  call: NativeCall,
  object: ObjectValue,
  field: string,
  expected: number,
): Uint8Array {
  const bytes = bytesField(call, object, field);
  if (bytes.length === expected) return bytes;
  return call.fail('HyperlaneErrorIncorrectSize', { field, expected, actual: bytes.length });
}

/** The lowest bytes of an integer, the highest of them first. */
export function bigEndian(integer: bigint, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; i++) {
    bytes[size - 1 - i] = Number((integer >> BigInt(8 * i)) & 0xffn);
  }
  return bytes;
}

function failMissing(call: NativeCall, field: string): never {
  return call.fail('HyperlaneErrorFailedToFindKey', { field });
}
