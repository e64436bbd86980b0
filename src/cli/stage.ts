// Where work is done: at once on the main thread, or in a thread with a large stack.
//
// To start that thread takes longer than most scripts run. So a script is tried at once on the main
// thread, whose stack is small. Programs are deterministic: if the try needs more room, or anything
// unexpected happens, it is thrown away and the thread runs the same from the start, without
// writing again what was written. Decision 0010 has the figures.

import type { Database } from '../lang/session/index.ts';
import { isMemoryShort } from './memory.ts';
import { largeRoom, smallRoom, type Room } from './stack-size.ts';

export type Stage = {
  readonly room: Room;
  /** Where the state is kept, if not in memory. */
  readonly makeDatabase?: () => Database;
  /** Asked now and then whether to stop. */
  readonly isInterrupted?: () => boolean;
  /** Asked now and then whether the program keeps more than there is room for. */
  readonly isMemoryShort: () => boolean;
  /** Called instead of failing where a limit is reached. */
  readonly beyondLimit?: () => never;
};

/** The thread: what fails here has failed. */
export const inThread: Stage = { room: largeRoom, isMemoryShort };

/** Ends a try; the thread does it again. */
export class NeedsThread extends Error {
  override readonly name = 'NeedsThread';
}

/**
 * A thread that runs out of memory ends with a sentence; the main thread would take the process
 * along.
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
