// Sentences for people: counts, first sentences, similar names, circles of names, and text in HTML.

import { compareText } from './text.ts';

/** `1 file`, `2 files`: for words whose plural ends in `s`. */
export const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? '' : 's'}`;

/** For messages of errors in lists. */
export const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

/** Returns the first sentence of a longer text on one line, for lists and tables. */
export function firstSentenceOf(text: string): string {
  const [first = ''] = text
    .split(/\n[^\S\n]*\n/)
    .map(asOneLine)
    .filter((part) => part !== '');
  const end = /[.!?](?=\s+\S)/.exec(first);
  return end === null ? first : first.slice(0, end.index + 1);
}

export const asOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

// Finds names similar to a misspelt one, for hints. Never part of a message: messages are exactly the
// reference's.

/**
 * The maximum number of candidates compared: a hint must not cost more than the work it comments on.
 */
const maxCandidates = 5_000;
const longestName = 64;

/** Returns the most similar names, best first; about two thirds of the letters must agree. */
export function similarNames(name: string, candidates: Iterable<string>, atMost = 3): string[] {
  if (name.length > longestName) return [];
  const wanted = inLowerCase(name);
  const allowed = Math.max(1, Math.floor(name.length / 3));
  const near: { readonly name: string; readonly distance: number }[] = [];
  const seen = new Set<string>([name]);
  let looked = 0;
  for (const candidate of candidates) {
    if (looked++ >= maxCandidates) break;
    if (Math.abs(candidate.length - name.length) > allowed || seen.has(candidate)) continue;
    seen.add(candidate);
    const distance = editDistance(wanted, inLowerCase(candidate), allowed);
    // A name that shares no letter is not similar.
    if (distance <= allowed && distance < name.length) near.push({ name: candidate, distance });
  }
  near.sort((a, b) => a.distance - b.distance || compareText(a.name, b.name));
  return near.slice(0, atMost).map((each) => each.name);
}

/** Returns ` (did you mean check?)` if there is a similar name, otherwise an empty string. */
export function suggestion(name: string, names: Iterable<string>, prefix = ''): string {
  const near = similarNames(name, names, 1).map((each) => ` (did you mean ${prefix}${each}?)`);
  return near.join('');
}

/** Converts ASCII letters to lower case; others are compared unchanged. */
function inLowerCase(name: string): string {
  if (!/[A-Z]/.test(name)) return name;
  return name.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32));
}

/**
 * Returns the number of letters to insert, drop or change, or of neighbours to swap; `atMost + 1` for all greater numbers.
 * Only a band of each row can stay within the limit.
 */
function editDistance(left: string, right: string, atMost: number): number {
  const tooFar = atMost + 1;
  if (Math.abs(left.length - right.length) > atMost) return tooFar;
  let [beforeLast, last, row] = threeRows(right.length + 1, tooFar);
  for (let j = 0; j <= Math.min(right.length, atMost); j++) last[j] = j;
  for (let i = 1; i <= left.length; i++) {
    row.fill(tooFar);
    if (i <= atMost) row[0] = i;
    let least = row[0] as number;
    const letter = left.charCodeAt(i - 1);
    const letterBefore = left.charCodeAt(i - 2);
    const end = Math.min(right.length, i + atMost);
    for (let j = Math.max(1, i - atMost); j <= end; j++) {
      const other = right.charCodeAt(j - 1);
      let best = at(last, j - 1) + (letter === other ? 0 : 1);
      best = Math.min(best, at(last, j) + 1, at(row, j - 1) + 1);
      const isSwapped =
        i > 1 && j > 1 && letter === right.charCodeAt(j - 2) && letterBefore === other;
      if (isSwapped) best = Math.min(best, at(beforeLast, j - 2) + 1);
      row[j] = best;
      least = Math.min(least, best);
    }
    if (least > atMost) return tooFar;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return Math.min(tooFar, at(last, right.length));
}

type Row = number[];

const threeRows = (length: number, filledWith: number): [Row, Row, Row] => [
  new Array<number>(length).fill(filledWith),
  new Array<number>(length).fill(filledWith),
  new Array<number>(length).fill(filledWith),
];

const at = (row: Row, index: number): number => row[index] as number;

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** Escapes text for content and attributes of HTML; all user text must be escaped here. Control characters are not allowed in HTML. */
export function escapedHtml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => entities.get(character) ?? character)
    .replace(/[^\P{Cc}\t\n]/gu, '\u{fffd}');
}

// The shortest circle through one of several names that all depend on each other, so that a message can show one way
// around instead of every name.

export type NamedDependent = { readonly name: string; readonly dependencies: readonly string[] };

/** Returns the names from the first member back to itself: each depends on the next one, the last on the first. */
export function shortestCircle(members: readonly NamedDependent[]): readonly string[] {
  const byName = new Map(members.map((member) => [member.name, member]));
  const [start] = members;
  if (start === undefined) return [];
  const cameFrom = new Map<string, string>();
  const met = [start];
  // The list grows during the loop.
  for (const { name, dependencies } of met) {
    if (dependencies.includes(start.name)) return wayTo(name, cameFrom);
    for (const next of dependencies) {
      const member = byName.get(next);
      if (member === undefined || cameFrom.has(next)) continue;
      cameFrom.set(next, name);
      met.push(member);
    }
  }
  return [start.name];
}

function wayTo(last: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const way: string[] = [];
  for (let at: string | undefined = last; at !== undefined; at = cameFrom.get(at)) way.push(at);
  return way.reverse();
}

const maxNames = 6;

/** Returns the circle with its first name repeated, and without the middle of a long one: `a -> b -> a`. */
export function circleText(circle: readonly string[]): string {
  const { length } = circle;
  const shown =
    length <= maxNames
      ? circle
      : [
          ...circle.slice(0, maxNames - 2),
          `... (${length - maxNames + 1} more) ...`,
          ...circle.slice(-1),
        ];
  return [...shown, ...circle.slice(0, 1)].join(' -> ');
}
