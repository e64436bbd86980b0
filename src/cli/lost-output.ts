// What to end with where output cannot be written: whoever read it has left, or the disk is full.

import { exitStatus, type ExitStatus } from './exit-status.ts';
import { reasonOf } from './files.ts';
import { isClosed, isLost, writeErrorLine } from './output.ts';

/** `undefined` of any other error. */
export function statusOfLostOutput(thrown: unknown): ExitStatus | undefined {
  if (!isLost(thrown)) return undefined;
  if (isClosed(thrown)) return exitStatus.outputClosed;
  tryToSay(`pact: cannot write the output: ${reasonOf(thrown)}`);
  return exitStatus.failure;
}

/** The last word, which may go the same way as the others. */
export function tryToSay(text: string): void {
  try {
    writeErrorLine(text);
  } catch (error) {
    if (!isLost(error)) throw error;
  }
}
