// Paths for `load`: the sources of the project, relative to the file that loads them, folder by folder; and standard
// modules.

import { shippedScheme } from '../../../../script/standard/shipped-paths.ts';
import { standardModules } from '../../../../script/standard/standard-files.ts';
import { relativePath } from '../relative-path.ts';
import type { Scope } from '../scope.ts';
import type { CompletionItem } from './completion.ts';
import type { ItemMaker } from './items.ts';

export function pathsFor({ view, document, cursor }: Scope, make: ItemMaker): CompletionItem[] {
  const folder = cursor.typed.slice(0, cursor.typed.lastIndexOf('/') + 1);
  const found = new Map<string, CompletionItem>();
  const start = cursor.replaced.start + folder.length;
  for (const path of view.files()) {
    if (path === document.path) continue;
    const relative = relativePath(document.path, path);
    if (relative === undefined || !relative.startsWith(folder)) continue;
    const rest = relative.slice(folder.length);
    const slash = rest.indexOf('/');
    const isFolder = slash >= 0;
    const label = isFolder ? rest.slice(0, slash + 1) : rest;
    if (label === '' || found.has(label)) continue;
    const replace = { start, end: Math.max(start, cursor.replaced.end) };
    // Clients compare it with everything typed, including folders.
    const filter = folder + label;
    const item = make.plain(label, isFolder ? 'folder' : 'file', 'wanted', { replace, filter });
    found.set(label, item);
  }
  return folder === '' ? [...standardPaths(cursor, make), ...found.values()] : [...found.values()];
}

function standardPaths({ replaced }: Scope['cursor'], make: ItemMaker): readonly CompletionItem[] {
  const { start, end } = replaced;
  return standardModules.map(({ name, doc }) =>
    make.plain(`${shippedScheme}${name}`, 'module', 'foreign', {
      replace: { start, end: Math.max(start, end) },
      detail: doc,
    }),
  );
}
