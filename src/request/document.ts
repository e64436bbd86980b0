// Reads YAML files for the readers of commands. Faults are one sentence, with line and column.

import { reading } from '../command/fault.ts';
import { Field } from '../command/fields.ts';
import { bad, good, type Result } from '../base/result.ts';
import { suggestion } from '../base/similar-names.ts';
import type { Entry, Located, LineColumn } from '../config/located.ts';
import { readYaml } from '../config/read-yaml.ts';
import { jsonOf, locatedAt } from '../config/to-json.ts';

/** A message, with its place in the file. */
export type Note = { readonly sentence: string; readonly place?: LineColumn | undefined };

export type Document<T> = {
  readonly content: T;
  /** Likely mistakes that do not affect the result. */
  readonly warnings: readonly Note[];
};

export type ReadDocument<T> = Result<Document<T>, Note>;

/** The known keys of a file by path; `[]` is any item of a list. */
export type KnownKeys = ReadonlyMap<string, readonly string[]>;

/** In characters. Requests contain contracts; the largest on a chain has a few hundred thousand. */
export const longestFile = 16 * 1024 * 1024;

export function readDocument<T>(
  text: string,
  known: KnownKeys,
  read: (root: Field) => T,
): ReadDocument<T> {
  const document = readYaml(text, longestFile);
  if (!document.ok) {
    const [first] = document.fault;
    return fault(first?.message ?? 'the file is not YAML', first?.place);
  }
  const { value: located } = document;
  const names = known.get('') ?? [];
  if (located.kind !== 'map') {
    return fault(`the file must be a map, such as ${names[0]}: ...`, located.place);
  }
  const answer = reading(() => read(new Field('', jsonOf(located))));
  if (answer.ok) {
    return good({ content: answer.value, warnings: strayKeys(located, known) });
  }
  const at = answer.fault.path === undefined ? undefined : locatedAt(located, answer.fault.path);
  return fault(answer.fault.sentence + quotesHint(answer.fault.sentence, at), at?.place);
}

export function fault(sentence: string, place?: LineColumn): ReadDocument<never> {
  return bad({ sentence, place });
}

/** Suggests quotes: `chainId: 0` is a number. */
function quotesHint(sentence: string, at: Located | undefined): string {
  const isBare = at?.kind === 'scalar' && at.isPlain && at.text !== '';
  return isBare && sentence.includes(' must be a string,') ? ': write it in quotes' : '';
}

/** Returns notes about unknown keys, and repeated keys of which only one counts. */
function strayKeys(located: Located, known: KnownKeys, path = ''): readonly Note[] {
  if (located.kind === 'list') {
    return located.items.flatMap((item) => strayKeys(item, known, `${path}[]`));
  }
  const names = known.get(path);
  if (located.kind === 'scalar' || names === undefined) return [];
  const { entries } = located;
  return entries.flatMap((entry, i) => [
    ...strayKey(entry, entries.slice(i + 1), names),
    ...strayKeys(entry.value, known, path === '' ? entry.key : `${path}.${entry.key}`),
  ]);
}

function strayKey(
  { key, place }: Entry,
  following: readonly Entry[],
  names: readonly string[],
): readonly Note[] {
  if (following.some((other) => other.key === key)) {
    return [{ sentence: `${key} appears twice, and the last one counts`, place }];
  }
  if (names.includes(key)) return [];
  return [{ sentence: `${key} is not a known key and is ignored${suggestion(key, names)}`, place }];
}
