// The history of the interactive REPL. It is stored in the home folder, not in the current one as in the reference, so
// that it does not end up in a project's repository. An entry is a whole form on one line of the file: line ends within it
// are stored as carriage returns, which cannot be typed.

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export const historySize = 1000;

/** A file that reaches this many entries is cut back to `historySize`. */
const mostEntries = 4 * historySize;

const path = (): string => join(homedir(), '.pc-history');

/** Newest first. An unreadable history counts as empty. */
export function readHistory(): string[] {
  try {
    const entries = readFileSync(path(), 'utf8').split('\n').filter(Boolean);
    const kept = entries.slice(-historySize);
    if (entries.length > mostEntries)
      writeFileSync(path(), kept.map((line) => `${line}\n`).join(''), { mode: 0o600 });
    return kept.map((line) => line.replaceAll('\r', '\n')).reverse();
  } catch {
    return [];
  }
}

/** Writes at once, so that a killed run loses nothing. A file that cannot be written is ignored. */
export function rememberEntry(entry: string): void {
  if (entry.trim() === '') return;
  try {
    appendFileSync(path(), `${entry.replaceAll('\n', '\r')}\n`, { mode: 0o600 });
  } catch {
    return;
  }
}
