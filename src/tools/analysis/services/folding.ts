// Folding ranges: forms over several lines, runs of comments and of `use`, and regions marked by comments.

import type { Source } from '../../../base/span.ts';
import type { Word } from '../../../lang/session/analyse.ts';
import {
  headOf,
  isGroup,
  readBrackets,
  startOf,
  type Group,
  type Item,
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
