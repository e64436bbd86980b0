// Writes a value as one string, without recursion and within a limit of characters. The caller defines the notation:
// show.ts and stable-json.ts describe theirs to this walker.

import { countUnitsRead } from '../../../base/interruption.ts';
import { inOnePiece } from '../../../base/text.ts';
import { defaultOutputLimit, maxParts, ValueTooLarge } from '../value-too-large.ts';
import { SharedSum, type Weights } from '../encoding/shared-sum.ts';
import { sizeOfValue } from '../encoding/size.ts';
import type { PactValue } from '../value.ts';

/** A container as text: its opening text, its parts with their labels and separator, and its closing text. */
export type NestedText = {
  readonly open: string;
  readonly parts: readonly PactValue[];
  /** Written before each part, one for each. */
  readonly labels?: readonly string[];
  readonly separator: string;
  readonly close: string;
};

export type Describe = (value: PactValue) => string | NestedText;

/** An open container, the number of its parts written so far, and the container around it. */
type Frame = { readonly container: NestedText; index: number; readonly outer: Frame | undefined };

/** No value has fewer characters than a sixteenth of its size, and none has more parts than its size. */
function refuseFarTooLong(value: PactValue, limit: number): void {
  const size = sizeOfValue(value, 16 * limit);
  if (size > 16 * limit) throw new ValueTooLarge(limit);
  if (size > maxParts && new SharedSum(partsCost).of(value, maxParts) > maxParts) {
    throw new ValueTooLarge(limit);
  }
}

const partCost = 1;
/** Fields cost more than items: they may have to be put into an order. */
const fieldCost = 4;

const costOf = ({ labels }: NestedText): number => (labels === undefined ? partCost : fieldCost);

/** Adds up the parts of a value as `writeNested` counts them: it writes at most `maxParts`. */
export const partsCost: Weights = {
  leaf: () => 0,
  frame: ({ kind }, count) => count * (kind === 'object' ? fieldCost : partCost),
};

/** Characters that are joined into one piece at a time. */
const pieceLength = 4096;

/** Throws `ValueTooLarge` if the text is longer than `limit` characters, or has too many parts. */
export function writeNested(
  root: PactValue,
  describe: Describe,
  limit: number = defaultOutputLimit,
): string {
  const first = describe(root);
  if (typeof first === 'string') return first;
  const finished: string[] = [];
  let length = 0;
  let text = first.open;
  let frame: Frame | undefined = { container: first, index: 0, outer: undefined };
  let partsLeft = maxParts;
  while (frame !== undefined) {
    const { container }: Frame = frame;
    const { parts, labels, separator } = container;
    let inner: NestedText | undefined;
    while (frame.index < parts.length) {
      const index = frame.index++;
      partsLeft -= costOf(container);
      if (text.length > pieceLength) {
        // Shared parts are measured only once, but would be written repeatedly.
        if (length === 0) refuseFarTooLong(root, limit);
        length += text.length;
        countUnitsRead(text.length);
        finished.push(inOnePiece(text));
        text = '';
      }
      if (partsLeft < 0 || length + text.length > limit) throw new ValueTooLarge(limit);
      text += (index > 0 ? separator : '') + (labels?.[index] ?? '');
      const part = describe(parts[index] as PactValue);
      if (typeof part !== 'string') {
        inner = part;
        break;
      }
      text += part;
    }
    if (inner === undefined) {
      text += container.close;
      frame = frame.outer;
    } else {
      text += inner.open;
      frame = { container: inner, index: 0, outer: frame };
    }
  }
  if (length + text.length > limit) throw new ValueTooLarge(limit);
  return finished.join('') + text;
}
