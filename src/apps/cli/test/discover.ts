// Finds the scripts to run. In folders these are all .repl files except setup scripts, which other scripts of the run
// load and which have no expectations.

import { dirname, join } from 'node:path';
import { existsSync } from 'node:fs';
import type { FileHost } from '../../../script/files.ts';
import { findFiles, type FoundFiles, readSourceFile, diskFiles } from '../files.ts';
import { hasWildcards, pathExpression, plainPath } from '../paths.ts';
import { onDisk } from '../../../base/platform/disk/path-bytes.ts';
import type { FileReport } from '../../../tools/testing/runner/test-report.ts';

type Discovery = {
  readonly files: readonly string[];
  /** Setup scripts: found, but left out because other scripts load them. */
  readonly parts: readonly string[];
  /** A sentence for each path that cannot be run. */
  readonly faults: readonly string[];
};

export function discoverTests(
  paths: readonly string[],
  { all }: { readonly all: boolean },
): Discovery {
  const { files: written, faults } = findScripts(paths);
  const files = [...new Set(written.map(plainPath))];
  if (all) return { files, parts: [], faults };
  const named = new Set(paths.map(plainPath));
  return { ...withoutParts(files, { named, host: diskFiles }), faults };
}

/** `named`: files that are run in any case. */
export function withoutParts(
  files: readonly string[],
  { named, host }: { readonly named: ReadonlySet<string>; readonly host: FileHost },
): Pick<Discovery, 'files' | 'parts'> {
  const found = files.filter((file) => !named.has(file));
  const loaded = loadedBy(files, host);
  const parts = found.filter(
    (file) => loaded.has(host.identify(file)) && !expectsSomething(file, host),
  );
  const scripts = files.filter((file) => !parts.includes(file));
  // Files that load one another in a circle are all tests: running them reports the circle.
  return scripts.length === 0 ? { files, parts: [] } : { files: scripts, parts };
}

/** `(load "path")` anywhere in the text: good enough to guess which scripts are setup scripts. */
const loads = /\(\s*load\s+"([^"\\]+)"/g;

function loadedBy(files: readonly string[], host: FileHost): Set<string> {
  const loaded = new Set<string>();
  for (const file of files) {
    for (const [, path = ''] of textOf(file, host).matchAll(loads)) {
      loaded.add(host.identify(join(dirname(file), path)));
    }
  }
  return loaded;
}

function expectsSomething(file: string, host: FileHost): boolean {
  return /\(\s*expect(-failure|-that)?[\s)]/.test(textOf(file, host));
}

function textOf(file: string, { readFile }: FileHost): string {
  const answer = readFile(file);
  return answer.kind === 'text' ? answer.text : '';
}

// Expands patterns such as `tests/**/*-token.repl` that the shell did not: quoted, on Windows, or without a match.

/** Like `findFiles`, but a path with `*` or `?` that does not exist selects the files that match it. */
function findScripts(paths: readonly string[]): FoundFiles {
  const found = paths.map((path) =>
    isPattern(path) ? filesLike(path) : findFiles([path], ['.repl']),
  );
  return {
    files: [...new Set(found.flatMap(({ files }) => files))],
    faults: found.flatMap(({ faults }) => faults),
  };
}

const isPattern = (path: string): boolean => hasWildcards(path) && !existsSync(onDisk(path));

function filesLike(pattern: string): FoundFiles {
  const names = pattern.split('/');
  const folder = names.slice(0, names.findIndex(hasWildcards)).join('/');
  const start = folder === '' ? (pattern.startsWith('/') ? '/' : '.') : folder;
  const { files, faults } = findFiles([start], ['.repl']);
  const expression = pathExpression(pattern.replace(/^(\.\/)+/, ''));
  const matching = files.filter((file) => expression.test(file.replaceAll('\\', '/')));
  const isVain = matching.length === 0 && faults.length === 0;
  return { files: matching, faults: isVain ? [`no .repl file matches ${pattern}`] : faults };
}

/**
 * `--filter TEXT`: selects files whose path contains TEXT, and in other files the transactions whose names contain it.
 * The remaining transactions of such a file run as well, since later ones build on them, but only the selected ones are
 * shown and counted. An error counts in any transaction, because it ends the file.
 */
export function matchingFiles(files: readonly string[], text: string): readonly string[] {
  return files.filter((file) => file.includes(text) || namesOf(file).some(has(text)));
}

export function matchingBlocks(report: FileReport, text: string): FileReport {
  if (report.file.includes(text)) return report;
  const blocks = report.blocks.filter(
    ({ name, error }) => error !== undefined || (name !== undefined && name.includes(text)),
  );
  return { ...report, blocks };
}

const has = (text: string) => (name: string) => name.includes(text);

/** Returns names as written in the text; computed names are not found. */
function namesOf(file: string): readonly string[] {
  const answer = readSourceFile(file);
  if (answer.kind === 'failure') return [];
  return [...answer.text.matchAll(/\(\s*begin-tx\s+"([^"]*)"/g)].map(([, name = '']) => name);
}
