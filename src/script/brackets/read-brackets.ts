// The brackets of a text as a tree, even if the text does not parse: text being typed is always incomplete. Keywords
// that begin a definition show where an unclosed one must have ended, as in src/lang/syntax/forms.ts.

import { onceFor } from '../../base/deferred.ts';
import type { Source } from '../../base/span.ts';
import { type Word, wordsOf } from '../../lang/session/analyse.ts';

export type Group = {
  readonly kind: 'group';
  /** `undefined` for the whole text. */
  readonly open: Word | undefined;
  parent: Group | undefined;
  /** Without comments. */
  readonly items: Item[];
  close: Word | undefined;
  /** After the closing bracket, or where the text shows that it must have ended. */
  end: number;
};

export type Item = Word | Group;

export type BracketTree = {
  readonly source: Source;
  readonly words: readonly Word[];
  readonly top: Group;
  /** Unmatched closing brackets. */
  readonly surplus: readonly Word[];
  /** Groups without a closing bracket, in the order in which they end. */
  readonly unclosed: readonly Group[];
};

/** For text typed at a prompt, where no column shows where a form begins. */
export function readTypedBrackets(source: Source): BracketTree {
  return new BracketReader(source, wordsOf(source), { byColumn: false }).read();
}

export const readBrackets = onceFor((source: Source): BracketTree => {
  const words = wordsOf(source);
  const tree = new BracketReader(source, words, { byColumn: false }).read();
  const isOpen = tree.unclosed.some(({ end }) => end === source.text.length);
  return isOpen ? new BracketReader(source, words, { byColumn: true }).read() : tree;
});

export const isGroup = (item: Item | undefined, open?: string): item is Group =>
  item?.kind === 'group' && (open === undefined || item.open?.text === open);

export const isWord = (item: Item | undefined): item is Word =>
  item !== undefined && item.kind !== 'group';

export const startOf = (item: Item): number =>
  item.kind === 'group' ? (item.open?.start ?? 0) : item.start;

/** Returns the first word of a list in parentheses. */
export function headOf(group: Group | undefined): string | undefined {
  const head = group?.open?.text === '(' ? group.items[0] : undefined;
  return isWord(head) && (head.kind === 'name' || head.kind === 'keyword') ? head.text : undefined;
}

const wholeForms: ReadonlySet<string> = new Set(['module', 'interface']);
const itemForms: ReadonlySet<string> = new Set([
  'defun',
  'defconst',
  'defcap',
  'defschema',
  'deftable',
  'defpact',
  'use',
  'implements',
  'bless',
]);

export const isModuleHead = (head: string | undefined): boolean => wholeForms.has(head ?? '');
const isItemHead = (head: string | undefined): boolean => itemForms.has(head ?? '');

const openerOf: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

class BracketReader {
  private readonly source: Source;
  private readonly words: readonly Word[];
  private readonly byColumn: boolean;
  private readonly top: Group;
  private readonly surplus: Word[] = [];
  private readonly unclosed: Group[] = [];
  /** The open groups, the whole text first. */
  private readonly path: Group[];
  /** The index of the last item of the whole text that begins in the first column. */
  private lastInFirstColumn = -1;

  constructor(
    source: Source,
    words: readonly Word[],
    { byColumn }: { readonly byColumn: boolean },
  ) {
    this.source = source;
    this.words = words;
    this.byColumn = byColumn;
    const end = source.text.length;
    this.top = {
      kind: 'group',
      open: undefined,
      parent: undefined,
      items: [],
      close: undefined,
      end,
    };
    this.path = [this.top];
  }

  read(): BracketTree {
    this.words.forEach((word, at) => {
      if (word.kind === 'open') {
        if (word.text === '(') this.resynchronise(word, at);
        this.enter(word);
      } else if (word.kind === 'close') this.leave(word);
      else if (word.kind !== 'comment') this.add(word);
    });
    this.cut(1, this.source.text.length);
    const { source, words, top, surplus, unclosed } = this;
    return { source, words, top, surplus, unclosed };
  }

  private get present(): Group {
    return this.path.at(-1) ?? this.top;
  }

  private resynchronise(paren: Word, at: number): void {
    const [next, second] = this.words.slice(at + 1, at + 3);
    // In `x:module{i}` the word belongs to a type.
    const head = next?.kind === 'keyword' && second?.text !== '{' ? next.text : undefined;
    const isInModule = isModuleHead(headOf(this.path[1]));
    if (isModuleHead(head)) this.cut(1, paren.start);
    else if (isItemHead(head)) {
      if (this.path.length === 1) this.reopen(paren);
      else this.cut(isInModule ? 2 : 1, paren.start);
    } else if (this.byColumn && this.isFirstColumn(paren)) this.cut(1, paren.start);
  }

  /**
   * An indented definition after a module is one of its items: a surplus bracket closed the module. The same applies to
   * items between them, if they are indented and the columns do not show that the module has ended.
   */
  private reopen(paren: Word): void {
    const { items } = this.top;
    const last = items.at(-1);
    const isNext = isGroup(last) && isModuleHead(headOf(last));
    const at = isNext ? items.length - 1 : this.lastInFirstColumn;
    const module = items[at];
    if (!isGroup(module) || !isModuleHead(headOf(module)) || this.isFirstColumn(paren)) return;
    const { close } = module;
    const between = items.slice(at + 1);
    if (between.length > 0 && (close === undefined || this.isFirstColumn(close))) return;
    items.length = at + 1;
    for (const item of between) {
      module.items.push(item);
      if (isGroup(item)) item.parent = module;
    }
    if (close !== undefined) this.surplus.push(close);
    module.close = undefined;
    this.path.push(module);
  }

  private enter(open: Word): void {
    const parent = this.present;
    const group: Group = {
      kind: 'group',
      open,
      parent,
      items: [],
      close: undefined,
      end: open.end,
    };
    this.add(group);
    this.path.push(group);
  }

  private add(item: Item): void {
    const { items } = this.present;
    items.push(item);
    if (this.path.length > 1) return;
    const start = isGroup(item) ? item.open : item;
    if (start !== undefined && this.isFirstColumn(start)) this.lastInFirstColumn = items.length - 1;
  }

  /** It may close groups inside its own pair, but only `)` closes `(`. */
  private leave(close: Word): void {
    const opener = openerOf.get(close.text);
    let depth = this.path.length - 1;
    while (depth > 0 && this.path[depth]?.open?.text !== opener) {
      if (this.path[depth]?.open?.text === '(') depth = 0;
      depth--;
    }
    const group = depth > 0 ? this.path[depth] : undefined;
    if (group === undefined) {
      this.surplus.push(close);
      return;
    }
    this.cut(depth + 1, close.start);
    group.close = close;
    group.end = close.end;
    this.path.length = depth;
  }

  /** Ends the groups from a depth on without a closing bracket. */
  private cut(depth: number, end: number): void {
    for (const group of this.path.splice(depth).reverse()) {
      group.end = end;
      this.unclosed.push(group);
    }
  }

  private isFirstColumn({ start }: Word): boolean {
    return start === 0 || this.source.text.charAt(start - 1) === '\n';
  }
}

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
