// Sets of interfaces, for module references: sorted, without duplicates.

import { compareModuleNames, type ModuleName } from '../values/names.ts';
import { resolved, type Reference, type Type } from './type.ts';

export function sortedInterfaces(names: readonly ModuleName[]): readonly ModuleName[] {
  const unique = new Map(names.map((name) => [name.text, name]));
  return [...unique.values()].sort(compareModuleNames);
}

export function sameInterfaces(left: readonly ModuleName[], right: readonly ModuleName[]): boolean {
  return left.length === right.length && left.every((name, i) => name.text === right[i]?.text);
}

/** The interfaces of `wanted` that `has` lacks. */
export function lackingInterfaces(
  wanted: readonly ModuleName[],
  has: readonly ModuleName[],
): readonly ModuleName[] {
  const texts = new Set(has.map((name) => name.text));
  return wanted.filter((name) => !texts.has(name.text));
}

/** A module reference may have more interfaces than needed. */
export function hasInterfacesOf(actual: Type, expected: Type): boolean {
  const has = interfacesOf(actual);
  const wanted = interfacesOf(expected);
  return has !== undefined && wanted !== undefined && lackingInterfaces(wanted, has).length === 0;
}

function interfacesOf(written: Type): readonly ModuleName[] | undefined {
  const type = resolved<Type>(written);
  if (type.kind !== 'module') return undefined;
  const reference = resolved<Reference>(type.reference);
  return reference.kind === 'interfaces' ? reference.names : undefined;
}
