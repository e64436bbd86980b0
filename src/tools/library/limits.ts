// The limits of a session on a JavaScript stack of the usual size, 984 kB in Node and Chromium, leaving half of it to the
// caller. Measured: docs/decisions/0007-closures-and-depth.md.

/** Levels of brackets. */
export const nestingLimit = 128;

/** Nested evaluation steps; a call of a function is 7 or more. */
export const depthLimit = 1500;

/** Files that load one another. */
export const loadLimit = 20;
