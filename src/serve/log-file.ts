// The log of requests: a line each, to a file or to whoever shows it. What a client chose is written so
// that it cannot end the line.

import { createWriteStream, fchmod } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../disk/make-folder.ts';
import type { RequestLog } from './app.ts';
import { limits } from './limits.ts';

export type OpenLog = { readonly log: RequestLog; readonly close: () => Promise<void> };

export function openLog(
  logDir: string | undefined,
  show: ((line: string) => void) | undefined,
): OpenLog {
  const file = logDir === undefined ? undefined : openFile(logDir);
  let shows = show !== undefined;
  return {
    log: ({ client, method, path, status, milliseconds }) => {
      if (file === undefined && !shows) return;
      const time = new Date().toISOString();
      const line = `${time} ${client} ${method} ${plainly(path)} ${status} ${milliseconds} ms`;
      // A disk that is too slow loses lines, and costs no memory.
      if (file !== undefined && file.writableLength < limits.logBufferBytes)
        file.write(`${line}\n`);
      if (!shows) return;
      try {
        show?.(line);
      } catch {
        // Whoever read the lines has left, or the disk that they went to is full.
        shows = false;
      }
    },
    close: () =>
      new Promise((resolve) => {
        if (file === undefined || file.destroyed) return resolve();
        file.once('close', resolve);
        file.end();
      }),
  };
}

function openFile(logDir: string): ReturnType<typeof createWriteStream> {
  makeFolder(logDir, 0o700);
  const file = createWriteStream(join(logDir, 'pact-server.log'), { flags: 'a', mode: 0o600 });
  // One that others could read was there before.
  file.on('open', (handle) => fchmod(handle, 0o600, () => undefined));
  // A full disk ends the log, not the server.
  file.on('error', () => undefined);
  return file;
}

const longest = 200;

const plainly = (path: string): string => JSON.stringify(path.slice(0, longest)).slice(1, -1);
