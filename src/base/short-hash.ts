// FNV-1a over the UTF-16 units of a string, in 32 bits: to distinguish strings where an attacker gains nothing from a collision.

export const hashSeed = 0x811c9dc5;

export function shortHash(text: string, seed: number = hashSeed): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
