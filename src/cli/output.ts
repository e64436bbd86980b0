// Writing to the terminal, a file or a pipe, in order and at once.

import { writeSync } from 'node:fs';

const stdout = 1;
const stderr = 2;

/** Texts written so far, and how many of the first are out already: see first-try.ts. */
let count = 0;
let writtenBefore = 0;
/** Where lines go: to the standard error once the standard output is for a result alone. */
let lines = stdout;

/**
 * Whoever read the output has left: there is no use in going on. Ends evaluation without a word.
 */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}

/** What is written cannot be kept, as on a full disk. `code`: Node's word for it. */
export class OutputLost extends Error {
  override readonly name = 'OutputLost';
  readonly code: string | undefined;

  constructor({ code, message }: NodeJS.ErrnoException) {
    super(message);
    this.code = code;
  }
}

export function writeLine(text: string): void {
  write(
    lines,
    `${text}
`,
  );
}

/** What another program reads from the standard output. */
export function writeResult(text: string): void {
  write(
    stdout,
    `${text}
`,
  );
}

/** The same with a text that brings its line ends along. */
export function writeText(text: string): void {
  write(stdout, text);
}

/** From now on the standard output is for results: all other lines go to the standard error. */
export function keepOutputForResults(): void {
  lines = stderr;
}

export function writeErrorLine(text: string): void {
  write(stderr, `${text}\n`);
}

/**
 * To the terminal of the errors, as it is: for a line that is written over again and again. Nobody
 * misses it where it cannot be written.
 */
export function writeProgress(text: string): void {
  try {
    writeAll(stderr, Buffer.from(text, 'utf8'));
  } catch (error) {
    if (!isLost(error)) throw error;
  }
}

/** Whether what was thrown says that output cannot be written. The classes of each program are its own. */
export function isLost(thrown: unknown): thrown is OutputClosed | OutputLost {
  return isClosed(thrown) || (thrown instanceof Error && thrown.name === 'OutputLost');
}

export function isClosed(thrown: unknown): thrown is OutputClosed {
  return thrown instanceof Error && thrown.name === 'OutputClosed';
}

/** Whether a person sees such a line: not on a build server, which keeps it. */
export function isWatched(): boolean {
  const { CI = '' } = process.env;
  const isServer = CI !== '' && CI !== 'false';
  return !isServer && process.getBuiltinModule('node:tty').isatty(stderr);
}

/** Takes away what stands on the line of the cursor. */
export const clearLine = '\r\u001b[K';

export function writtenTexts(): number {
  return count;
}

/** The first texts are not written once more. */
export function continueAfter(texts: number): void {
  writtenBefore = texts;
}

/** Colours only where a person reads: on a terminal, and not where NO_COLOR asks for none. */
export function useColour(isTerminal: boolean, environment: NodeJS.ProcessEnv): boolean {
  const { NO_COLOR, TERM } = environment;
  return isTerminal && (NO_COLOR === undefined || NO_COLOR === '') && TERM !== 'dumb';
}

function write(descriptor: number, text: string): void {
  if (++count > writtenBefore) writeAll(descriptor, Buffer.from(text, 'utf8'));
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  let at = 0;
  while (at < bytes.length) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      // The boundary: Node throws nothing else here.
      const failure = error as NodeJS.ErrnoException;
      if (failure.code === 'EPIPE') throw new OutputClosed();
      if (failure.code !== 'EAGAIN') throw new OutputLost(failure);
      sleep(1);
    }
  }
}

/** A pipe whose reader is slow is full for a moment; the thread that writes may wait. */
export function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
