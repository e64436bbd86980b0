// What is wrong with something that was sent, as one plain sentence. Readers in this room throw it
// at the first fault; the front door returns it as an answer, so that no caller has to catch it.

import { bad, good, type Result } from '../base/result.ts';
import { ValueTooLarge } from '../lang/session/run.ts';

class CommandFault extends Error {
  override readonly name = 'CommandFault';
  readonly path: string | undefined;

  constructor(sentence: string, path: string | undefined) {
    super(sentence);
    this.path = path;
  }
}

export type Refusal = {
  /** Without a stop; it says where. */
  readonly sentence: string;
  /** What the sentence speaks of: `signers[1].scheme`; for callers that know its place in the text. */
  readonly path?: string | undefined;
};

/** What was read, or why it could not be. */
export type Reading<T> = Result<T, Refusal>;

/** Ends the `reading` that runs. */
export function refuse(sentence: string, path?: string): never {
  throw new CommandFault(sentence, path);
}

export function reading<T>(read: () => T): Reading<T> {
  try {
    return good(read());
  } catch (thrown) {
    if (thrown instanceof CommandFault) {
      return bad({ sentence: thrown.message, path: thrown.path });
    }
    if (thrown instanceof ValueTooLarge) {
      return bad({ sentence: `a number has more than ${thrown.limit} digits` });
    }
    throw thrown;
  }
}
