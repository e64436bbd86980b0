// How much of the processor a thread gets beside the others of this process. Only Linux has priorities
// of threads; elsewhere all are alike.

import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Gives way to the other threads wherever there are fewer processors than work. */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? [];
    if (thread !== undefined) setPriority(Number(thread), lowPriority);
  } catch {
    // A sandbox may hide it.
  }
}

/** Of 19, which is next to nothing: a tenth of what a usual thread gets beside it. */
const lowPriority = 10;
