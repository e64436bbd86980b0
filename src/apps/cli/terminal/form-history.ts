// The history for Up and Ctrl-R: whole forms, even if they were typed in several lines.

import { FormBuffer } from '../form-buffer.ts';

export type FormHistoryOptions = {
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
