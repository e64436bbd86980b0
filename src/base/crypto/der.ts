// Reads the DER value SEQUENCE { r INTEGER, s INTEGER } of an ECDSA signature (RFC 3279, 2.2.3), and
// accepts the same input as the reference's library (asn1-encoding 0.9), which differs from DER in two
// ways: an end-of-contents header (universal tag 0, any length) before or after the value is skipped,
// and a tag may be written in its long form. So a signature has many encodings, all for the same
// message.

/** Returns `undefined` if the bytes are not such a value. */
export function readSignatureValue(
  bytes: Uint8Array,
): { readonly r: bigint; readonly s: bigint } | undefined {
  let header = readHeader(bytes, 0);
  while (header !== undefined && isEndOfContents(header)) header = readHeader(bytes, header.end);
  if (header?.identifier !== sequence || header.length === undefined) return undefined;
  const end = header.end + header.length;
  if (end > bytes.length) return undefined;
  const r = readInteger(bytes, header.end, end);
  if (r === undefined) return undefined;
  const s = readInteger(bytes, r.end, end);
  if (s?.end !== end || !isPadding(bytes, end)) return undefined;
  return { r: r.value, s: s.value };
}

type Header = {
  /** Class and construction in the upper three bits, then the tag. */
  readonly identifier: string;
  /** Returns `undefined` if the length is indefinite or not in its shortest form. */
  readonly length: number | undefined;
  /** Offset of the content. */
  readonly end: number;
};

// Universal class; a sequence is constructed, an integer is not.
const sequence = '1:16';
const integer = '0:2';
const isEndOfContents = ({ identifier }: Header): boolean =>
  identifier === '0:0' || identifier === '1:0';

/** Returns whether only end-of-contents headers remain. */
function isPadding(bytes: Uint8Array, start: number): boolean {
  let at = start;
  while (at < bytes.length) {
    const header = readHeader(bytes, at);
    if (header === undefined || !isEndOfContents(header)) return false;
    at = header.end;
  }
  return true;
}

function readInteger(
  bytes: Uint8Array,
  start: number,
  limit: number,
): { readonly value: bigint; readonly end: number } | undefined {
  const header = readHeader(bytes, start);
  if (header?.identifier !== integer || header.length === undefined) return undefined;
  const end = header.end + header.length;
  if (header.length === 0 || end > limit) return undefined;
  const content = bytes.subarray(header.end, end);
  const [first, second] = [content[0] as number, content[1]];
  // The shortest two's complement: the first nine bits must not all be equal.
  if (second !== undefined && first === (second < 0x80 ? 0x00 : 0xff)) return undefined;
  let value = first < 0x80 ? 0n : -1n;
  for (const byte of content) value = (value << 8n) | BigInt(byte);
  return { value, end };
}

function readHeader(bytes: Uint8Array, start: number): Header | undefined {
  const first = bytes[start];
  if (first === undefined) return undefined;
  let at = start + 1;
  let tag = BigInt(first & 31);
  if (tag === 31n) {
    if (bytes[at] === 0x80) return undefined;
    tag = 0n;
    for (let more = true; more; at++) {
      const byte = bytes[at];
      if (byte === undefined) return undefined;
      // The library keeps the tag in a machine integer.
      tag = BigInt.asIntN(64, (tag << 7n) | BigInt(byte & 0x7f));
      more = byte >= 0x80;
    }
  }
  const lengthAt = bytes[at];
  if (lengthAt === undefined) return undefined;
  const identifier = `${first >> 5}:${tag}`;
  if (lengthAt < 0x80) return { identifier, length: lengthAt, end: at + 1 };
  const end = at + 1 + (lengthAt & 0x7f);
  if (end > bytes.length) return undefined;
  return { identifier, length: longLength(bytes.subarray(at + 1, end)), end };
}

/** A length beyond any signature is treated as no length. */
function longLength(bytes: Uint8Array): number | undefined {
  if (bytes.length === 0 || bytes.length > 4 || bytes[0] === 0) return undefined;
  const length = bytes.reduce((value, byte) => value * 256 + byte, 0);
  return length >= 0x80 ? length : undefined;
}
