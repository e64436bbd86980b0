// The search of a site: the start page holds what can be found, and the script that searches it. Other pages send the words
// there, so that no page grows with the number of pages.

import { type Block, type Page, plain } from './content.ts';

/** A place that can be found: a page, or a heading on one with the text below it. */
type Found = {
  readonly name: string;
  /** The page for a heading; empty for a page. */
  readonly of: string;
  /** A relative URL. */
  readonly url: string;
  readonly text: string;
};

/** In UTF-16 units: enough for a first paragraph. */
const maxTextLength = 400;

/** Returns the field for words, which leads to the start page. */
export function searchField(start: string): string {
  return `<form role="search" action="${start}">
<input type="search" name="q" aria-label="Search" placeholder="Search" autocomplete="off">
</form>`;
}

/** The place of the start page for what was found. */
export const searchPlace = '<section id="found" aria-live="polite" hidden></section>';

/** Returns the data and the script of the start page. */
export function searchParts(pages: readonly Page[], addressOf: (page: string) => string): string {
  const json = JSON.stringify(pages.flatMap((page) => entriesOf(page, addressOf(page.name))));
  // Neither the end of a script nor a comment can appear in the data.
  const data = json.replaceAll('<', '\\u003c');
  return `<script type="application/json" id="places">${data}</script>
<script>${searchScript}</script>`;
}

function entriesOf({ title, blocks }: Page, file: string): readonly Found[] {
  const found: Found[] = [];
  let open = { name: title, of: '', url: file, text: '' };
  for (const block of blocks) {
    if (block.kind === 'heading') {
      found.push(open);
      open = {
        name: plain(block.content),
        of: title,
        url: `${file}#${block.id}`,
        text: '',
      };
    } else if (open.text.length < maxTextLength) {
      open.text = `${open.text} ${textOf(block)}`.trim().slice(0, maxTextLength);
    }
  }
  return [...found, open];
}

function textOf(block: Exclude<Block, { kind: 'heading' }>): string {
  switch (block.kind) {
    case 'paragraph':
      return plain(block.content);
    case 'code':
      return block.text;
    case 'list':
    case 'steps':
      return block.items.map(plain).join(' ');
    case 'table':
      return block.rows.map((cells) => cells.map(plain).join(' ')).join(' ');
  }
}

/** Every word must appear; places whose name begins with the words come first. */
export const searchScript = `
const places = JSON.parse(document.getElementById('places').textContent);
const box = document.querySelector('[role=search] input');
const found = document.getElementById('found');
const add = (parent, tag, text) => {
  const made = parent.appendChild(document.createElement(tag));
  made.textContent = text;
  return made;
};
const rankOf = ({ name, of, text }, words) => {
  const title = name.toLowerCase();
  const all = (title + ' ' + of + ' ' + text).toLowerCase();
  if (!words.every((word) => all.includes(word))) return -1;
  if (title.startsWith(words[0])) return title === words.join(' ') ? 3 : 2;
  return words.every((word) => title.includes(word)) ? 1 : 0;
};
const show = () => {
  const words = box.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
  found.hidden = words.length === 0;
  found.textContent = '';
  if (found.hidden) return;
  const ranked = places
    .map((place) => ({ place, rank: rankOf(place, words) }))
    .filter(({ rank }) => rank >= 0)
    .sort((left, right) => right.rank - left.rank);
  const count = ranked.length;
  add(found, 'h2', count === 0 ? 'Nothing found' : count + (count === 1 ? ' place' : ' places'));
  const list = add(found, 'ul', '');
  for (const { place } of ranked.slice(0, 50)) {
    const item = add(list, 'li', '');
    add(item, 'a', place.name).href = place.url;
    if (place.of !== '') add(item, 'span', ' in ' + place.of);
    const at = place.text.toLowerCase().indexOf(words[0]);
    const from = Math.max(0, at - 60);
    if (place.text !== '') add(item, 'p', (from > 0 ? '... ' : '') + place.text.slice(from, from + 160));
  }
};
box.value = new URLSearchParams(location.search).get('q') ?? '';
box.addEventListener('input', show);
box.form.addEventListener('submit', (event) => { event.preventDefault(); show(); found.scrollIntoView(); });
show();
`;

/** The hash of the script, which is the only one that the policy of a page allows; a test computes it. */
export const searchScriptHash = 'sha256-bTks5ijnBQh51gQuzUSEU+M9vBAuXb1j70dSDpfJt/0=';
