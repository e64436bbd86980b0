// What the system has refused, as a sentence: a full disk, or a file that may not be written, is no
// fault of ours, wherever it is noticed.

import { knownReasonOf } from './files.ts';

/** `undefined` where it may well be a fault of ours. */
export function systemSentence(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  // By its name: an error from another thread has lost its class, and the store is too much to load at a start.
  if (thrown.name === 'StoreFault') return thrown.message;
  const { syscall, path, dest } = thrown as NodeJS.ErrnoException & { readonly dest?: string };
  const reason = knownReasonOf(thrown);
  if (syscall === undefined || reason === undefined) return undefined;
  const verb = verbs.get(syscall) ?? 'use';
  const what = dest ?? path ?? 'a file';
  return `cannot ${verb} ${what}: ${reason}`;
}

/** Of what Node says that it was about. */
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
