// Sets of interfaces, as module references have them: sorted, each once.

import { compareModuleNames, type ModuleName } from '../values/names.ts';

export function sortedInterfaces(names: readonly ModuleName[]): readonly ModuleName[] {
  const unique = new Map(names.map((name) => [name.text, name]));
  return [...unique.values()].sort(compareModuleNames);
}

export function sameInterfaces(left: readonly ModuleName[], right: readonly ModuleName[]): boolean {
  return left.length === right.length && left.every((name, i) => name.text === right[i]?.text);
}

/** Those of `wanted` that `has` lacks. */
export function lackingInterfaces(
  wanted: readonly ModuleName[],
  has: readonly ModuleName[],
): readonly ModuleName[] {
  const texts = new Set(has.map((name) => name.text));
  return wanted.filter((name) => !texts.has(name.text));
}
