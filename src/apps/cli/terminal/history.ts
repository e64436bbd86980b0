// The history for Up and Ctrl-R: whole forms, even if they were typed in several lines.

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { FormBuffer } from '../form-buffer.ts';

type FormHistoryOptions = {
  /** Entries, newest first. */
  readonly entries: readonly string[];
  readonly size: number;
  /** Called with every new entry. */
  readonly remember: (entry: string) => void;
};

export class FormHistory {
  /** Entries, newest first. */
  private kept: string[];
  private readonly open = new FormBuffer();
  private readonly options: FormHistoryOptions;

  constructor(options: FormHistoryOptions) {
    this.options = options;
    this.kept = [...new Set(options.entries)];
  }

  get entries(): readonly string[] {
    return this.kept;
  }

  /** Adds a line as it was typed. */
  add(line: string): void {
    const text = this.open.add(line);
    if (text === undefined) return;
    this.open.clear();
    if (text.trim() === '') return;
    if (text !== this.kept[0]) this.options.remember(text);
    const others = this.kept.filter((entry) => entry !== text);
    this.kept = [text, ...others].slice(0, this.options.size);
  }

  /** Discards the unfinished form. */
  abandon(): void {
    this.open.clear();
  }

  /** Returns the newest entry from `start` on that contains the text, with its index. */
  find(text: string, start: number): { readonly entry: string; readonly at: number } | undefined {
    for (const [at, entry] of this.kept.entries()) {
      if (at >= start && entry.includes(text)) return { entry, at };
    }
    return undefined;
  }
}

// The history of the interactive REPL. It is stored in the home folder, not in the current one as in the reference, so
// that it does not end up in a project's repository. An entry is a whole form on one line of the file: line ends within it
// are stored as carriage returns, which cannot be typed.

export const historySize = 1000;

/** A file that reaches this many entries is cut back to `historySize`. */
const maxEntries = 4 * historySize;

const path = (): string => join(homedir(), '.pc-history');

/** Newest first. An unreadable history counts as empty. */
export function readHistory(): string[] {
  try {
    const entries = readFileSync(path(), 'utf8').split('\n').filter(Boolean);
    const kept = entries.slice(-historySize);
    if (entries.length > maxEntries)
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

// Ctrl-R: finds the newest entry of the history that contains the typed text, and the next older one with every
// further Ctrl-R.

export type Key = {
  readonly name?: string | undefined;
  readonly ctrl?: boolean | undefined;
  readonly meta?: boolean | undefined;
};

/** The effect of a key on the search. */
export type SearchStep =
  /** The search continues; `prompt` and `entry` are shown. */
  | { readonly kind: 'shown'; readonly prompt: string; readonly entry: string }
  /** The search ends, and the entry becomes the line. `again`: the key also has its usual meaning. */
  | { readonly kind: 'taken'; readonly entry: string; readonly again: boolean }
  /** The search ends, and the line is restored. */
  | { readonly kind: 'left' };

export class HistorySearch {
  private readonly history: FormHistory;
  private text = '';
  private at = 0;
  private entry: string;
  private isFound = true;

  /** `typed`: the line, which stays until an entry is found. */
  constructor(history: FormHistory, typed = '') {
    this.history = history;
    this.entry = typed;
  }

  get shown(): SearchStep {
    const what = this.isFound ? 'search' : 'not found';
    return { kind: 'shown', prompt: `(${what}) ${this.text}: `, entry: this.entry };
  }

  press(typed: string | undefined, key: Key): SearchStep {
    if (key.ctrl === true) return this.pressControl(key);
    if (key.name === 'backspace') {
      this.text = [...this.text].slice(0, -1).join('');
      return this.look(0);
    }
    if (key.name === 'escape') return { kind: 'taken', entry: this.entry, again: false };
    const isText = typed !== undefined && key.meta !== true && !/^[\0-\x1f\x7f]/.test(typed);
    if (!isText) return { kind: 'taken', entry: this.entry, again: true };
    this.text += typed;
    return this.look(this.at);
  }

  private pressControl({ name }: Key): SearchStep {
    switch (name) {
      case 'r':
        return this.look(this.at + 1);
      case 'c':
      case 'g':
        return { kind: 'left' };
      case 'h':
        return this.press(undefined, { name: 'backspace' });
      default:
        return { kind: 'taken', entry: this.entry, again: true };
    }
  }

  private look(start: number): SearchStep {
    const found = this.text === '' ? undefined : this.history.find(this.text, start);
    this.isFound = found !== undefined || this.text === '';
    if (found !== undefined) ({ at: this.at, entry: this.entry } = found);
    return this.shown;
  }
}
