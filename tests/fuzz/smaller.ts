// Reduces a bad program: removes ever smaller runs of tokens while it stays bad.

import type { Pieces } from '../support/mutate.ts';

const maxTries = 300;

export async function smaller(
  pieces: Pieces,
  isBad: (text: string) => Promise<boolean>,
): Promise<string> {
  let best = pieces;
  let tries = 0;
  for (let length = Math.ceil(best.length / 2); length >= 1; length = Math.floor(length / 2)) {
    for (let at = 0; at < best.length && tries < maxTries;) {
      const shorter = [...best.slice(0, at), ...best.slice(at + length)];
      tries++;
      if (await isBad(shorter.join(''))) best = shorter;
      else at += length;
    }
  }
  return best.join('');
}
