// Depth limits of the two threads that can evaluate. Measured: docs/decisions/0003-closures.md.

/** The nesting limits of programs. */
export type Room = {
  /** Nested evaluation steps. */
  readonly depthLimit: number;
  /** Levels of brackets. */
  readonly nestingLimit: number;
  /** Files that load one another. */
  readonly loadLimit: number;
  /** Characters of a file. */
  readonly textLimit: number;
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
export const largeRoom: Room = {
  depthLimit,
  nestingLimit,
  loadLimit,
  textLimit: Infinity,
};

/** The limits on the main thread's stack of 984 kB: beyond them the program is run again on the larger stack. */
export const smallRoom: Room = {
  depthLimit: 1500,
  nestingLimit: 128,
  loadLimit: 20,
  textLimit: 1 << 20,
};
