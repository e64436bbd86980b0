// Finds the files that determine the errors in one of them: the scripts that load it, and the files of the modules that
// it names. Uses only the texts, so the rest of the project need not be parsed.

import { modulePlaces } from '../check/project-modules.ts';
import { loadPaths } from '../../../script/names/written-forms.ts';
import { resolveLoad } from '../../../script/files.ts';
import { type Document, normalPath } from './document.ts';

export type FirstLook = {
  /** The files where a check begins. */
  readonly roots: readonly string[];
  /** The files that may define a module. */
  readonly elsewhere: (name: string) => readonly string[];
};

export function firstLook(
  path: string,
  paths: readonly string[],
  find: (path: string) => Document | undefined,
): FirstLook {
  const texts = new Map(paths.map((each) => [each, find(each)?.text ?? '']));
  const root = rootOf(path, texts, find);
  const places = modulePlaces(() => [...texts].map(([name, text]) => ({ path: name, text })));
  return { roots: [root], elsewhere: (name) => places(name).map((place) => place.path) };
}

/** Returns the first script that loads the file and is loaded by none, otherwise the file itself. */
function rootOf(
  path: string,
  texts: ReadonlyMap<string, string>,
  find: (path: string) => Document | undefined,
): string {
  const met = new Set([path]);
  // The set grows during the loop.
  for (const each of met) {
    const loading = loadersOf(each, texts, find);
    if (loading.length === 0) return each;
    for (const script of loading) met.add(script);
  }
  return path;
}

function loadersOf(
  path: string,
  texts: ReadonlyMap<string, string>,
  find: (path: string) => Document | undefined,
): readonly string[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const stem = name.replace(/\.(pact|repl)$/, '');
  return [...texts].flatMap(([from, text]) => {
    if (!text.includes(stem) || !text.includes('load')) return [];
    const loads = loadPaths(find(from)?.forms ?? []);
    return loads.some((each) => normalPath(resolveLoad(from, each)) === path) ? [from] : [];
  });
}
