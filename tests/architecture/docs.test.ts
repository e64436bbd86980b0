// Everything that the documents refer to exists: links, headings, paths, dependencies.
import { dirname, join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { projectFiles, read, stands } from '../support/project-files.ts';

const documents = projectFiles.filter((path) => path.endsWith('.md'));

test.each(documents)('the links of %s have existing targets', (path) => {
  const broken = linksOf(read(path)).filter((link) => !resolves(path, link));
  expect(broken).toEqual([]);
});

test.each(['ARCHITECTURE.md', 'README.md', 'CONTRIBUTING.md'])(
  'every path that %s names exists',
  (path) => {
    expect(pathsIn(read(path)).filter((named) => !stands(named))).toEqual([]);
  },
);

test('docs/README.md lists every page', () => {
  const list = read('docs/README.md');
  const pages = documents
    .filter((path) => /^docs\/(?!README)[^/]*\.md$/.test(path))
    .map((path) => path.slice('docs/'.length));
  expect(pages.filter((page) => !list.includes(`](${page})`))).toEqual([]);
});

test('README.md has the commands of a checkout, each in one line', () => {
  const lines = read('README.md').split('\n');
  for (const command of ['npm ci && npm start', 'npm ci && npm test']) {
    expect(lines.filter((line) => line.startsWith(command))).toHaveLength(1);
  }
});

test('a decision gives the reason for every dependency', () => {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(read('package.json')) as Record<
    string,
    Record<string, string> | undefined
  >;
  const decisions = documents.filter((path) => path.startsWith('docs/decisions/')).map(read);
  const named = (name: string): boolean =>
    decisions.some((text) => text.includes(`- \`${name}\`: `));
  const all = [...Object.keys(dependencies), ...Object.keys(devDependencies)];
  expect(all.filter((name) => !named(name))).toEqual([]);
});

test('decisions are numbered without gaps and listed', () => {
  const names = documents
    .filter((path) => /^docs\/decisions\/\d/.test(path))
    .map((path) => path.slice('docs/decisions/'.length));
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, i) => i + 1));
  const list = read('docs/decisions/README.md');
  expect(names.filter((name) => !list.includes(`(${name})`))).toEqual([]);
});

test('no text tells people to fetch the package by its name: it is on no registry', () => {
  const fetching =
    /npx (?!--no )[^\n]*\bpact\b|\b(?:npm|pnpm|yarn|bun) (?:i|install|add|exec|x|dlx)\b[^\n]*@multichain\/pact|bunx [^\n]*pact/g;
  const texts = projectFiles.filter((path) =>
    /^(?:src|lsp|stdlib|repl-scripts)\/|\.md$/.test(path),
  );
  expect(fetching.test('npx -y @multichain/pact mcp')).toBe(true);
  const found = texts.flatMap((path) => read(path).match(fetching) ?? []);
  expect(found).toEqual([]);
});

/** Returns the targets of inline links, without those to other sites. Code blocks contain no links. */
function linksOf(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1] as string)
    .filter((target) => !/^[a-z]+:/.test(target));
}

function resolves(from: string, link: string): boolean {
  const [file = '', heading] = link.split('#');
  const target = file === '' ? from : join(dirname(from), decodeURI(file));
  if (!stands(target)) return false;
  return heading === undefined || headingsOf(read(target)).includes(heading);
}

function headingsOf(markdown: string): string[] {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] as string)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- _]/gu, '')
      .replaceAll(' ', '-'),
  );
  const anchors = [...markdown.matchAll(/^<a id="([^"]+)"><\/a>$/gm)].map(
    (match) => match[1] as string,
  );
  return [...headings, ...anchors];
}

/** Returns the backquoted words that look like paths of this repository; `*` and `<name>` are patterns. */
function pathsIn(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/`([\w.@/-]+)`/g)]
    .map((match) => match[1] as string)
    .filter((text) => looksLikePath(text));
}

function looksLikePath(text: string): boolean {
  const top = /^(src|grammar|lsp|tests|docs|stdlib|repl-scripts|\.ci)\//.test(text);
  return top || /^[\w.-]+\.(json|mjs|md|config\.ts)$/.test(text);
}
