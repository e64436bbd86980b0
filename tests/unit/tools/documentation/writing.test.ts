// Names and documentation with any characters appear on pages literally.
import { describe, expect, test } from 'vitest';
import {
  type Block,
  code,
  docBlocks,
  firstSentence,
  type Page,
  paragraph,
} from '../../../../src/tools/documentation/content.ts';
import { htmlOf } from '../../../../src/tools/documentation/html.ts';
import { markdownOf } from '../../../../src/tools/documentation/markdown.ts';
import { pageNames } from '../../../../src/tools/documentation/links.ts';

const page = (...blocks: readonly Block[]): Page => ({ name: 'p', title: 'T', blocks });
const html = (...blocks: readonly Block[]): string => {
  const pages = [page(...blocks)];
  return htmlOf(pages[0] as Page, { title: 'S', pages });
};
const body = (text: string): string => text.slice(text.indexOf('<main'), text.indexOf('</main>'));

const hostile = `<script>alert("x")</script> & 'y' <b title='"`;

describe('HTML', () => {
  test('contains only our own tags', () => {
    const link = { kind: 'link', text: hostile, page: hostile, id: hostile } as const;
    const written = htmlOf(
      {
        name: hostile,
        title: hostile,
        blocks: [
          paragraph(hostile, code(hostile), link, { kind: 'strong', text: hostile }),
          { kind: 'code', text: hostile },
          { kind: 'heading', level: 2, id: hostile, content: [code(hostile)] },
          { kind: 'table', head: [hostile], rows: [[[code(hostile)]]] },
          { kind: 'list', items: [[code(hostile)]] },
        ],
      },
      { title: hostile, pages: [page(), { name: hostile, title: hostile, blocks: [] }] },
    );
    const tags = new Set([...written.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag));
    expect(tags).not.toContain('script');
    expect(tags).not.toContain('b');
    expect(written).toContain(
      '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;',
    );
  });

  test('loads nothing from elsewhere, and runs only the search', () => {
    const text = html(paragraph('x'));
    expect(text).not.toMatch(/\b(src|srcset|@import|url)\b\s*[=(]/);
    const policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-";
    expect(text).toContain(`content="${policy}`);
  });

  test('can be read by keyboard', () => {
    const text = html(
      { kind: 'heading', level: 2, id: 'a', content: [code('A')] },
      { kind: 'code', text: 'x' },
    );
    expect(text).toMatch(
      /<body>\s*<a class="skip" href="#pages">[^<]*<\/a>\s*<section id="found"[^>]* hidden><\/section>\s*<main>/,
    );
    expect(text).toContain('<nav id="pages" tabindex="-1" aria-label="Pages">');
    expect(text).toContain('<html lang="en">');
    expect(body(text)).toContain('<pre tabindex="0">');
    expect(body(text)).toContain('<a class="anchor" href="#a" aria-label="Link to A">');
    expect(text).toContain('<li><a href="#a">A</a></li>');
  });

  test('control characters are shown as such', () => {
    expect(body(html(paragraph('a\u{0}\u{1b}b')))).toContain('a\u{fffd}\u{fffd}b');
  });
});

describe('Markdown', () => {
  const markdown = (...blocks: readonly Block[]): string => markdownOf(page(...blocks)).slice(5);

  test.each([
    ['a *b* [c](d) <e> | `f`', 'a \\*b\\* \\[c\\](d) \\<e\\> \\| \\`f\\`\n'],
    ['snake_case and _this_', 'snake_case and \\_this\\_\n'],
    ['- no list', '\\- no list\n'],
    ['# no heading', '\\# no heading\n'],
    ['12. no list', '12\\. no list\n'],
    ['two\nlines', 'two lines\n'],
  ])('text %j', (text, expected) => {
    expect(markdown(paragraph(text))).toBe(expected);
  });

  test.each([
    ['a|b', '`a|b`\n'],
    ['`', '`` ` ``\n'],
    ['a``b', '```a``b```\n'],
  ])('code %j', (text, expected) => {
    expect(markdown(paragraph(code(text)))).toBe(expected);
  });

  test('code with fences in it', () => {
    expect(markdown({ kind: 'code', text: '"```"' })).toBe('````pact\n"```"\n````\n');
  });

  test('a bar in a cell', () => {
    const block: Block = { kind: 'table', head: ['H'], rows: [[[code('a|b')]]] };
    expect(markdown(block)).toContain('| `a\\|b` |');
  });
});

test('a page lists its contents in the sidebar', () => {
  const heading = (level: 2 | 3 | 4, name: string): Block => ({
    kind: 'heading',
    level,
    id: name,
    content: [code(name)],
  });
  const text = html(heading(2, 'A'), heading(3, 'a1'), heading(4, 'x'), heading(2, 'B'));
  expect(text.replace(/\n/g, '')).toContain(
    '<ul><li><a href="#A">A</a><ul><li><a href="#a1">a1</a></li></ul></li><li><a href="#B">B</a></li></ul>',
  );
});

describe('typical documentation texts', () => {
  const item = (text: string) => [{ kind: 'text', text }];
  test.each([
    [
      'A:\n - one\n   more\n * two\n\nB',
      [paragraph('A:'), { kind: 'list', items: [item('one more'), item('two')] }, paragraph('B')],
    ],
    ['1. one\n2) two', [{ kind: 'steps', items: [item('one'), item('two')] }]],
    [
      '- a\n1. b',
      [
        { kind: 'list', items: [item('a')] },
        { kind: 'steps', items: [item('b')] },
      ],
    ],
    ['```pact\n(f\n\n  1)\n```\nafter', [{ kind: 'code', text: '(f\n\n  1)' }, paragraph('after')]],
    ['```\nopen', [{ kind: 'code', text: 'open' }]],
    [
      '2026 was good - really\n-1 is negative',
      [paragraph('2026 was good - really -1 is negative')],
    ],
  ])('%j', (doc, blocks) => {
    expect(docBlocks(doc)).toEqual(blocks);
  });

  test('lists with numbers', () => {
    const block: Block = { kind: 'steps', items: [[code('a')], [code('b')]] };
    expect(markdownOf(page(block))).toContain('1. `a`\n2. `b`\n');
    expect(html(block)).toContain('<ol>\n<li><code>a</code></li>\n<li><code>b</code></li>\n</ol>');
  });
});

test('documentation: paragraphs, code, first sentences', () => {
  expect(docBlocks('One `x`.\n two\n\n  \nThree')).toEqual([
    paragraph('One ', code('x'), '. two'),
    paragraph('Three'),
  ]);
  expect(docBlocks(' \n')).toEqual([]);
  expect(firstSentence('Version 1.2 is `good`. More.')).toEqual([
    { kind: 'text', text: 'Version 1.2 is ' },
    { kind: 'code', text: 'good' },
    { kind: 'text', text: '.' },
  ]);
});

test('names of pages differ on every file system, and are never reserved ones', () => {
  const names = ['m', 'M', 'ns.m', 'a/b', 'index', 'all-members', 'con', '\u{e9}', '<x>'];
  expect([...pageNames(names).values()]).toEqual([
    'm',
    'M-2',
    'ns.m',
    'a-x2fb',
    'index-2',
    'all-members-2',
    'con-2',
    '-xe9',
    '-x3cx-x3e',
  ]);
});
