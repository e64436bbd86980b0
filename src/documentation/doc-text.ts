// The text of `@doc`: plain, with blank lines between paragraphs; what stands in backquotes is code.

import { code, text, type Block, type Inline } from './content.ts';

export function docBlocks(doc: string): readonly Block[] {
  return doc
    .split(/\n[^\S\n]*\n/)
    .map(asOneLine)
    .filter((part) => part !== '')
    .map((part) => ({ kind: 'paragraph', content: inlines(part) }));
}

/** For tables and lists. */
export function firstSentence(doc: string): readonly Inline[] {
  const [first = ''] = doc
    .split(/\n[^\S\n]*\n/)
    .map(asOneLine)
    .filter((part) => part !== '');
  const end = /[.!?](?=\s+\S)/.exec(first);
  return inlines(end === null ? first : first.slice(0, end.index + 1));
}

export function inlines(line: string): readonly Inline[] {
  return line
    .split(/(`[^`]+`)/)
    .filter((part) => part !== '')
    .map((part) => (/^`[^`]+`$/.test(part) ? code(part.slice(1, -1)) : text(part)));
}

const asOneLine = (part: string): string => part.replace(/\s+/g, ' ').trim();
