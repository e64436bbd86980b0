// The content of a documentation page, independent of the output format, and the text of `@doc` as content: blank lines separate
// paragraphs, backquotes mark code, and lines that begin like list items are list items.

import { asOneLine, firstSentenceOf } from '../../base/prose.ts';

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  /** A link to a page of the same documentation; its text is code. */
  | { readonly kind: 'link'; readonly text: string; readonly page: string; readonly id?: string };

export type Block =
  | {
      readonly kind: 'heading';
      readonly level: 2 | 3 | 4;
      /** The target of links; unique on its page. */
      readonly id: string;
      readonly content: readonly Inline[];
    }
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly (readonly Inline[])[] }
  /** A numbered list. */
  | { readonly kind: 'steps'; readonly items: readonly (readonly Inline[])[] }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    };

export type Page = {
  /** The name of its file, without an extension. */
  readonly name: string;
  readonly title: string;
  readonly blocks: readonly Block[];
};

export const text = (content: string): Inline => ({ kind: 'text', text: content });
export const strong = (content: string): Inline => ({ kind: 'strong', text: content });
export const code = (content: string): Inline => ({ kind: 'code', text: content });

export const plain = (content: readonly Inline[]): string =>
  content.map((each) => each.text).join('');

export function paragraph(...content: readonly (Inline | string)[]): Block {
  return {
    kind: 'paragraph',
    content: content.map((each) => (typeof each === 'string' ? text(each) : each)),
  };
}

/** Puts commas between the items. */
export function separated(items: readonly Inline[]): readonly Inline[] {
  return items.flatMap((item, i) => (i === 0 ? [item] : [text(', '), item]));
}

export const section = (heading: string): Block => ({
  kind: 'heading',
  level: 2,
  id: heading.toLowerCase().replaceAll(' ', '-'),
  content: [text(heading)],
});

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
