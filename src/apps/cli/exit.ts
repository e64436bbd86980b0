// How the command ends: its exit statuses, and the messages for errors that end it.

import { isClosed, isLost, writeErrorLine } from './output.ts';
import { knownReasonOf, reasonOf } from './files.ts';

export const exitStatus = {
  success: 0,
  /** A file did not load, or an expectation failed. */
  failure: 1,
  misuse: 2,
  /** A bug in this program (EX_SOFTWARE). */
  fault: 70,
  /**
   * 128 plus the number of the signal, as in shells: Ctrl-C, a closed pipe, and a request to
   * terminate.
   */
  interrupted: 130,
  outputClosed: 141,
  terminated: 143,
} as const;

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];

/** Ends a command with an error message. */
export function fail(sentence: string): ExitStatus {
  writeErrorLine(`pact: ${sentence}`);
  return exitStatus.failure;
}

/** Messages about bugs in the command itself, which are never the user's fault. */
export function faultText(thrown: unknown): string {
  if (thrown instanceof StatesFault) return `pact: ${thrown.message}`;
  return `pact: ${bugText(thrown)}`;
}

function bugText(thrown: unknown): string {
  const trace = thrown instanceof Error ? (thrown.stack ?? String(thrown)) : String(thrown);
  return `this is a bug in pact, please report it with the command line:\n${trace}`;
}

/** About an error after which a service goes on, to be said with `pact: ` before it. */
export const troubleText = (thrown: unknown): string => systemSentence(thrown) ?? bugText(thrown);

/** The error of a run that started from a stored state and could not continue. */
export class StatesFault extends Error {
  override readonly name = 'StatesFault';

  constructor(cause: unknown) {
    super('the cached state of an earlier run was damaged and has been deleted: run this again', {
      cause,
    });
  }
}

// Describes errors of the system, such as a full disk or a read-only file, in a sentence: they are not bugs of ours.

/** Returns `undefined` if it may be a bug of ours. */
export function systemSentence(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  // Compares the name: an error from another thread has lost its class, and loading the store would slow down start-up.
  if (thrown.name === 'StoreFault') return thrown.message;
  const { code, syscall, path, dest } = thrown as NodeJS.ErrnoException & {
    readonly dest?: string;
  };
  const isNoPlace = syscall === 'mkdir' && code === 'ENOENT';
  const reason = isNoPlace ? 'no folder can be created there' : knownReasonOf(thrown);
  if (syscall === undefined || reason === undefined) return undefined;
  const verb = verbs.get(syscall) ?? 'use';
  const what = dest ?? path ?? 'a file';
  return `cannot ${verb} ${what}: ${reason}`;
}

/** The subject of the error, as Node reports it. */
const verbs: ReadonlyMap<string, string> = new Map([
  ['open', 'open'],
  ['read', 'read'],
  ['scandir', 'read'],
  ['stat', 'read'],
  ['lstat', 'read'],
  ['realpath', 'read'],
  ['write', 'write to'],
  ['fsync', 'write to'],
  ['fdatasync', 'write to'],
  ['ftruncate', 'write to'],
  ['mkdir', 'create'],
  ['rename', 'replace'],
  ['link', 'create'],
  ['unlink', 'remove'],
  ['rm', 'remove'],
  ['chmod', 'change the permissions of'],
  ['access', 'use'],
]);

// Chooses the exit status when output cannot be written because its reader has closed it or the disk is full.

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

// Reports a thread that ended without an answer.

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
