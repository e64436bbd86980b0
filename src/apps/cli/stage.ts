// Chooses where work runs: on the main thread, or in a thread with a large stack.
//
// Starting that thread takes longer than most scripts run. So a script is first tried on the main thread, whose stack is
// small. Programs are deterministic: if the try needs more stack, or anything unexpected happens, it is discarded, and the
// thread runs the script again from the start, without repeating output that was written. docs/performance.md has the figures.

import type { Database } from '../../lang/session/store.ts';
import { isMemoryShort } from './memory.ts';
import type { LinesFrom } from '../../lang/session/run.ts';
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
  readonly settings?: SessionSettings;
  /** The storage of the state, if not in memory. */
  readonly makeDatabase?: () => Database;
  /** Called regularly; returns whether to stop. */
  readonly isInterrupted?: () => boolean;
  /** Called regularly; returns whether the program uses too much memory. */
  readonly isMemoryShort: () => boolean;
  /** Called instead of failing at a limit. */
  readonly beyondLimit?: () => never;
};

/** The large-stack thread: a failure here is final. */
export const inThread: Stage = { room: largeRoom, isMemoryShort };

/** Ends a try; the thread runs it again. */
export class NeedsThread extends Error {
  override readonly name = 'NeedsThread';
}

/**
 * A thread that runs out of memory ends with a message; on the main thread, the whole process would end.
 */
const mostHeapBytes = 512 * 1024 * 1024;

export const firstTry: Stage = {
  room: smallRoom,
  isMemoryShort: () => process.memoryUsage().heapUsed > mostHeapBytes,
  beyondLimit: () => {
    throw new NeedsThread();
  },
};

export function isFirstTry({ beyondLimit }: Stage): boolean {
  return beyondLimit !== undefined;
}
