// The position of a cursor in a text: the word that is being typed and the brackets around it.

import { countLeading } from '../../base/sorted.ts';
import type { Source } from '../../base/span.ts';
import type { Word } from '../../lang/session/analyse.ts';
import { type BracketTree, type Group, readBrackets, startOf } from './read-brackets.ts';

export type Cursor = {
  readonly tree: BracketTree;
  readonly offset: number;
  readonly place: 'code' | 'string' | 'comment';
  /** The word that contains the cursor or ends there; not a bracket. */
  readonly word: Word | undefined;
  /** The part of it before the cursor, without quote or tick. */
  readonly typed: string;
  /** The range that a completion replaces: the word, without quotes or tick. */
  readonly replaced: { readonly start: number; readonly end: number };
  /** The names before the word: `ns.m` of `ns.m.f`; the separator is the one before the word. */
  readonly qualifier: { readonly text: string; readonly separator: '.' | '::' } | undefined;
  /** The groups around it, the outermost first, without the group of the whole text. */
  readonly path: readonly Group[];
  /** The number of items of the innermost group before the word with its qualifier. */
  readonly index: number;
};

export function cursorAt(
  source: Source,
  wanted: number,
  tree: BracketTree = readBrackets(source),
): Cursor {
  const offset = Math.max(0, Math.min(Math.trunc(wanted) || 0, source.text.length));
  const at = lastBefore(tree.words, offset);
  const touched = tree.words[at];
  const word = touched !== undefined && isTouched(touched, offset) ? touched : undefined;
  const replaced = replacedOf(word, offset);
  const before = word === undefined ? at : at - 1;
  const chain = canBeName(word) ? qualifierBefore(tree.words, before, replaced.start) : undefined;
  const path = pathTo(tree.top, offset);
  const start = chain?.start ?? word?.start ?? offset;
  return {
    tree,
    offset,
    place: placeIn(word),
    word,
    typed: source.text.slice(replaced.start, offset),
    replaced,
    qualifier: chain,
    path,
    index: countBefore((path.at(-1) ?? tree.top).items, start),
  };
}

const canBeName = (word: Word | undefined): boolean => word === undefined || isNameLike(word);

const isNameLike = ({ kind }: Word): boolean => kind === 'name' || kind === 'keyword';

/** The index of the last word that begins before the offset. */
function lastBefore(words: readonly Word[], offset: number): number {
  return countLeading(words.length, (at) => (words[at] as Word).start < offset) - 1;
}

function isTouched({ kind, text, end }: Word, offset: number): boolean {
  if (offset > end) return false;
  switch (kind) {
    case 'open':
    case 'close':
    case 'mark':
      return false;
    case 'string':
      return offset < end;
    case 'fault':
      return text.startsWith('"') || text.startsWith("'");
    default:
      return true;
  }
}

function placeIn(word: Word | undefined): Cursor['place'] {
  if (word?.kind === 'comment') return 'comment';
  return word?.kind === 'string' || (word?.kind === 'fault' && word.text.startsWith('"'))
    ? 'string'
    : 'code';
}

function replacedOf(word: Word | undefined, offset: number): Cursor['replaced'] {
  if (word === undefined) return { start: offset, end: offset };
  const { kind, text, start, end } = word;
  switch (kind) {
    case 'string':
      return { start: start + 1, end: end - 1 };
    case 'symbol':
      return { start: start + 1, end };
    case 'fault':
      // An unclosed string reaches to the end of its line, but only the typed part counts.
      return { start: start + 1, end: text.startsWith('"') ? offset : end };
    default:
      return { start, end };
  }
}

type Chain = { readonly text: string; readonly separator: '.' | '::'; readonly start: number };

/** Returns the names joined to the word at `start`, read backwards from the word at the index. */
function qualifierBefore(words: readonly Word[], index: number, start: number): Chain | undefined {
  const mark = words[index];
  const last = nameBefore(words, index, start);
  if (mark === undefined || last === undefined || !isSeparator(mark.text)) return undefined;
  let { text } = last;
  let first = last;
  for (let at = index - 2; at > index - 6; at -= 2) {
    const name = words[at]?.text === '.' ? nameBefore(words, at, first.start) : undefined;
    if (name === undefined) break;
    text = `${name.text}.${text}`;
    first = name;
  }
  return { text, separator: mark.text, start: first.start };
}

const isSeparator = (text: string): text is '.' | '::' => text === '.' || text === '::';

/** Returns the name before a separator that ends at `start`, without blanks. */
function nameBefore(words: readonly Word[], index: number, start: number): Word | undefined {
  const mark = words[index];
  const name = words[index - 1];
  if (mark?.kind !== 'mark' || mark.end !== start || name?.end !== mark.start) return undefined;
  return isNameLike(name) ? name : undefined;
}

function pathTo(top: Group, offset: number): readonly Group[] {
  const path: Group[] = [];
  for (let { items } = top; ;) {
    const last = items[countBefore(items, offset) - 1];
    if (last?.kind !== 'group') return path;
    if (offset > (last.close === undefined ? last.end : last.close.start)) return path;
    path.push(last);
    ({ items } = last);
  }
}

/** Returns the number of items that begin before an offset. */
export function countBefore(items: Group['items'], offset: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && startOf(item) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
