// Waits for the signal to stop a service: Ctrl-C, or a signal of the system.

import { exitStatus } from '../exit-status.ts';

/** Resolves at the first signal; the next one ends the process. */
export function askedToEnd(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.once(name, () => {
        process.on(name, () => process.exit(exitStatus.interrupted));
        resolve();
      });
    }
  });
}

export const endingText = 'Stopping; press Ctrl-C again to stop at once.';
export const endedText = 'Ended.';
