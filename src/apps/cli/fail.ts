// Ends a command with an error message.

import { exitStatus, type ExitStatus } from './exit-status.ts';
import { writeErrorLine } from './output.ts';

export function fail(sentence: string): ExitStatus {
  writeErrorLine(`pact: ${sentence}`);
  return exitStatus.failure;
}
