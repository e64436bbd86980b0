// The lock file and the files of requirements on the disk.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bad, good, type Result } from '../../base/result.ts';
import { makeFolder } from '../../platform/disk/make-folder.ts';
import {
  hashOfFile,
  lockFileName,
  moduleFileName,
  printLock,
  readLock,
  type Lock,
  type LockedModule,
  type RequiredFile,
} from '../../requirements/index.ts';
import { readSourceFile, reasonOf, writeSourceFile } from '../files.ts';
import { requirementsFolder } from './folder.ts';

/** Empty where there is none. The fault is a sentence. */
export function openLock(folder: string): Result<Lock, string> {
  const path = join(folder, lockFileName);
  if (!existsSync(path)) return good(new Map());
  const answer = readSourceFile(path);
  if (answer.kind === 'failure') return bad(`cannot read ${lockFileName}: ${answer.reason}`);
  const lock = readLock(answer.text);
  return lock.ok ? lock : bad(`${lockFileName} ${lock.fault}`);
}

/** What is wrong with the file of a module, after its name. */
export function fileFault(folder: string, { name, file }: LockedModule): string | undefined {
  const relative = `${requirementsFolder}/${moduleFileName(name)}.pact`;
  const answer = readSourceFile(join(folder, relative));
  if (answer.kind === 'failure') return `${relative} cannot be read: ${answer.reason}`;
  if (hashOfFile(answer.text) === file) return undefined;
  return `${relative} was changed after it was fetched`;
}

/** The files first, then the lock file that speaks of them. The fault is a sentence. */
export function writeRequirements(
  folder: string,
  files: readonly RequiredFile[],
  lock: Lock,
): string | undefined {
  const place = join(folder, requirementsFolder);
  try {
    makeFolder(place);
  } catch (error) {
    return `cannot make the folder ${requirementsFolder}: ${reasonOf(error)}`;
  }
  for (const { fileName, text } of files) {
    const refused = writeSourceFile(join(place, fileName), text);
    if (refused !== undefined) return `cannot write ${requirementsFolder}/${fileName}: ${refused}`;
  }
  const refused = writeSourceFile(join(folder, lockFileName), printLock(lock));
  return refused === undefined ? undefined : `cannot write ${lockFileName}: ${refused}`;
}

/** Files of the folder that the lock file does not know. */
export function strangeFiles(folder: string, lock: Lock): readonly string[] {
  const known = new Set([...lock.keys()].map((name) => `${moduleFileName(name)}.pact`));
  const place = join(folder, requirementsFolder);
  if (!existsSync(place)) return [];
  return readdirSync(place).filter((name) => name.endsWith('.pact') && !known.has(name));
}
