// Links: files in `load`, and URLs in strings and comments.

import type { Source } from '../../../base/span.ts';
import {
  headOf,
  isGroup,
  isWord,
  readBrackets,
  type Group,
} from '../../../script/brackets/read-brackets.ts';
import { resolveLoad } from '../../../script/paths.ts';
import type { TextRange } from '../workspace/symbols.ts';

export type Link = TextRange & {
  readonly target:
    | { readonly kind: 'file'; readonly path: string }
    | { readonly kind: 'address'; readonly url: string };
};

/** Returns links in order. */
export function linksOf(source: Source): readonly Link[] {
  const { top, words } = readBrackets(source);
  const addresses = words.flatMap(({ kind, text, start }) =>
    kind === 'string' || kind === 'comment' ? addressesIn(text, start) : [],
  );
  return [...loads(top, source), ...addresses].sort((left, right) => left.start - right.start);
}

function loads(top: Group, source: Source): readonly Link[] {
  const links: Link[] = [];
  const pending = [top];
  for (let group = pending.pop(); group !== undefined; group = pending.pop()) {
    for (const item of group.items) if (isGroup(item)) pending.push(item);
    const path = group.items[1];
    if (headOf(group) !== 'load' || !isWord(path) || path.kind !== 'string') continue;
    const [start, end] = [path.start + 1, path.end - 1];
    const text = source.text.slice(start, end);
    if (text === '' || text.includes('\\')) continue;
    links.push({ start, end, target: { kind: 'file', path: resolveLoad(source.name, text) } });
  }
  return links;
}

function addressesIn(text: string, offset: number): readonly Link[] {
  return [...text.matchAll(/\bhttps?:\/\/[^\s"\\<>()[\]{}]+/g)].map(({ 0: found, index }) => {
    const url = found.replace(/[.,;:!?'*]+$/, '');
    const start = offset + index;
    return { start, end: start + url.length, target: { kind: 'address', url } };
  });
}
