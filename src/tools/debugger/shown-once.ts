// The output of a run, shown once however often the run is repeated: every print and every log message.

import type { Span } from '../../base/span.ts';

export type Show = (text: string, at: Span | undefined, kind: 'print' | 'log') => void;

export class ShownOnce {
  private readonly show: Show;
  /** The number of prints of this run, and of the longest one. */
  private prints = 0;
  private shownPrints = 0;
  private shownLogs = 0;

  constructor(show: Show) {
    this.show = show;
  }

  /** Call this when a run starts at the beginning. */
  begin(): void {
    this.prints = 0;
  }

  /** Shows everything again. */
  forget(): void {
    this.shownPrints = 0;
    this.shownLogs = 0;
  }

  print(text: string, at: Span): void {
    if (++this.prints <= this.shownPrints) return;
    this.shownPrints = this.prints;
    this.show(text, at, 'print');
  }

  /** `moment`: when the texts are logged. */
  log(texts: readonly string[], moment: number, at: () => Span | undefined): void {
    if (texts.length === 0 || moment <= this.shownLogs) return;
    this.shownLogs = moment;
    for (const text of texts) this.show(text, at(), 'log');
  }
}
