// Chooses the exit status when output cannot be written because its reader has closed it or the disk is full.

import { exitStatus, type ExitStatus } from './exit-status.ts';
import { reasonOf } from './files.ts';
import { isClosed, isLost, writeErrorLine } from './output.ts';

/** Returns `undefined` for any other error. */
export function statusOfLostOutput(thrown: unknown): ExitStatus | undefined {
  if (!isLost(thrown)) return undefined;
  if (isClosed(thrown)) return exitStatus.outputClosed;
  tryToSay(`pact: cannot write the output: ${reasonOf(thrown)}`);
  return exitStatus.failure;
}

/** Writes the last message, which may fail as well. */
export function tryToSay(text: string): void {
  try {
    writeErrorLine(text);
  } catch (error) {
    if (!isLost(error)) throw error;
  }
}
