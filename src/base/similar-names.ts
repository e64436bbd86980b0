// Names like a misspelt one, for hints. Never part of a message: messages are the reference's,
// letter by letter.

import { compareText } from './text.ts';

/**
 * The number of candidates that are compared: a hint must not cost more than the work it comments
 * on.
 */
const mostCandidates = 5_000;
const longestName = 64;

/** The most similar names, best first; about two thirds of the letters must agree. */
export function similarNames(name: string, candidates: Iterable<string>, atMost = 3): string[] {
  if (name.length > longestName) return [];
  const wanted = inLowerCase(name);
  const allowed = Math.max(1, Math.floor(name.length / 3));
  const near: { readonly name: string; readonly distance: number }[] = [];
  const seen = new Set<string>([name]);
  let looked = 0;
  for (const candidate of candidates) {
    if (looked++ >= mostCandidates) break;
    if (Math.abs(candidate.length - name.length) > allowed || seen.has(candidate)) continue;
    seen.add(candidate);
    const distance = editDistance(wanted, inLowerCase(candidate));
    // A name that shares no letter is not similar.
    if (distance <= allowed && distance < name.length) near.push({ name: candidate, distance });
  }
  near.sort((a, b) => a.distance - b.distance || compareText(a.name, b.name));
  return near.slice(0, atMost).map((each) => each.name);
}

/** ` (did you mean check?)` if there is a similar name, otherwise an empty string. */
export function suggestion(name: string, names: Iterable<string>, prefix = ''): string {
  const near = similarNames(name, names, 1).map((each) => ` (did you mean ${prefix}${each}?)`);
  return near.join('');
}

/** Lowers ASCII letters; others are compared unchanged. */
function inLowerCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32));
}

/** The number of letters to insert, drop or change, or of neighbours to swap. */
function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, i) => i);
  for (let i = 1; i <= left.length; i++) {
    const row = [i];
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1];
      let best = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      const swapped =
        i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      if (swapped) best = Math.min(best, at(beforeLast, j - 2) + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, right.length);
}

const at = (row: readonly number[], index: number): number => row[index] as number;
