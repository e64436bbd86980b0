// What was typed in earlier runs of the interactive REPL. It is kept in the home folder, not in the
// present one as the reference does: a history file in every project is soon committed to one.
// An entry is a whole form, in one line of the file: a carriage return, which nobody can type,
// stands for the end of a line within it.

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export const historySize = 1000;

/** A file is cut back to `historySize` entries when it has grown to this many. */
const mostEntries = 4 * historySize;

const path = (): string => join(homedir(), '.pc-history');

/** The newest first. A history that cannot be read is an empty one. */
export function readHistory(): string[] {
  try {
    const entries = readFileSync(path(), 'utf8').split('\n').filter(Boolean);
    const kept = entries.slice(-historySize);
    if (entries.length > mostEntries)
      writeFileSync(path(), kept.map((line) => `${line}\n`).join(''));
    return kept.map((line) => line.replaceAll('\r', '\n')).reverse();
  } catch {
    return [];
  }
}

/** At once, so that a run that is killed loses nothing. A file that cannot be written is no fault. */
export function rememberEntry(entry: string): void {
  if (entry.trim() === '') return;
  try {
    appendFileSync(path(), `${entry.replaceAll('\n', '\r')}\n`, { mode: 0o600 });
  } catch {
    return;
  }
}
