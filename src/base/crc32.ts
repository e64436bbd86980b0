// The checksum of zlib and PNG, for small inputs: half a byte at a time, so that building the table takes no time.

const remainders = Uint32Array.from({ length: 16 }, (_, bits) => {
  let remainder = bits;
  for (let i = 0; i < 4; i++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  return remainder;
});

export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) {
    sum ^= bytes[i] as number;
    sum = (sum >>> 4) ^ (remainders[sum & 15] as number);
    sum = (sum >>> 4) ^ (remainders[sum & 15] as number);
  }
  return ~sum >>> 0;
}
