// The recorded mutations, and how one is applied to the text of its file.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export const recorded = parse(readFileSync(new URL('recorded.yaml', import.meta.url), 'utf8'));

/** The text of the file with the mutation; throws where `find` is not found exactly once. */
export function mutated(text, { id, file, after, find, replace }) {
  const start = after === undefined ? 0 : text.indexOf(after);
  if (start === -1) throw new Error(`${id}: ${file} has no ${JSON.stringify(after)}`);
  const at = text.indexOf(find, start);
  if (at === -1) throw new Error(`${id}: ${file} has no ${JSON.stringify(find)}`);
  const isOnlyOne = after !== undefined || text.indexOf(find, at + 1) === -1;
  if (!isOnlyOne) throw new Error(`${id}: ${file} has ${JSON.stringify(find)} twice: give "after"`);
  return text.slice(0, at) + replace + text.slice(at + find.length);
}
