// Writes to the terminal, a file or a pipe, in order and synchronously.

import { writeSync } from 'node:fs';

const stdout = 1;
const stderr = 2;

/** The number of texts written so far, and of those that an earlier try has written already: see stage.ts. */
let count = 0;
let writtenBefore = 0;
/** Where lines go: to standard error once standard output is reserved for a result. */
let lines = stdout;

/**
 * The reader of the output has closed it, so continuing is useless. Ends evaluation without a message.
 */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}

/** Output cannot be stored, for example because the disk is full. `code`: Node's error code. */
export class OutputLost extends Error {
  override readonly name = 'OutputLost';
  readonly code: string | undefined;

  constructor({ code, message }: NodeJS.ErrnoException) {
    super(message);
    this.code = code;
  }
}

export function writeLine(text: string): void {
  write(lines, `${text}\n`);
}

/** Writes a result for other programs to standard output. */
export function writeResult(text: string): void {
  write(stdout, `${text}\n`);
}

/** Writes a text that contains its own line ends. */
export function writeText(text: string): void {
  write(stdout, text);
}

/** Reserves standard output for results: from now on, all other lines go to standard error. */
export function keepOutputForResults(): void {
  lines = stderr;
}

export function writeErrorLine(text: string): void {
  write(stderr, `${text}\n`);
}

/**
 * Writes to the terminal of standard error unchanged, for a line that is overwritten repeatedly. Failures are ignored.
 */
export function writeProgress(text: string): void {
  try {
    writeAll(stderr, Buffer.from(text, 'utf8'));
  } catch (error) {
    if (!isLost(error)) throw error;
  }
}

/** Checks whether an error means that output cannot be written. Compares names: each program has its own classes. */
export function isLost(thrown: unknown): thrown is OutputClosed | OutputLost {
  return isClosed(thrown) || (thrown instanceof Error && thrown.name === 'OutputLost');
}

export function isClosed(thrown: unknown): thrown is OutputClosed {
  return thrown instanceof Error && thrown.name === 'OutputClosed';
}

/** Checks whether a progress line would be seen: a CI log would keep every version of it. */
export function isWatched(): boolean {
  const { CI = '' } = process.env;
  const isServer = CI !== '' && CI !== 'false';
  return !isServer && isTerminal(stderr);
}

/** Erases the line of the cursor. */
export const clearLine = '\r\u001b[K';

export function writtenTexts(): number {
  return count;
}

/** Skips the first texts, which were written already. */
export function continueAfter(texts: number): void {
  writtenBefore = texts;
}

/** Uses colours only on a terminal (1: standard output, 2: standard error), and not if NO_COLOR is set. */
export function useColour(descriptor: 1 | 2): boolean {
  const { NO_COLOR = '', TERM } = process.env;
  return NO_COLOR === '' && TERM !== 'dumb' && isTerminal(descriptor);
}

/**
 * Returns the columns of standard output that the shell reports; `undefined` if it is no terminal. To query the terminal,
 * Node would open a stream on it.
 */
export function terminalWidth(): number | undefined {
  const { COLUMNS = '' } = process.env;
  return isTerminal(stdout) && /^[1-9]\d{1,3}$/.test(COLUMNS) ? Number(COLUMNS) : undefined;
}

export function isTerminal(descriptor: number): boolean {
  return process.getBuiltinModule('node:tty').isatty(descriptor);
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
      // The boundary: Node throws only this here.
      const failure = error as NodeJS.ErrnoException;
      if (failure.code === 'EPIPE') throw new OutputClosed();
      if (failure.code !== 'EAGAIN') throw new OutputLost(failure);
      sleep(1);
    }
  }
}

/** A pipe with a slow reader can be full for a moment; the writing thread may wait. */
export function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
