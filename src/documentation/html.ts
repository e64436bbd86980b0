// Pages as HTML that stands alone: no script, no font, no file beside it, nothing from a network.
// Whatever the user wrote goes through `escaped`.

import { escapedHtml as escaped } from '../base/html.ts';
import type { Block, Inline, Page } from './content.ts';
import { style } from './style.ts';

export type Site = {
  readonly title: string;
  /** The first one is where a reader begins. */
  readonly pages: readonly Page[];
};

/** Tells our pages from those of others. */
export const htmlMark = '<meta name="generator" content="pact doc">';

export function htmlOf(page: Page, site: Site): string {
  const title = page.name === site.pages[0]?.name ? site.title : `${page.title} - ${site.title}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
${htmlMark}
<title>${escaped(title)}</title>
<style>
${style}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${navigation(page, site)}
<main id="content" tabindex="-1">
<h1>${escaped(page.title)}</h1>
${page.blocks.map(blockHtml).join('\n')}
</main>
</body>
</html>
`;
}

function navigation(current: Page, { title, pages }: Site): string {
  const [first, ...others] = pages;
  const link = (page: Page, shown: string): string => {
    const mark = page === current ? ' aria-current="page"' : '';
    return `<a href="${fileOf(page.name)}"${mark}>${escaped(shown)}</a>`;
  };
  const sections = current.blocks.flatMap((block) =>
    block.kind === 'heading' && block.level === 2
      ? [`<li><a href="#${escaped(block.id)}">${escaped(plain(block.content))}</a></li>`]
      : [],
  );
  return `<nav aria-label="Pages">
<p>${first === undefined ? escaped(title) : link(first, title)}</p>
<ul>
${others.map((page) => `<li>${link(page, page.title)}</li>`).join('\n')}
</ul>
${sections.length === 0 ? '' : `<p>On this page</p>\n<ul>\n${sections.join('\n')}\n</ul>`}
</nav>`;
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
      // What scrolls must be reachable by keys.
      return `<pre tabindex="0"><code>${escaped(block.text)}</code></pre>`;
    case 'list':
      return `<ul>\n${block.items.map((item) => `<li>${line(item)}</li>`).join('\n')}\n</ul>`;
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

const fileOf = (page: string): string => escaped(`${encodeURI(page)}.html`);

const plain = (content: readonly Inline[]): string => content.map(({ text }) => text).join('');
