// Describes errors of the system, such as a full disk or a read-only file, in a sentence: they are not bugs of ours.

import { knownReasonOf } from './files.ts';

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
