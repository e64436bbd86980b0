// Depth limits of the threads that can evaluate. Measured: docs/decisions/0007-closures-and-depth.md.

/** The nesting limits of programs. */
export type Room = {
  /** Nested evaluation steps. */
  readonly depthLimit: number;
  /** Levels of brackets. */
  readonly nestingLimit: number;
  /** Files that load one another. */
  readonly loadLimit: number;
};

/** The stack of the evaluating thread. */
export const stackSizeMb = 256;

/**
 * The limits of a thread that serves requests. The young generation is four times Node's default: hundreds of requests
 * are in progress at once, and each collection copies their data.
 */
export const servingHeap = { stackSizeMb, maxYoungGenerationSizeMb: 192 } as const;

// The limits on that stack. Exceeding one is an error of the program.
export const depthLimit = 100_000;
export const nestingLimit = 10_000;
export const loadLimit = 1000;
export const largeRoom: Room = { depthLimit, nestingLimit, loadLimit };

/**
 * Levels of brackets in a transaction: more than its size can hold. 180,000 gas, the most that the block of a network has,
 * pays for 288 kB, and a level takes two bytes.
 */
const nestingOfTransactions = 150_000;

/** Bytes of stack for a level of brackets, and for an evaluation step: the worst measured (decision 0007), and a fifth. */
const bytesOfBracket = 3_900;
const bytesOfStep = 320;

/** The most that a thread which executes blocks may need: 180,000 gas pay for some 45 million steps (decision 0007). */
const maxStackMb = 16 * 1024;

/**
 * The stack of a thread that executes blocks. Pages of it that nothing has reached take no memory. The system grants no more
 * than its memory at once, and on Windows a thread's stack stays below 4 GB.
 */
export function chainStackSizeMb(): number {
  const { totalmem } = process.getBuiltinModule('node:os');
  const max = process.platform === 'win32' ? 2048 : maxStackMb;
  return Math.max(stackSizeMb, Math.min(max, Math.floor((totalmem() / (1 << 20)) * 0.7)));
}

/** The limits for transactions in this thread. */
export function chainRoom(): Pick<Room, 'depthLimit' | 'nestingLimit'> {
  const { resourceLimits } = process.getBuiltinModule('node:worker_threads');
  const { stackSizeMb: own } = resourceLimits;
  return own === undefined ? smallRoom : chainRoomOn(own);
}

/** The limits for transactions on a stack of this size. */
export function chainRoomOn(stackMb: number): Pick<Room, 'depthLimit' | 'nestingLimit'> {
  const bytes = stackMb * (1 << 20);
  const brackets = Math.min(nestingOfTransactions, Math.floor(bytes / 4 / bytesOfBracket));
  const steps = Math.floor((bytes - brackets * bytesOfBracket) / bytesOfStep);
  return { depthLimit: steps, nestingLimit: brackets };
}

/** The limits on the main thread's stack of 984 kB: beyond them the program is run again on the larger stack. */
export const smallRoom: Room = {
  depthLimit: 1500,
  nestingLimit: 128,
  loadLimit: 20,
};
