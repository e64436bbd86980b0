// The ranges of "expand selection": the word, the name that it belongs to, then the contents of the brackets around it
// and the brackets themselves, outwards up to the whole text.

import type { Source } from '../../../base/span.ts';
import type { Word } from '../../../lang/session/analyse.ts';
import {
  isGroup,
  isWord,
  readBrackets,
  startOf,
  type Group,
  type Item,
} from '../../../script/brackets/read-brackets.ts';
import type { TextRange } from '../workspace/symbols.ts';

/** The innermost first; each contains the one before it, and the offset. */
export function selectionAt(source: Source, offset: number): readonly TextRange[] {
  const { top, words } = readBrackets(source);
  const found: TextRange[] = [{ start: 0, end: source.text.length }];
  const add = ({ start, end }: TextRange): void => {
    const last = found.at(-1);
    if (last === undefined || start > offset || end < offset) return;
    const isInside = start >= last.start && end <= last.end;
    if (isInside && (start > last.start || end < last.end)) found.push({ start, end });
  };
  let group: Group = top;
  for (let next: Group | undefined = top; next !== undefined; next = groupAt(group, offset)) {
    group = next;
    if (next.open === undefined) continue;
    add({ start: startOf(next), end: next.end });
    const inner = innerOf(next);
    if (inner !== undefined) add(inner);
  }
  const name = qualifiedName(group.items, offset);
  if (name !== undefined) add(name);
  const word = words.find(({ start, end }) => start <= offset && offset <= end);
  if (word !== undefined) for (const each of partsOf(word)) add(each);
  return found.reverse();
}

const groupAt = ({ items }: Group, offset: number): Group | undefined =>
  items.find((item): item is Group => isGroup(item) && startOf(item) < offset && offset < item.end);

function innerOf({ items }: Group): TextRange | undefined {
  const first = items[0];
  const last = items.at(-1);
  return first === undefined || last === undefined
    ? undefined
    : { start: startOf(first), end: last.end };
}

/** Names joined by `.` or `::` without blanks, and the type after a `:`. */
function qualifiedName(items: readonly Item[], offset: number): TextRange | undefined {
  const at = items.findIndex((item) => startOf(item) <= offset && offset <= item.end);
  if (at === -1) return undefined;
  const isJoined = (left: Item | undefined, right: Item | undefined): boolean =>
    left !== undefined &&
    right !== undefined &&
    left.end === startOf(right) &&
    (isMark(left) || isMark(right));
  let first = at;
  let last = at;
  while (isJoined(items[first - 1], items[first])) first--;
  while (isJoined(items[last], items[last + 1])) last++;
  const start = items[first];
  const end = items[last];
  return start === undefined || end === undefined
    ? undefined
    : { start: startOf(start), end: end.end };
}

const isMark = (item: Item): boolean => isWord(item) && /^(\.|:{1,2})$/.test(item.text);

/** A string, then the contents of its quotes. */
function partsOf({ kind, start, end }: Word): readonly TextRange[] {
  const whole = { start, end };
  if (kind === 'mark' || kind === 'open' || kind === 'close') return [];
  return kind === 'string' ? [whole, { start: start + 1, end: end - 1 }] : [whole];
}
