// The HTML report: an index of all files, and for each file a page with its source, counts, code that never ran, and
// branches that were never taken. All text from programs and paths is escaped.

import { escapedHtml as escaped } from '../../../base/prose.ts';
import {
  type BranchCoverage,
  figuresOf,
  type FileCoverage,
  measures,
  missedLines,
  percentText,
  permille,
  type Range,
  type Share,
} from '../../analysis/coverage/coverage.ts';
import { style } from './html-style.ts';

export type Page = { readonly path: string; readonly text: string };

const indexPath = 'index.html';

export function htmlPages(files: readonly FileCoverage[]): readonly Page[] {
  const paths = pagePaths(files);
  const entries = files.map((file, at) => ({ file, path: paths[at] ?? indexPath }));
  return [
    { path: indexPath, text: indexPage(files, entries) },
    ...entries.map(({ file, path }) => ({ path, text: filePage(file) })),
  ];
}

type Entry = { readonly file: FileCoverage; readonly path: string };

/** Returns page names that are valid on every file system; equal names get a number. */
function pagePaths(files: readonly FileCoverage[]): readonly string[] {
  const taken = new Set([indexPath]);
  return files.map(({ file }) => {
    const name = file.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[-.]+/, '');
    let path = `${name}.html`;
    for (let count = 2; taken.has(path.toLowerCase()); count++) path = `${name}-${count}.html`;
    taken.add(path.toLowerCase());
    return path;
  });
}

function indexPage(files: readonly FileCoverage[], entries: readonly Entry[]): string {
  const heads = measures.map(
    (name) => `<th class="gauge"></th><th class="number">${capitalized(name)}</th>`,
  );
  return page(
    'Coverage',
    `<h1>Coverage</h1>
${totals(files)}
<table class="files">
<tr><th>File</th>${heads.join('')}</tr>
${entries.map(indexRow).join('\n')}
</table>`,
  );
}

function indexRow({ file, path }: Entry): string {
  const figures = figuresOf([file]);
  const cells = measures.map((name) => {
    const share = figures[name];
    const counts = `<span class="faint">${share.hit}/${share.all}</span>`;
    return `<td class="gauge">${bar(share)}</td><td class="number">${percent(share)} ${counts}</td>`;
  });
  return `<tr><td><a href="${path}">${escaped(file.file)}</a></td>${cells.join('')}</tr>`;
}

function filePage(file: FileCoverage): string {
  const missed = missedLines(file).map((range) => {
    const [first = ''] = range.split('-', 1);
    return `<a href="#L${first}">${range}</a>`;
  });
  return page(
    file.file,
    `<p><a href="${indexPath}">All files</a></p>
<h1>${escaped(file.file)}</h1>
${totals([file])}
${missed.length === 0 ? '' : `<p>Lines that never ran: ${missed.join(', ')}</p>`}
${functionTable(file)}
<div class="code"><table>
${codeRows(file).join('\n')}
</table></div>`,
  );
}

function functionTable({ functions }: FileCoverage): string {
  if (functions.length === 0) return '';
  const rows = functions.map(
    ({ name, line, count }) =>
      `<tr><td><a href="#L${line}">${escaped(name)}</a></td>` +
      `<td class="number${count === 0 ? ' bad' : ''}">${count}</td></tr>`,
  );
  return `<details><summary>Functions and their call counts</summary>
<table class="files">${rows.join('')}</table></details>`;
}

function codeRows(file: FileCoverage): string[] {
  const { source, lines } = file;
  const notes = armNotes(file.branches);
  const missed = new Cuts(file.missed);
  return source.lineStarts.map((start, at) => {
    const text = source.lineAt(at).replace(/\r$/, '');
    const parts = missed.within(start, start + text.length);
    const count = lines.get(at + 1);
    const note = notes.get(at + 1) ?? '';
    const isPartly = count !== undefined && count > 0 && (parts.length > 0 || note !== '');
    const kind = count === undefined ? '' : count === 0 ? 'miss' : isPartly ? 'partly' : 'hit';
    const code = count === 0 ? escaped(text) : marked(text, start, parts);
    return (
      `<tr id="L${at + 1}" class="${kind}"><td class="line">${at + 1}</td>` +
      `<td class="count">${count ?? ''}</td><td class="text">${code}${note}</td></tr>`
    );
  });
}

/** Returns the notes after lines with conditions of which only one branch ran. */
function armNotes(branches: readonly BranchCoverage[]): ReadonlyMap<number, string> {
  const notes = new Map<number, string>();
  for (const { form, line, arms } of branches) {
    if (arms.every(({ count }) => count === 0)) continue;
    for (const { name, count } of arms) {
      if (count > 0) continue;
      const note = `<span class="arm" title="this ${form} never had this result">${form}: never ${name}</span>`;
      notes.set(line, (notes.get(line) ?? '') + note);
    }
  }
  return notes;
}

/** Ascending ranges, read line by line. */
class Cuts {
  private readonly ranges: readonly Range[];
  private next = 0;

  constructor(ranges: readonly Range[]) {
    this.ranges = ranges;
  }

  within(start: number, end: number): readonly Range[] {
    const found: Range[] = [];
    for (let range = this.ranges[this.next]; range !== undefined; range = this.ranges[this.next]) {
      if (range.start >= end) break;
      if (range.end > start) {
        found.push({ start: Math.max(range.start, start), end: Math.min(range.end, end) });
      }
      if (range.end > end) break;
      this.next++;
    }
    return found;
  }
}

function marked(text: string, start: number, parts: readonly Range[]): string {
  let result = '';
  let done = 0;
  for (const part of parts) {
    const [from, to] = [part.start - start, part.end - start];
    result += `${escaped(text.slice(done, from))}<mark>${escaped(text.slice(from, to))}</mark>`;
    done = to;
  }
  return result + escaped(text.slice(done));
}

function totals(files: readonly FileCoverage[]): string {
  const figures = figuresOf(files);
  const each = measures.map((name) => {
    const share = figures[name];
    return `<div><span class="faint">${capitalized(name)}</span><br><b>${percent(share)}</b>
<span class="faint">${share.hit} of ${share.all}</span><br>${bar(share)}</div>`;
  });
  return `<div class="totals">${each.join('\n')}</div>`;
}

function bar(share: Share): string {
  const width = permille(share) / 10;
  return `<span class="bar ${rank(share)}"><i style="width:${width}%"></i></span>`;
}

const percent = (share: Share): string =>
  `<span class="${rank(share)}">${percentText(share)}</span>`;

function rank(share: Share): 'good' | 'middle' | 'bad' {
  const thousandths = permille(share);
  return thousandths >= 900 ? 'good' : thousandths >= 600 ? 'middle' : 'bad';
}

const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}
