// The search of a site: its data, its script, and the policy that allows only that script.

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  type Page,
  paragraph,
  section,
  text,
} from '../../../../src/tools/documentation/content.ts';
import { htmlOf } from '../../../../src/tools/documentation/html.ts';
import { searchScript, searchScriptHash } from '../../../../src/tools/documentation/search.ts';

const pages: readonly Page[] = [
  { name: 'index', title: 'Shop', blocks: [paragraph('All modules.')] },
  {
    name: 'module-coin',
    title: 'coin',
    blocks: [section('Functions'), paragraph(text('Pays </script><b>everyone</b>.'))],
  },
];
const site = { title: 'Shop', pages };
const start = htmlOf(pages[0] as Page, site);
const other = htmlOf(pages[1] as Page, site);

test('the policy of the start page allows exactly the script of the search', () => {
  const hash = createHash('sha256').update(searchScript).digest('base64');
  expect(searchScriptHash).toBe(`sha256-${hash}`);
  expect(start).toContain(`script-src '${searchScriptHash}'`);
  expect(start.split('<script').length).toBe(3);
});

test('the data holds pages and headings, and ends nothing', () => {
  const json = /id="places">(.*?)<\/script>/.exec(start)?.[1] ?? '';
  expect(JSON.parse(json)).toEqual([
    { name: 'Shop', of: '', url: 'index.html', text: 'All modules.' },
    { name: 'coin', of: '', url: 'module-coin.html', text: '' },
    {
      name: 'Functions',
      of: 'coin',
      url: 'module-coin.html#functions',
      text: 'Pays </script><b>everyone</b>.',
    },
  ]);
});

test('other pages have no script, and lead to the start page', () => {
  expect(other).not.toContain('<script');
  expect(other).toContain('<form role="search" action="index.html">');
  expect(other).toContain('<title>coin - Shop</title>');
});
