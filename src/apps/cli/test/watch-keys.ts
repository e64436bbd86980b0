// Reads keys while `pact test --watch` waits for changes. The terminal is in raw mode only while it waits, not during a
// run.

import { isatty, ReadStream } from 'node:tty';

export type WatchKey = 'all' | 'failed' | 'end';

const meanings: ReadonlyMap<string, WatchKey> = new Map([
  ['\r', 'all'],
  ['\n', 'all'],
  ['a', 'all'],
  ['f', 'failed'],
  ['q', 'end'],
]);

const controlC = '\u0003';
const controlD = '\u0004';

export const keysText = 'Waiting for changes. Enter: run all, f: rerun failed, q or Ctrl-C: quit.';

/** Checks whether there is a terminal for keys. */
export const hasKeys = (): boolean => isatty(0) && isatty(1);

export class WatchKeys {
  private readonly terminal = new ReadStream(0);

  constructor() {
    this.terminal.setRawMode(true);
  }

  next(): Promise<WatchKey> {
    return new Promise((resolve) => {
      this.terminal.on('data', (bytes: Buffer) => {
        for (const key of bytes.toString('utf8')) {
          const meaning = meanings.get(key.toLowerCase());
          if (meaning !== undefined) resolve(meaning);
          // The main thread stops the run, as it does when the terminal turns the key into a signal.
          if (key === controlC) process.kill(process.pid, 'SIGINT');
          if (key === controlD) resolve('end');
        }
      });
      // The terminal was closed.
      this.terminal.on('end', () => resolve('end'));
    });
  }

  close(): void {
    this.terminal.setRawMode(false);
    this.terminal.destroy();
  }
}
