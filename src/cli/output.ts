// Lines on the terminal, in the forms that build scripts and editors match on.
// Source: pact-repl/Pact/Core/Repl.hs (execScript); section 9.4.

import { writeSync } from 'node:fs';
import type { Span } from '../base/span.ts';
import { spanText } from '../lang/session/index.ts';

const stdout = 1;
const stderr = 2;

export function writeLine(text: string): void {
  writeAll(stdout, `${text}\n`);
}

export function writeErrorLine(text: string): void {
  writeAll(stderr, `${text}\n`);
}

/** `FILE:L:C-L:C:Trace: text` */
export function locatedLine(kind: 'Trace' | 'Print', span: Span, text: string): string {
  return `${spanText(span)}:${kind}: ${text}`;
}

/** Colours only where a person reads: on a terminal, and not where NO_COLOR asks for none. */
export function useColour(isTerminal: boolean, environment: NodeJS.ProcessEnv): boolean {
  const { NO_COLOR, TERM } = environment;
  return isTerminal && (NO_COLOR === undefined || NO_COLOR === '') && TERM !== 'dumb';
}

/** A pipe can be full for a moment, or closed by its reader for good. */
function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  let at = 0;
  while (at < bytes.length) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EAGAIN') continue;
      if (code === 'EPIPE') return;
      throw error;
    }
  }
}
