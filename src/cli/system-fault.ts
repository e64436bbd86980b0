// Describes errors of the system, such as a full disk or a read-only file, as a sentence: they are not bugs of ours,
// wherever they occur.

import { knownReasonOf } from './files.ts';

/** `undefined` if it may be a bug of ours. */
export function systemSentence(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  // By its name: an error from another thread has lost its class, and loading the store would slow down start-up.
  if (thrown.name === 'StoreFault') return thrown.message;
  const { code, syscall, path, dest } = thrown as NodeJS.ErrnoException & {
    readonly dest?: string;
  };
  const isNoPlace = syscall === 'mkdir' && code === 'ENOENT';
  const reason = isNoPlace ? 'no folder can be made there' : knownReasonOf(thrown);
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
  ['chmod', 'change the rights of'],
  ['access', 'use'],
]);
