// What happens once however often a run is repeated: reading a file, and showing a print or log message.

import type { Span } from '../../base/span.ts';
import type { FileAnswer } from '../../base/result.ts';

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

/** Reads each file only once, so that a repeated run reaches the same moments even if a file is edited meanwhile. */
export function readingOnce<Host extends { readonly readFile: (path: string) => FileAnswer }>(
  host: Host,
): Host {
  const answers = new Map<string, FileAnswer>();
  const readFile = (path: string): FileAnswer => {
    const known = answers.get(path);
    if (known !== undefined) return known;
    const answer = host.readFile(path);
    answers.set(path, answer);
    return answer;
  };
  return { ...host, readFile };
}
