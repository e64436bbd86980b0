// The stack of the evaluating thread, and what fits on it. Measured: docs/decisions/0003-closures.md.

export const stackSizeMb = 256;

/** Levels of brackets that parser, resolver and evaluator hold on that stack. */
export const nestingLimit = 10_000;

/** Nested evaluation steps. */
export const depthLimit = 100_000;

/** Files that load one another: each holds a few kilobytes of the stack. */
export const loadLimit = 1000;
