// Expands patterns such as `tests/**/*-token.repl` that the shell did not: quoted, on Windows, or without a match.

import { existsSync } from 'node:fs';
import { onDisk } from '../../../base/platform/disk/path-bytes.ts';
import { findFiles, type FoundFiles } from '../find-files.ts';
import { hasWildcards, pathExpression } from '../path-pattern.ts';

/** Like `findFiles`, but a path with `*` or `?` that does not exist selects the files that match it. */
export function findScripts(paths: readonly string[]): FoundFiles {
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
