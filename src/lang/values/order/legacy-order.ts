// The order of object keys in JSON: the order of a hash map that the reference no longer uses. Hashes of values and
// principals depend on it. Keys ascend by the nibbles of a 64-bit FNV-1 hash, lowest nibble first.
// Source: pact-json's Legacy/HashMap.hs and Legacy/Hashable.hs, section 3.10.

/** Returns keys in this order. They must be given in ascending code-point order, which decides full collisions. */
export function legacyOrder(keys: readonly string[]): readonly string[] {
  if (keys.length < 2) return keys;
  // Sorting is stable, so colliding keys keep the order they were given in.
  const paths = keys.map(pathOf).sort((a, b) => a.low - b.low || a.high - b.high);
  return paths.map(({ key }) => key);
}

/** The halves of the hash of a key with their nibbles reversed, so that numbers compare like the branches of the map. */
type Path = { readonly key: string; readonly low: number; readonly high: number };

// Field names recur; the limit prevents hostile names from accumulating.
const knownPaths = new Map<string, Path>();
const maxKnownPaths = 4096;
const maxKnownLength = 64;

function pathOf(key: string): Path {
  const known = knownPaths.get(key);
  if (known !== undefined) return known;
  const hash = fnv1(key);
  const path = { key, low: reversed(hash.low), high: reversed(hash.high) };
  if (knownPaths.size < maxKnownPaths && key.length <= maxKnownLength) knownPaths.set(key, path);
  return path;
}

// The prime is 2^24 + 0x193, the salt -2578643520546668380, both modulo 2^64.
const primeLow = 0x193;
const saltHigh = 0xdc36d161;
const saltLow = 0x5b7400a4;
const twoTo24 = 0x1000000;
const twoTo32 = 0x100000000;

/** FNV-1 over the UTF-16LE bytes, modulo 2^64, in two unsigned halves. */
function fnv1(key: string): { readonly high: number; readonly low: number } {
  let high = saltHigh;
  let low = saltLow;
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i);
    for (let shift = 0; shift < 16; shift += 8) {
      // The products stay below 2^53.
      const product = low * primeLow + (low & 0xff) * twoTo24;
      const carry = Math.floor(product / twoTo32) + (low >>> 8);
      high = (high * primeLow + (high & 0xff) * twoTo24 + carry) >>> 0;
      low = (product ^ ((unit >> shift) & 0xff)) >>> 0;
    }
  }
  return { high, low };
}

/** Reverses the nibbles of 32 bits. */
function reversed(half: number): number {
  const pairs = ((half & 0x0f0f0f0f) << 4) | ((half >>> 4) & 0x0f0f0f0f);
  const bytes = ((pairs & 0x00ff00ff) << 8) | ((pairs >>> 8) & 0x00ff00ff);
  return ((bytes << 16) | (bytes >>> 16)) >>> 0;
}
