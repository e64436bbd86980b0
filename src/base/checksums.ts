// Short checksums, where an attacker gains nothing from a collision.

const remainders = Uint32Array.from({ length: 16 }, (_, bits) => {
  let remainder = bits;
  for (let i = 0; i < 4; i++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  return remainder;
});

/** The checksum of zlib and PNG, for small inputs: half a byte at a time, so that building the table takes no time. */
export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) {
    sum ^= bytes[i] as number;
    sum = (sum >>> 4) ^ (remainders[sum & 15] as number);
    sum = (sum >>> 4) ^ (remainders[sum & 15] as number);
  }
  return ~sum >>> 0;
}

export const hashSeed = 0x811c9dc5;

/** FNV-1a over the UTF-16 units of a string, in 32 bits. */
export function shortHash(text: string, seed: number = hashSeed): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
