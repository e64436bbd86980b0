// Chooses where work runs: on the main thread, or in a thread with a large stack.
//
// Starting that thread takes longer than most scripts run. So a script is first tried on the main thread, whose stack is
// small. Programs are deterministic: if the try needs more stack, or anything unexpected happens, it is discarded, and the
// thread runs the script again from the start, without repeating output that was written. docs/performance.md has the figures.

import type { Database } from '../../lang/session/store.ts';
import { Interrupted, type IsInterrupted, type LinesFrom } from '../../lang/session/run.ts';
import { isMemoryShort } from './memory.ts';
import { largeRoom, smallRoom, type Room } from './stack-size.ts';

/** What the options of the command line change in every session. Plain data, because threads send it to each other. */
export type SessionSettings = {
  /** How lines are counted in what is printed; default from 1. */
  readonly linesFrom?: LinesFrom;
  /** Whether code for a chain may use builtins of Pact 4. */
  readonly pact4?: boolean;
};

export type Stage = {
  readonly room: Room;
  /** Whether the thread runs the same again if this run throws anything but an error of the program. */
  readonly isTry?: boolean;
  readonly settings?: SessionSettings;
  /** The storage of the state, if not in memory. */
  readonly makeDatabase?: () => Database;
  readonly isInterrupted?: IsInterrupted;
  /** Called regularly; returns whether the program uses too much memory. */
  readonly isMemoryShort: () => boolean;
};

/** The large-stack thread: a failure here is final. */
export const inThread: Stage = { room: largeRoom, isMemoryShort };

/**
 * Bytes of the heap that a try may use. A thread that runs out of memory ends with a message; on the main thread, the whole
 * process would end.
 */
const maxTriedHeap = 512 * 1024 * 1024;

/** Characters of a file that is tried. */
export const maxTriedText = 1 << 20;

/** A limit interrupts the try. Programs cannot catch that, and no text about this limit is written. */
export const firstTry: Stage = {
  room: smallRoom,
  isTry: true,
  isInterrupted: (atLimit) => atLimit,
  isMemoryShort: () => process.memoryUsage().heapUsed > maxTriedHeap,
};

/** Ends a try before it begins what only the thread can do. */
export function stopTry(): never {
  throw new Interrupted();
}
