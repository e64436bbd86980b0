// Parses the text of `@doc`: blank lines separate paragraphs, backquotes mark code, and lines that begin like list
// items are list items.

import { asOneLine, firstSentenceOf } from '../../base/prose.ts';
import { code, text, type Block, type Inline } from './content.ts';

export function docBlocks(doc: string): readonly Block[] {
  const blocks: Block[] = [];
  let part: Part = { kind: 'paragraph', texts: [] };
  const end = (next: Part): void => {
    blocks.push(...blocksOf(part));
    part = next;
  };
  for (const line of doc.split('\n')) {
    const fence = /^\s*```/.test(line);
    const [, bullet, number, item = ''] =
      /^\s*(?:([-*+\u2022])|(\d{1,3}[.)]))\s+(\S.*)$/.exec(line) ?? [];
    if (part.kind === 'code') {
      if (fence) end({ kind: 'paragraph', texts: [] });
      else part.texts.push(line);
    } else if (fence) end({ kind: 'code', texts: [] });
    else if (line.trim() === '') end({ kind: 'paragraph', texts: [] });
    else if (bullet !== undefined || number !== undefined) {
      const kind = bullet === undefined ? 'steps' : 'list';
      if (part.kind !== kind) end({ kind, texts: [] });
      part.texts.push(item);
    } else if (part.kind === 'paragraph') part.texts.push(line);
    // A line without a marker continues the item above it.
    else part.texts.push(`${part.texts.pop() ?? ''} ${line}`);
  }
  end(part);
  return blocks;
}

/** Lines of a paragraph or of code, or items of a list. */
type Part = {
  readonly kind: 'paragraph' | 'list' | 'steps' | 'code';
  readonly texts: string[];
};

function blocksOf({ kind, texts }: Part): readonly Block[] {
  if (kind === 'code') return texts.length === 0 ? [] : [{ kind, text: texts.join('\n') }];
  if (kind !== 'paragraph') return [{ kind, items: texts.map((each) => inlines(asOneLine(each))) }];
  const content = asOneLine(texts.join(' '));
  return content === '' ? [] : [{ kind, content: inlines(content) }];
}

/** Returns the first sentence, for tables and lists. */
export const firstSentence = (doc: string): readonly Inline[] => inlines(firstSentenceOf(doc));

export function inlines(line: string): readonly Inline[] {
  return line
    .split(/(`[^`]+`)/)
    .filter((part) => part !== '')
    .map((part) => (/^`[^`]+`$/.test(part) ? code(part.slice(1, -1)) : text(part)));
}
