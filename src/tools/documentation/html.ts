// Writes pages as self-contained HTML: no fonts, extra files or network access, and one script, which searches. All text of
// the user goes through `escaped`.

import { escapedHtml as escaped } from '../../base/prose.ts';
import type { Block, Inline, Page } from './content.ts';
import { searchField, searchParts, searchPlace, searchScriptHash } from './search.ts';
import { style } from './style.ts';

export type Site = {
  readonly title: string;
  /** The first one is the start page. */
  readonly pages: readonly Page[];
};

/** Marks pages that pact doc wrote. */
export const htmlMark = '<meta name="generator" content="pact doc">';

export function htmlOf(page: Page, site: Site): string {
  const isStart = page.name === site.pages[0]?.name;
  const title = isStart ? site.title : `${page.title} - ${site.title}`;
  const scripts = isStart ? `; script-src '${searchScriptHash}'` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'${scripts}">
${htmlMark}
<title>${escaped(title)}</title>
<style>
${style}</style>
</head>
<body>
<a class="skip" href="#pages">Contents</a>
${isStart ? `${searchPlace}\n` : ''}<main>
<h1>${escaped(page.title)}</h1>
${page.blocks.map(blockHtml).join('\n')}
</main>
${navigation(page, site)}
${isStart ? `${searchParts(site.pages, addressOf)}\n` : ''}</body>
</html>
`;
}

function navigation(current: Page, { title, pages }: Site): string {
  const [first, ...others] = pages;
  const link = (page: Page, shown: string): string => {
    const mark = page === current ? ' aria-current="page"' : '';
    return `<a href="${fileOf(page.name)}"${mark}>${escaped(shown)}</a>`;
  };
  const list = others.map((page) => link(page, page.title));
  return `<nav id="pages" tabindex="-1" aria-label="Pages">
<p>${first === undefined ? escaped(title) : link(first, title)}</p>
${searchField(fileOf(first?.name ?? ''))}
${contentsOf(current)}${list.length === 0 ? '' : `<p>Pages</p>\n${listHtml('ul', list)}`}
</nav>`;
}

/** Returns the headings of a page, with those of members nested under their kind. */
function contentsOf({ blocks }: Page): string {
  const sections: { readonly link: string; readonly members: string[] }[] = [];
  for (const block of blocks) {
    if (block.kind !== 'heading') continue;
    const link = `<a href="#${escaped(block.id)}">${escaped(plain(block.content))}</a>`;
    if (block.level === 2) sections.push({ link, members: [] });
    else if (block.level === 3) sections.at(-1)?.members.push(link);
  }
  if (sections.length === 0) return '';
  const items = sections.map(({ link, members }) =>
    members.length === 0 ? link : `${link}\n${listHtml('ul', members)}`,
  );
  return `<p>On this page</p>\n${listHtml('ul', items)}\n`;
}

function listHtml(tag: 'ul' | 'ol', items: readonly string[]): string {
  return `<${tag}>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</${tag}>`;
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading': {
      const tag = `h${block.level}`;
      const id = escaped(block.id);
      const anchor = `<a class="anchor" href="#${id}" aria-label="Link to ${escaped(plain(block.content))}">#</a>`;
      return `<${tag} id="${id}">${line(block.content)} ${anchor}</${tag}>`;
    }
    case 'paragraph':
      return `<p>${line(block.content)}</p>`;
    case 'code':
      // Scrollable content must be reachable by keyboard.
      return `<pre tabindex="0"><code>${escaped(block.text)}</code></pre>`;
    case 'list':
      return listHtml('ul', block.items.map(line));
    case 'steps':
      return listHtml('ol', block.items.map(line));
    case 'table': {
      const row = (cells: readonly string[], tag: string): string =>
        `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag.split(' ')[0]}>`).join('')}</tr>`;
      const rows = block.rows.map((cells) => row(cells.map(line), 'td')).join('\n');
      const head = row(block.head.map(escaped), 'th scope="col"');
      return `<div class="table" tabindex="0" role="region" aria-label="${escaped(block.head.join(', '))}">
<table>
<thead>${head}</thead>
<tbody>
${rows}
</tbody>
</table>
</div>`;
    }
  }
}

const line = (content: readonly Inline[]): string => content.map(inline).join('');

function inline(each: Inline): string {
  switch (each.kind) {
    case 'text':
      return escaped(each.text);
    case 'strong':
      return `<strong>${escaped(each.text)}</strong>`;
    case 'code':
      return `<code>${escaped(each.text)}</code>`;
    case 'link': {
      const id = each.id === undefined ? '' : `#${escaped(each.id)}`;
      return `<a href="${fileOf(each.page)}${id}"><code>${escaped(each.text)}</code></a>`;
    }
  }
}

const addressOf = (page: string): string => `${encodeURI(page)}.html`;

const fileOf = (page: string): string => escaped(addressOf(page));

const plain = (content: readonly Inline[]): string => content.map(({ text }) => text).join('');
