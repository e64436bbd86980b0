// What is wrong with something that was sent, as one plain sentence. Readers in this room throw it
// at the first fault; the front door hands it on as an answer, so that nobody else has to catch it.

import { ValueTooLarge } from '../lang/session/run.ts';

class CommandFault extends Error {
  override readonly name = 'CommandFault';
  readonly path: string | undefined;

  constructor(sentence: string, path: string | undefined) {
    super(sentence);
    this.path = path;
  }
}

/** What was read, or why it could not be: a sentence without a stop, which says where. */
export type Reading<T> =
  | { readonly kind: 'value'; readonly value: T }
  | {
      readonly kind: 'fault';
      readonly sentence: string;
      /** What the sentence speaks of: `signers[1].scheme`; for who knows where that was written. */
      readonly path?: string | undefined;
    };

/** Ends the `reading` that runs. */
export function refuse(sentence: string, path?: string): never {
  throw new CommandFault(sentence, path);
}

export function reading<T>(read: () => T): Reading<T> {
  try {
    return { kind: 'value', value: read() };
  } catch (thrown) {
    if (thrown instanceof CommandFault) {
      return { kind: 'fault', sentence: thrown.message, path: thrown.path };
    }
    if (thrown instanceof ValueTooLarge) {
      return { kind: 'fault', sentence: `a number has more than ${thrown.limit} digits` };
    }
    throw thrown;
  }
}
