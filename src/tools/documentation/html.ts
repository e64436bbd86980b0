// Writes pages as self-contained HTML: no fonts, extra files or network access, and one script, which searches. All text of
// the user goes through `escaped`. One column beside the list of pages, light or dark to match the reader's system.

import { escapedHtml as escaped } from '../../base/prose.ts';
import { type Block, type Inline, type Page, plain } from './content.ts';
import { searchField, searchParts, searchPlace, searchScriptHash } from './search.ts';

type Site = {
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

const style = `:root {
  color-scheme: light dark;
  --text: #1c2128; --soft: #57606a; --ground: #ffffff; --panel: #f6f8fa; --line: #d0d7de; --link: #0550ae;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e6edf3; --soft: #9da7b3; --ground: #0d1117; --panel: #161b22; --line: #30363d; --link: #79b8ff;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; display: grid; grid-template-columns: minmax(12rem, 18rem) minmax(0, 1fr); min-height: 100vh;
  font: 1rem/1.6 system-ui, sans-serif; color: var(--text); background: var(--ground);
}
nav {
  grid-column: 1; grid-row: 1; position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 1.5rem 1rem;
  overflow-wrap: anywhere;
}
nav p { margin: 0 0 .5rem; font-weight: 600; }
nav ul { list-style: none; margin: 0 0 1.5rem; padding: 0; }
nav li { padding: .15rem 0; }
nav ul ul { margin: 0 0 .25rem; padding-left: .75rem; border-left: 1px solid var(--line); font-size: .9em; }
nav:focus { outline: none; }
nav [aria-current] { font-weight: 600; color: var(--text); }
main { grid-column: 2; grid-row: 1; padding: 1.5rem 2rem 4rem; max-width: 60rem; border-left: 1px solid var(--line); }
h1, h2, h3, h4 { line-height: 1.25; overflow-wrap: anywhere; scroll-margin-top: 1rem; }
h1 { margin-top: 0; }
h2 { margin-top: 2.5rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
h3 { margin-top: 2rem; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
main p a, main li a { text-decoration: underline; text-underline-offset: .15em; }
a:focus-visible, pre:focus-visible, .table:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.anchor { color: var(--soft); opacity: 0; font-weight: 400; }
h2:hover .anchor, h3:hover .anchor, h4:hover .anchor, .anchor:focus-visible { opacity: 1; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .9em; }
code { overflow-wrap: anywhere; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .75rem 1rem; overflow-x: auto; }
pre code { overflow-wrap: normal; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
td code { overflow-wrap: break-word; }
[type=search] { width: 100%; margin-bottom: 1rem; padding: .35rem .6rem; font: inherit; color: var(--text); background: var(--panel); border: 1px solid var(--line); border-radius: 6px; }
#found { grid-column: 2; grid-row: 1; z-index: 1; padding: 1.5rem 2rem; background: var(--ground); }
#found[hidden] { display: none; }
#found h2 { margin-top: 0; }
#found ul { list-style: none; padding: 0; }
#found p { margin: 0 0 .75rem; color: var(--soft); overflow-wrap: anywhere; }
#found span { color: var(--soft); }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 1rem; top: 1rem; background: var(--ground); padding: .5rem 1rem; z-index: 1; }
@media (max-width: 48rem) {
  body { display: block; }
  nav { position: static; max-height: none; border-top: 1px solid var(--line); }
  main { border-left: 0; padding: 1rem 1rem 3rem; }
  .skip { position: static; display: inline-block; padding: 1rem 1rem 0; }
}
@media print { nav, .skip, .anchor { display: none; } body { display: block; } }
`;
