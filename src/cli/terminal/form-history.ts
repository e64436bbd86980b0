// What Up and Ctrl-R bring back: whole forms, whatever number of lines they were typed in.

import { FormBuffer } from '../form-buffer.ts';

export type FormHistoryOptions = {
  /** The newest first. */
  readonly entries: readonly string[];
  readonly size: number;
  /** Told of every entry that is new. */
  readonly remember: (entry: string) => void;
};

export class FormHistory {
  /** The newest first. */
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

  /** One line after the other, as they are typed. */
  add(line: string): void {
    const text = this.open.add(line);
    if (text === undefined) return;
    this.open.clear();
    if (text.trim() === '') return;
    if (text !== this.kept[0]) this.options.remember(text);
    const others = this.kept.filter((entry) => entry !== text);
    this.kept = [text, ...others].slice(0, this.options.size);
  }

  /** The form that is being typed will not be ended. */
  abandon(): void {
    this.open.clear();
  }

  /** The newest entry from `start` on that holds the text, and where it stands in the history. */
  find(text: string, start: number): { readonly entry: string; readonly at: number } | undefined {
    for (const [at, entry] of this.kept.entries()) {
      if (at >= start && entry.includes(text)) return { entry, at };
    }
    return undefined;
  }
}
