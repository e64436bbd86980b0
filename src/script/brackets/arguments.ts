// The parts of a list: names and numbers joined by dots are one part.

import { isWord, startOf, type Group, type Item } from './read-brackets.ts';

/** The head or an argument of a call: one item, or several that are joined. */
export type Part = {
  readonly items: readonly Item[];
  readonly start: number;
  readonly end: number;
};

export function partsOf({ items }: Group): readonly Part[] {
  const parts: { items: Item[]; start: number; end: number }[] = [];
  for (const item of items) {
    const last = parts.at(-1);
    const before = last?.items.at(-1);
    const isJoined = last !== undefined && last.end === startOf(item);
    if (last !== undefined && isJoined && (isJoint(item) || isJoint(before))) {
      last.items.push(item);
      last.end = item.end;
    } else parts.push({ items: [item], start: startOf(item), end: item.end });
  }
  return parts;
}

const isJoint = (item: Item | undefined): boolean =>
  isWord(item) && item.kind === 'mark' && (item.text === '.' || item.text === '::');

/** Returns a name with the items joined to it; `undefined` for a list. */
export function nameOfPart(part: Part | undefined): string | undefined {
  if (part === undefined || !part.items.every(isWord)) return undefined;
  return part.items.map((item) => (isWord(item) ? item.text : '')).join('');
}
