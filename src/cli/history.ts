// What was typed in earlier runs of the interactive REPL. It is kept in the home folder, not in the
// present one as the reference does: a history file in every project is soon committed to one.

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export const historySize = 1000;

/** A file is cut back to `historySize` lines when it has grown to this many. */
const mostLines = 4 * historySize;

const path = (): string => join(homedir(), '.pc-history');

/** The newest first, as readline takes them. A history that cannot be read is an empty one. */
export function readHistory(): string[] {
  try {
    const lines = readFileSync(path(), 'utf8').split('\n').filter(Boolean);
    const kept = lines.slice(-historySize);
    if (lines.length > mostLines) writeFileSync(path(), kept.map((line) => `${line}\n`).join(''));
    return kept.reverse();
  } catch {
    return [];
  }
}

/**
 * At once, so that a run that is killed loses nothing. Where it cannot be written, nobody needs to
 * know.
 */
export function rememberLine(line: string): void {
  if (line.trim() === '') return;
  try {
    appendFileSync(path(), `${line}\n`, { mode: 0o600 });
  } catch {
    return;
  }
}
