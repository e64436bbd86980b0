// The files that seem to define a module, by their texts alone: for hints, and for modules that a checked file needs and
// the other checked files lack.

import { lazily } from '../../../base/deferred.ts';
import type { ModuleFile } from '../../../script/files.ts';
import { isPactFile } from '../../../script/paths.ts';

/** The text of a file; its path is returned for its modules. */
export type PlacedText = { readonly path: string; readonly text: string };

/**
 * Returns the files that define a module, contracts first. A namespace in the name is ignored. The texts are read on
 * first use, and once for all names.
 */
export function modulePlaces(
  texts: () => Iterable<PlacedText>,
): (name: string) => readonly ModuleFile[] {
  const places = lazily(() => readPlaces(texts()));
  return (name) => places().get(name.slice(name.lastIndexOf('.') + 1)) ?? [];
}

function readPlaces(texts: Iterable<PlacedText>): ReadonlyMap<string, readonly ModuleFile[]> {
  const places = new Map<string, ModuleFile[]>();
  for (const { path, text } of texts) {
    for (const [name, line] of modulesIn(text)) {
      const before = places.get(name);
      if (before === undefined) places.set(name, [{ path, line }]);
      else before.push({ path, line });
    }
  }
  const isContract = ({ path }: ModuleFile): boolean => isPactFile(path);
  for (const [name, found] of places) {
    const others = found.filter((each) => !isContract(each));
    places.set(name, [...found.filter(isContract), ...others]);
  }
  return places;
}

/** Returns the line of the first definition of each module, from 1. */
function modulesIn(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  let line = 1;
  let counted = 0;
  for (const { 1: name, index } of text.matchAll(/\(\s*(?:module|interface)\s+([^\s()]+)/g)) {
    for (; counted < index; counted++) if (text[counted] === '\n') line++;
    if (name !== undefined && !lines.has(name)) lines.set(name, line);
  }
  return lines;
}
