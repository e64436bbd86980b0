// Sinks of log lines: a file, or a function that shows each line.

import { createWriteStream, fchmod } from 'node:fs';
import { join } from 'node:path';
import type { LogLine, LogSink } from '../ports/logger.ts';
import { makeFolder } from './disk/files.ts';

export type LogText = (line: LogLine) => string;

export type LogFileOptions = {
  /** Created if it does not exist. */
  readonly folder: string;
  readonly name: string;
  readonly textOf: LogText;
  /** Bytes that the disk has not taken yet; if there are more, lines are dropped. */
  readonly bufferBytes: number;
};

/** Appends lines to a file. If the disk is too slow, lines are lost, but memory does not grow. */
export function fileSink({ folder, name, textOf, bufferBytes }: LogFileOptions): LogSink {
  makeFolder(folder, 0o700);
  const file = createWriteStream(join(folder, name), { flags: 'a', mode: 0o600 });
  // An existing file may be readable by others.
  file.on('open', (handle) => fchmod(handle, 0o600, () => undefined));
  // A full disk ends the log, not the program.
  file.on('error', () => undefined);
  return {
    write: (line) => {
      if (file.writableLength < bufferBytes) file.write(`${textOf(line)}\n`);
    },
    close: () =>
      new Promise((resolve) => {
        if (file.destroyed) return resolve();
        file.once('close', resolve);
        file.end();
      }),
  };
}

/** Shows lines until showing one fails. */
export function shownSink(show: (text: string) => void, textOf: LogText): LogSink {
  let shows = true;
  return {
    write: (line) => {
      if (!shows) return;
      try {
        show(textOf(line));
      } catch {
        // The reader of the lines has closed the pipe, or the disk is full.
        shows = false;
      }
    },
  };
}
