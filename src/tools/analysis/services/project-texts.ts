// Strings that a project uses as names: keysets, namespaces, and keys of transaction data.

import {
  headOf,
  isGroup,
  isWord,
  readBrackets,
  type Group,
} from '../../../script/brackets/read-brackets.ts';
import { documentsOf, type WritingView, type WrittenDocument } from './writing-view.ts';

export type ProjectTexts = {
  readonly keysets: ReadonlySet<string>;
  readonly namespaces: ReadonlySet<string>;
  readonly dataKeys: ReadonlySet<string>;
};

const ofDocument = new WeakMap<WrittenDocument['source'], ProjectTexts>();

const keysetHeads = new Set([
  'define-keyset',
  'keyset-ref-guard',
  'enforce-keyset',
  'describe-keyset',
]);
const namespaceHeads = new Set(['namespace', 'define-namespace']);
const readers = new Set(['read-keyset', 'read-msg', 'read-integer', 'read-decimal', 'read-string']);

export function projectTexts(view: WritingView): ProjectTexts {
  const keysets = new Set<string>();
  const namespaces = new Set<string>();
  const dataKeys = new Set<string>();
  for (const document of documentsOf(view)) {
    const texts = textsIn(document);
    for (const each of texts.keysets) keysets.add(each);
    for (const each of texts.namespaces) namespaces.add(each);
    for (const each of texts.dataKeys) dataKeys.add(each);
  }
  return { keysets, namespaces, dataKeys };
}

function textsIn({ source }: WrittenDocument): ProjectTexts {
  const before = ofDocument.get(source);
  if (before !== undefined) return before;
  const texts = {
    keysets: new Set<string>(),
    namespaces: new Set<string>(),
    dataKeys: new Set<string>(),
  };
  const pending: Group[] = [readBrackets(source).top];
  for (let group = pending.pop(); group !== undefined; group = pending.pop()) {
    const head = headOf(group) ?? '';
    const first = textOf(group.items[1]);
    if (first !== undefined) {
      for (const kind of namedBy(head, group.items.length)) texts[kind].add(first);
    }
    const governance = head === 'module' ? textOf(group.items[2]) : undefined;
    if (governance !== undefined) texts.keysets.add(governance);
    if (head === 'env-data') for (const key of keysOf(group.items[1])) texts.dataKeys.add(key);
    for (const item of group.items) if (isGroup(item)) pending.push(item);
  }
  ofDocument.set(source, texts);
  return texts;
}

/** Returns the kind of name in the first argument of a call. */
function namedBy(head: string, length: number): readonly (keyof ProjectTexts)[] {
  if (namespaceHeads.has(head)) return ['namespaces'];
  if (readers.has(head)) return ['dataKeys'];
  if (!keysetHeads.has(head)) return [];
  // A keyset that is defined without a value is read from the data.
  return head === 'define-keyset' && length === 2 ? ['keysets', 'dataKeys'] : ['keysets'];
}

function keysOf(item: Group['items'][number] | undefined): readonly string[] {
  if (!isGroup(item, '{')) return [];
  return item.items.flatMap((each, at) => {
    const next = item.items[at + 1];
    const text = isWord(next) && next.text === ':' ? textOf(each) : undefined;
    return text === undefined ? [] : [text];
  });
}

function textOf(item: Group['items'][number] | undefined): string | undefined {
  if (!isWord(item)) return undefined;
  if (item.kind === 'symbol') return item.text.slice(1);
  const text = item.kind === 'string' ? item.text.slice(1, -1) : '';
  return text === '' ? undefined : text;
}
