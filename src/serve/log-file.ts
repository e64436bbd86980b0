// The log of requests: a line each, to a file or to whoever shows it. A path that a client chose is
// written so that it cannot end the line.

import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../disk/make-folder.ts';
import type { RequestLog } from './app.ts';

export type OpenLog = { readonly log: RequestLog; readonly close: () => Promise<void> };

export function openLog(
  logDir: string | undefined,
  show: ((line: string) => void) | undefined,
): OpenLog {
  if (logDir !== undefined) makeFolder(logDir);
  const file =
    logDir === undefined
      ? undefined
      : createWriteStream(join(logDir, 'pact-server.log'), { flags: 'a', mode: 0o600 });
  // A full disk ends the log, not the server.
  file?.on('error', () => undefined);
  const isWanted = file !== undefined || show !== undefined;
  return {
    log: ({ client, method, path, status, milliseconds }) => {
      if (!isWanted) return;
      const shown = JSON.stringify(path.slice(0, 200)).slice(1, -1);
      const time = new Date().toISOString();
      const line = `${time} ${client} ${method} ${shown} ${status} ${milliseconds} ms`;
      file?.write(`${line}\n`);
      show?.(line);
    },
    close: () =>
      new Promise((resolve) => {
        if (file === undefined) return resolve();
        file.end(resolve);
      }),
  };
}
