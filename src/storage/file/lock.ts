// Locks a state file for one process, with a lock file beside it that identifies the process. The lock file is created
// atomically, and one left by a dead process is taken over.

import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { StoreFault } from '../entries/index.ts';
import { codeOf, diskFault } from './disk.ts';

type Holder = {
  readonly process: number;
  readonly host: string;
  /** The start time of the process, if the system provides it, because process ids are reused. */
  readonly began: string | undefined;
};

export type LockOptions = {
  /** Whether to take over a lock left by this process itself. */
  readonly takesOver?: boolean;
};

/** Takes the lock; returns the function that releases it. */
export function lock(path: string, { takesOver = false }: LockOptions = {}): () => void {
  const lockPath = `${path}.lock`;
  const text = JSON.stringify(ownHolder());
  const own = `${lockPath}.${process.pid}`;
  try {
    writeFileSync(own, text);
    if (takesOver && textOf(lockPath) === text) remove(lockPath, text);
    take(path, lockPath, own);
  } catch (error) {
    throw diskFault('lock', path, error);
  } finally {
    rmSync(own, { force: true });
  }
  return () => {
    if (textOf(lockPath) === text) rmSync(lockPath, { force: true });
  };
}

function take(path: string, lockPath: string, own: string): void {
  // Retries a limited number of times if the lock disappears while it is being read.
  for (let tries = 0; tries < 10; tries++) {
    try {
      linkSync(own, lockPath);
      return;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const text = textOf(lockPath);
    if (text === undefined) continue;
    const holder = holderOf(text);
    if (holder === undefined || isAlive(holder)) throw inUse(path, lockPath, holder);
    remove(lockPath, text);
  }
  throw inUse(path, lockPath, undefined);
}

/** Moves a lock away before removing it, because another process may have taken it over meanwhile. */
function remove(lockPath: string, text: string): void {
  const moved = `${lockPath}.${process.pid}.old`;
  try {
    renameSync(lockPath, moved);
    if (textOf(moved) !== text) linkSync(moved, lockPath);
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(moved, { force: true });
  }
}

function inUse(path: string, lockPath: string, holder: Holder | undefined): StoreFault {
  const who =
    holder === undefined ? 'another process' : `process ${holder.process} on ${holder.host}`;
  return new StoreFault(
    'in-use',
    `${path} is in use by ${who}. If that process has ended, remove ${lockPath}`,
  );
}

function ownHolder(): Holder {
  return { process: process.pid, host: hostname(), began: beginningOf(process.pid) };
}

function isAlive({ process: id, host, began }: Holder): boolean {
  // A process on another machine cannot be checked.
  if (host !== hostname()) return true;
  return isRunning(id) && (began === undefined || beginningOf(id) === began);
}

/** Returns whether this machine has a process with this number. */
export function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** Returns the start time in ticks since boot, from the process table. */
function beginningOf(id: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const line = textOf(`/proc/${id}/stat`);
  // The name of the program, in parentheses, may contain any characters.
  return line?.slice(line.lastIndexOf(')') + 2).split(' ')[19];
}

function holderOf(text: string): Holder | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return isHolder(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

function isHolder(read: unknown): read is Holder {
  if (typeof read !== 'object' || read === null) return false;
  const { process: id, host, began } = read as Partial<Record<keyof Holder, unknown>>;
  const isBeginning = began === undefined || typeof began === 'string';
  return typeof id === 'number' && typeof host === 'string' && isBeginning;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
