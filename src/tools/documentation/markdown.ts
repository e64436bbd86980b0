// Writes pages as GitHub-flavoured Markdown.

import type { Block, Inline, Page } from './content.ts';

export function markdownOf({ title, blocks }: Page): string {
  return `${[`# ${escaped(title)}`, ...blocks.map(blockText)].join('\n\n')}\n`;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading': {
      const heading = `${'#'.repeat(block.level)} ${line(block.content)}`;
      return `<a id="${block.id}"></a>\n\n${heading}`;
    }
    case 'paragraph':
      return atLineStart(line(block.content));
    case 'code': {
      const fence = fenceFor(block.text);
      return `${fence}pact\n${block.text}\n${fence}`;
    }
    case 'list':
      return block.items.map((item) => `- ${atLineStart(line(item))}`).join('\n');
    case 'steps':
      return block.items.map((item, i) => `${i + 1}. ${atLineStart(line(item))}`).join('\n');
    case 'table':
      return table(block);
  }
}

function table({ head, rows }: Extract<Block, { kind: 'table' }>): string {
  const cells = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
  return [
    cells(head.map(escaped)),
    cells(head.map(() => '---')),
    // A vertical bar would end the cell, even in code.
    ...rows.map((row) => cells(row.map((cell) => line(cell).replace(/(?<!\\)\|/g, '\\|')))),
  ].join('\n');
}

function line(content: readonly Inline[]): string {
  return content.map(inline).join('');
}

function inline(each: Inline): string {
  switch (each.kind) {
    case 'text':
      return escaped(each.text);
    case 'strong':
      return `**${escaped(each.text)}**`;
    case 'code':
      return codeSpan(each.text);
    case 'link': {
      const target = `${encodeURI(each.page)}.md${each.id === undefined ? '' : `#${each.id}`}`;
      return `[${codeSpan(each.text)}](${target})`;
    }
  }
}

/** Puts the text in backquotes, one more than its longest run of them. */
function codeSpan(text: string): string {
  const inside = text.replace(/\s+/g, ' ');
  const ticks = '`'.repeat(longestRun(inside) + 1);
  const needsBlank = inside.startsWith('`') || inside.endsWith('`');
  return needsBlank ? `${ticks} ${inside} ${ticks}` : `${ticks}${inside}${ticks}`;
}

const fenceFor = (text: string): string => '`'.repeat(Math.max(3, longestRun(text) + 1));

const longestRun = (text: string): number =>
  Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));

/** Escapes characters with a special meaning within a line. */
const escaped = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\`*[\]<>|~&]|(?<!\w)_|_(?!\w)/g, '\\$&');

/** Escapes characters with a special meaning at the beginning of a line: lists, headings, rules. */
const atLineStart = (text: string): string =>
  text.replace(/^([-+=#])/, '\\$1').replace(/^(\d+)([.)])/, '$1\\$2');
