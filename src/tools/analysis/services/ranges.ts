// Ranges to fold, and ranges for "expand selection": from words and brackets alone, so that they also work in text that does not
// parse.

import type { Source } from '../../../base/span.ts';
import type { Word } from '../../../lang/session/analyse.ts';
import {
  type Group,
  headOf,
  isGroup,
  isWord,
  type Item,
  readBrackets,
  startOf,
} from '../../../script/brackets/read-brackets.ts';
import type { TextRange } from '../workspace/symbols.ts';

export type Fold = TextRange & { readonly kind: 'code' | 'comment' | 'imports' | 'region' };

/** In order; each spans several lines, and each begins on a line of its own. */
export function foldsOf(source: Source): readonly Fold[] {
  const { top, words } = readBrackets(source);
  const folds: Fold[] = [
    ...formFolds(top),
    ...words.flatMap(longString),
    ...runs(commentLines(words, source), source).map((run) => ({
      ...run,
      kind: 'comment' as const,
    })),
    ...regions(words),
  ];
  const lineOf = (offset: number): number => source.positionAt(offset).line;
  const begun = new Set<number>();
  return folds
    .sort((left, right) => left.start - right.start || right.end - left.end)
    .filter(({ start, end }) => {
      const line = lineOf(start);
      if (begun.has(line) || lineOf(end) === line) return false;
      begun.add(line);
      return true;
    });
}

function formFolds(group: Group): Fold[] {
  const folds: Fold[] = [];
  const pending: Group[] = [group];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.open !== undefined) folds.push({ start: startOf(next), end: next.end, kind: 'code' });
    folds.push(...importRuns(next.items));
    for (const item of next.items) if (isGroup(item)) pending.push(item);
  }
  return folds;
}

function importRuns(items: readonly Item[]): readonly Fold[] {
  const folds: Fold[] = [];
  let first: Item | undefined;
  let last: Item | undefined;
  const end = (): void => {
    if (first !== undefined && last !== undefined && first !== last) {
      folds.push({ start: startOf(first), end: last.end, kind: 'imports' });
    }
    first = undefined;
  };
  for (const item of items) {
    if (isGroup(item) && headOf(item) === 'use') {
      first ??= item;
      last = item;
    } else end();
  }
  end();
  return folds;
}

const longString = ({ kind, start, end }: Word): readonly Fold[] =>
  kind === 'string' ? [{ start, end, kind: 'code' }] : [];

/** Returns comments that are alone on their line and do not mark a region. */
const commentLines = (words: readonly Word[], source: Source): readonly Word[] =>
  words.filter(
    ({ kind, text, start }) =>
      kind === 'comment' &&
      regionMark(text) === undefined &&
      source.text.slice(lineStart(source.text, start), start).trim() === '',
  );

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

/** Merges adjacent lines to one range. */
function runs(comments: readonly Word[], source: Source): readonly TextRange[] {
  const found: { start: number; end: number }[] = [];
  for (const { start, end } of comments) {
    const last = found.at(-1);
    const between = last === undefined ? '' : source.text.slice(last.end, start);
    const isNext = last !== undefined && between.trim() === '' && between.split('\n').length === 2;
    if (isNext) last.end = end;
    else found.push({ start, end });
  }
  return found;
}

function regions(words: readonly Word[]): readonly Fold[] {
  const folds: Fold[] = [];
  const open: number[] = [];
  for (const { kind, text, start, end } of words) {
    const mark = kind === 'comment' ? regionMark(text) : undefined;
    if (mark === 'begins') open.push(start);
    const begin = mark === 'ends' ? open.pop() : undefined;
    if (begin !== undefined) folds.push({ start: begin, end, kind: 'region' });
  }
  return folds;
}

function regionMark(comment: string): 'begins' | 'ends' | undefined {
  const mark = /^;+\s*#?(end)?region\b/.exec(comment);
  if (mark === null) return undefined;
  return mark[1] === undefined ? 'begins' : 'ends';
}

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
