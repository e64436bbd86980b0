// What a run shows, however often it is repeated: every print and every log message once.

import type { Span } from '../base/span.ts';

export type Show = (text: string, at: Span | undefined, kind: 'print' | 'log') => void;

export class ShownOnce {
  private readonly show: Show;
  /** Prints of this run, and of the longest one. */
  private prints = 0;
  private shownPrints = 0;
  private shownLogs = 0;

  constructor(show: Show) {
    this.show = show;
  }

  /** A run begins at its beginning. */
  begin(): void {
    this.prints = 0;
  }

  /** Everything is shown anew. */
  forget(): void {
    this.shownPrints = 0;
    this.shownLogs = 0;
  }

  print(text: string, at: Span): void {
    if (++this.prints <= this.shownPrints) return;
    this.shownPrints = this.prints;
    this.show(text, at, 'print');
  }

  /** `moment`: at which the texts are logged. */
  log(texts: readonly string[], moment: number, at: () => Span | undefined): void {
    if (texts.length === 0 || moment <= this.shownLogs) return;
    this.shownLogs = moment;
    for (const text of texts) this.show(text, at(), 'log');
  }
}
