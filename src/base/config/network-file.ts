// Reads network files (YAML or JSON) and finds the line of a member. src/chain/rules/network-file interprets the
// members.

import type { JsonValue } from '../json.ts';
import { bad, good, type Result } from '../result.ts';
import { type Fault, type LineColumn, type Located, jsonOf, locatedAt } from './located.ts';
import { readYaml } from './read-yaml.ts';

/** In characters. A large network file has a reward for every week of a hundred years. */
const longestFile = 4_000_000;

export type NetworkText = {
  readonly value: JsonValue;
  /** Returns the place of a member, such as `genesis.chains[0].target`, or of its nearest enclosing value. */
  readonly placeOf: (path: string) => LineColumn;
};

export function readNetworkText(text: string): Result<NetworkText, readonly Fault[]> {
  const read = readYaml(text, longestFile);
  if (!read.ok) return read;
  const faults: Fault[] = [];
  noteRepeated(read.value, faults);
  if (faults.length > 0) return bad(faults);
  return good({ value: jsonOf(read.value), placeOf: (path) => locatedAt(read.value, path).place });
}

/** Reports repeated keys: the reader of the members would see only the last one. */
function noteRepeated(value: Located, faults: Fault[]): void {
  if (value.kind === 'list') for (const item of value.items) noteRepeated(item, faults);
  if (value.kind !== 'map') return;
  const seen = new Set<string>();
  for (const { key, place, value: member } of value.entries) {
    if (seen.has(key)) faults.push({ message: `${key} appears twice`, place });
    seen.add(key);
    noteRepeated(member, faults);
  }
}
