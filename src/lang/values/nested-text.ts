// Writes a value as one text, without recursion and within a limit of characters. What text stands for which
// value is the caller's: show.ts and stable-json.ts describe their forms to this walker.

import { defaultOutputLimit, ValueTooLarge } from './value-too-large.ts';
import type { PactValue } from './value.ts';

/** A container as text: what opens it, its parts with their labels and separator, and what closes it. */
export type NestedText = {
  readonly open: string;
  readonly parts: readonly PactValue[];
  /** Written before each part, one for each. */
  readonly labels?: readonly string[];
  readonly separator: string;
  readonly close: string;
};

export type Describe = (value: PactValue) => string | NestedText;

/** Throws `ValueTooLarge` once the text is longer than `limit` characters. */
export function writeNested(
  root: PactValue,
  describe: Describe,
  limit: number = defaultOutputLimit,
): string {
  const first = describe(root);
  if (typeof first === 'string') return first;
  let text = first.open;
  const containers: NestedText[] = [first];
  const indices: number[] = [0];
  let container: NestedText | undefined = first;
  let index = 0;
  while (container !== undefined) {
    if (text.length > limit) throw new ValueTooLarge(limit);
    if (index === container.parts.length) {
      text += container.close;
      containers.pop();
      indices.pop();
      container = containers.at(-1);
      index = indices.at(-1) ?? 0;
      continue;
    }
    if (index > 0) text += container.separator;
    if (container.labels !== undefined) text += container.labels[index] as string;
    const part: string | NestedText = describe(container.parts[index] as PactValue);
    index++;
    if (typeof part === 'string') text += part;
    else {
      indices[indices.length - 1] = index;
      containers.push(part);
      indices.push(0);
      container = part;
      index = 0;
      text += part.open;
    }
  }
  if (text.length > limit) throw new ValueTooLarge(limit);
  return text;
}
