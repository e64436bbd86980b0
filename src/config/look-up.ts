// Looking into YAML whose shape was checked: what is not there, or is something else, is `undefined`.

import type { Entry, Located } from './located.ts';
import { isNothing, numberIn } from './to-json.ts';

export function entriesOf(value: Located | undefined): readonly Entry[] {
  return value?.kind === 'map' ? value.entries : [];
}

/** The first of its name. */
export function fieldOf(value: Located | undefined, name: string): Located | undefined {
  return entriesOf(value).find(({ key }) => key === name)?.value;
}

export function textIn(value: Located | undefined): string | undefined {
  return value?.kind === 'scalar' && !isNothing(value) ? value.text : undefined;
}

/** A whole number that a float holds exactly. */
export function wholeNumberIn(value: Located | undefined): number | undefined {
  return value === undefined ? undefined : numberIn(value);
}
