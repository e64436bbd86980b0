// Faults of received data, as one sentence. Readers in this folder throw them at the first fault; the public interface
// returns them, so that no caller has to catch anything.

import { bad, good, type Result } from '../../base/result.ts';
import { ValueTooLarge } from '../../lang/session/run.ts';

class CommandFault extends Error {
  override readonly name = 'CommandFault';
  readonly path: string | undefined;

  constructor(sentence: string, path: string | undefined) {
    super(sentence);
    this.path = path;
  }
}

export type Refusal = {
  /** Without a final full stop; includes the place. */
  readonly sentence: string;
  /** The subject of the sentence: `signers[1].scheme`; for callers that know its place in the text. */
  readonly path?: string | undefined;
};

/** The value that was read, or the fault. */
export type Reading<T> = Result<T, Refusal>;

/** Ends the running `reading`. */
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
