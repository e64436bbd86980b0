// Where work is done: at once on the main thread, or in a thread with a large stack.
//
// To start that thread takes longer than most scripts run. So a script is tried at once on the main thread, whose stack is
// small. Programs are deterministic: if the try needs more room, or anything unexpected happens, it is thrown away and the
// thread runs the same from the start, without writing again what was written. Decision 0012 has the figures.

import { getHeapStatistics } from 'node:v8';
import { largeRoom, smallRoom, type Room } from './stack-size.ts';

export type Stage = {
  readonly room: Room;
  /** Asked now and then whether to stop. */
  readonly isInterrupted?: () => boolean;
  /** Called instead of failing where a limit of the room is reached. */
  readonly beyondLimit?: () => never;
};

/** The thread: what fails here has failed. */
export const inThread: Stage = { room: largeRoom };

/** Ends a try; the thread does it again. */
export class NeedsThread extends Error {
  override readonly name = 'NeedsThread';
}

/** A thread that runs out of memory is an error with a sentence; the main thread would take the process along. */
const mostHeapBytes = 512 * 1024 * 1024;

/** The heap is looked at every so many times that the machine asks. */
const asksOfLook = 64;

export function firstTry(): Stage {
  let asks = 0;
  return {
    room: smallRoom,
    isInterrupted: () =>
      ++asks % asksOfLook === 0 && getHeapStatistics().used_heap_size > mostHeapBytes,
    beyondLimit: () => {
      throw new NeedsThread();
    },
  };
}

export function isFirstTry({ beyondLimit }: Stage): boolean {
  return beyondLimit !== undefined;
}
