// Ctrl-R: finds the newest entry of the history that contains the typed text, and the next older one with every
// further Ctrl-R.

import type { FormHistory } from './form-history.ts';

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
