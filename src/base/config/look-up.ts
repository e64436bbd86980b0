// Reads values of YAML that was checked against a schema; a value that is missing or of another kind is `undefined`.

import type { Entry, Located } from './located.ts';
import { isNothing, numberIn } from './to-json.ts';

export function entriesOf(value: Located | undefined): readonly Entry[] {
  return value?.kind === 'map' ? value.entries : [];
}

/** Returns the value of the first entry with this name. */
export function fieldOf(value: Located | undefined, name: string): Located | undefined {
  return entriesOf(value).find(({ key }) => key === name)?.value;
}

export function textIn(value: Located | undefined): string | undefined {
  return value?.kind === 'scalar' && !isNothing(value) ? value.text : undefined;
}

/** Returns a whole number that a float can hold exactly. */
export function wholeNumberIn(value: Located | undefined): number | undefined {
  return value === undefined ? undefined : numberIn(value);
}
