// Reports a thread that ended without an answer.

import { exitStatus, type ExitStatus } from './exit-status.ts';
import { faultText } from './fault.ts';
import { systemSentence } from './system-fault.ts';

/** Returns the message and the exit status for a thread that died. */
export function endOf(error: Error): { readonly text: string; readonly status: ExitStatus } {
  if (isOutOfMemory(error)) {
    return { text: 'pact: the program ran out of memory', status: exitStatus.failure };
  }
  const sentence = systemSentence(error);
  if (sentence !== undefined) return { text: `pact: ${sentence}`, status: exitStatus.failure };
  return { text: faultText(error), status: exitStatus.fault };
}

export function isOutOfMemory(error: Error): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
}
