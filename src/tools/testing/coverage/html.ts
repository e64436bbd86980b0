// The HTML report: an index of all files, and for each file a page with its source, counts, code that never ran, and
// branches that were never taken. All text from programs and paths is escaped.

import { escapedHtml as escaped } from '../../../base/prose.ts';
import type { Range } from '../../analysis/coverage/coverage.ts';
import type { BranchCoverage, FileCoverage } from '../../analysis/coverage/coverage.ts';
import {
  type Share,
  figuresOf,
  measures,
  missedLines,
  percentText,
  permille,
} from '../../analysis/coverage/coverage.ts';

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

/** The style sheet of report pages, with a light and a dark scheme. Pages load nothing else. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #fff; --ink: #1c1e21; --faint: #6b7280; --rule: #e3e5e8; --panel: #f6f7f8;
  --good: #1a7f4b; --middle: #a05a00; --bad: #c02b2b; --track: #e3e5e8;
  --hit: #e3f4e9; --miss: #fde4e4; --part: #f9c7c7; --partly: #fff3d6; --link: #1a5fb4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16181c; --ink: #e4e6ea; --faint: #9097a3; --rule: #2d3138; --panel: #1e2126;
    --good: #57c78c; --middle: #e0a44a; --bad: #f17a7a; --track: #33383f;
    --hit: #17301f; --miss: #43191c; --part: #76272c; --partly: #3a2f12; --link: #86b8f5;
  }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1.5rem clamp(1rem, 4vw, 3rem); background: var(--paper);
  color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
h1 { font-size: 1.3rem; margin: 0 0 1rem; overflow-wrap: anywhere; }
.totals { display: flex; flex-wrap: wrap; gap: 1rem 2.5rem; margin-bottom: 1.5rem; }
.totals div { min-width: 9rem; }
.totals b { font-size: 1.5rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.faint { color: var(--faint); }
table { border-collapse: collapse; }
.files { width: 100%; }
.files th { text-align: left; font-weight: 500; color: var(--faint); }
.files th, .files td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--rule); }
.files td:first-child { overflow-wrap: break-word; min-width: 7rem; }
.files td.number, .files th.number { text-align: right; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
.bar { display: inline-block; width: 7rem; height: .55rem; border-radius: .3rem;
  background: var(--track); overflow: hidden; vertical-align: baseline; }
.bar i { display: block; height: 100%; background: currentColor; }
.good { color: var(--good); } .middle { color: var(--middle); } .bad { color: var(--bad); }
@media (max-width: 60rem) { .gauge { display: none; } }
@media (max-width: 34rem) {
  .files td.number .faint { display: block; }
  .files th, .files td { padding-right: .5rem; }
}
details { margin: 0 0 1.5rem; }
summary { cursor: pointer; color: var(--faint); }
.code { display: block; overflow-x: auto; border: 1px solid var(--rule); border-radius: .4rem; }
.code table { font: 13px/1.55 ui-monospace, monospace; min-width: 100%; }
.code td { padding: 0 .75rem; white-space: pre; vertical-align: top; tab-size: 4; }
.code td.line, .code td.count { text-align: right; user-select: none; color: var(--faint);
  background: var(--panel); }
.code td.count { border-right: 1px solid var(--rule); }
.code tr.hit td.count { background: var(--hit); color: var(--good); }
.code tr.miss td.count { background: var(--miss); color: var(--bad); font-weight: 600; }
.code tr.miss td.text { background: var(--miss); }
.code tr.partly td.count { background: var(--partly); }
.code tr:target td.line { outline: 2px solid var(--link); outline-offset: -2px; }
.code mark { background: var(--part); color: inherit; border-radius: .15rem; }
.code .arm { margin-left: 2ch; padding: 0 .5ch; border-radius: .3rem; font-size: .85em;
  background: var(--partly); color: var(--middle); white-space: nowrap; user-select: none; }
`;
