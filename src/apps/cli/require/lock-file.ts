// Reads and writes the lock file and the files of requirements.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bad, good, type Result } from '../../../base/result.ts';
import { makeFolder } from '../../../base/platform/disk/files.ts';
import {
  hashOfFile,
  type Lock,
  type LockedModule,
  lockFileName,
  moduleFileName,
  printLock,
  readLock,
  type RequiredFile,
} from '../../../tools/modules/index.ts';
import { readSourceFile, reasonOf } from '../files.ts';
import { leadsOutside, writeInProject } from '../project/folder-bounds.ts';

/** Reads the lock file; a missing one is empty. Faults are sentences. */
export function openLock(folder: string): Result<Lock, string> {
  const path = join(folder, lockFileName);
  if (!existsSync(path)) return good(new Map());
  const answer = readSourceFile(path);
  if (answer.kind === 'failure') return bad(`cannot read ${lockFileName}: ${answer.reason}`);
  const lock = readLock(answer.text);
  return lock.ok ? lock : bad(`${lockFileName} ${lock.fault}`);
}

/** Returns the fault of a module's file, as a sentence that begins with its path. */
export function fileFault(folder: string, { name, file }: LockedModule): string | undefined {
  const relative = `${requirementsFolder}/${moduleFileName(name)}.pact`;
  const answer = readSourceFile(join(folder, relative));
  if (answer.kind === 'failure') return `${relative} cannot be read: ${answer.reason}`;
  if (hashOfFile(answer.text) === file) return undefined;
  return `${relative} was changed after it was fetched`;
}

/** Writes the files first, then the lock file. Returns a sentence if that fails. */
export function writeRequirements(
  folder: string,
  files: readonly RequiredFile[],
  lock: Lock,
): string | undefined {
  const place = join(folder, requirementsFolder);
  const outside = leadsOutside(place);
  if (outside !== undefined) return `cannot write into ${requirementsFolder}: ${outside}`;
  try {
    makeFolder(place);
  } catch (error) {
    return `cannot create the folder ${requirementsFolder}: ${reasonOf(error)}`;
  }
  for (const { fileName, text } of files) {
    const refused = writeInProject(join(place, fileName), text);
    if (refused !== undefined) return `cannot write ${requirementsFolder}/${fileName}: ${refused}`;
  }
  const refused = writeInProject(join(folder, lockFileName), printLock(lock));
  return refused === undefined ? undefined : `cannot write ${lockFileName}: ${refused}`;
}

/** Returns files of the folder that are not in the lock file. */
export function strangeFiles(folder: string, lock: Lock): readonly string[] {
  const known = new Set([...lock.keys()].map((name) => `${moduleFileName(name)}.pact`));
  const place = join(folder, requirementsFolder);
  if (!existsSync(place)) return [];
  return readdirSync(place).filter((name) => name.endsWith('.pact') && !known.has(name));
}

// The folder of required modules, relative to the folder of pact.yaml.

export const requirementsFolder = 'requirements';
