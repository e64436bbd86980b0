// The stack of the evaluating thread, and what fits on it. Measured: docs/decisions/0003-closures.md.

export const stackSizeMb = 256;

/** Levels of brackets that parser, resolver and evaluator hold on that stack. */
export const nestingLimit = 20_000;

/** Nested evaluation steps. */
export const depthLimit = 200_000;
