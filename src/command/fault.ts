// What is wrong with something that was sent, as one plain sentence. Readers in this room throw it
// at the first fault; the front door hands it on as an answer, so that nobody else has to catch it.

import { ValueTooLarge } from '../lang/session/index.ts';

class CommandFault extends Error {
  override readonly name = 'CommandFault';
}

/** What was read, or why it could not be: a sentence without a stop, which says where. */
export type Reading<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'fault'; readonly sentence: string };

/** Ends the `reading` that runs. */
export function refuse(sentence: string): never {
  throw new CommandFault(sentence);
}

export function reading<T>(read: () => T): Reading<T> {
  try {
    return { kind: 'value', value: read() };
  } catch (thrown) {
    if (thrown instanceof CommandFault) return { kind: 'fault', sentence: thrown.message };
    if (thrown instanceof ValueTooLarge) {
      return { kind: 'fault', sentence: `a number has more than ${thrown.limit} digits` };
    }
    throw thrown;
  }
}
