// The processor share of a thread compared with the others of this process. Only Linux has thread priorities; elsewhere
// all threads are equal.

import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Lets other threads run first if there are fewer processors than busy threads. */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? [];
    if (thread !== undefined) setPriority(Number(thread), lowPriority);
  } catch {
    // A sandbox may hide it.
  }
}

/** The niceness, of at most 19: about a tenth of the share of a normal thread. */
const lowPriority = 10;
