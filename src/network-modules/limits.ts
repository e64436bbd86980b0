// Bounds of what networks answer about modules. A node can be hostile: whatever it says, the work ends.

/** Modules with all that they need. The largest projects on public networks have some dozens. */
export const mostModules = 500;

/** Characters of the text of one module. A transaction of a public network holds a fifth of it. */
export const longestModule = 1_000_000;

/** Characters of all modules together. */
export const longestModules = 20_000_000;

/** Levels of lists and objects in an answer. */
export const answerDepth = 200;

/** Gas of a question: what public networks allow for a block. */
export const questionGas = 150_000n;

/** Characters of what a network says of an error that are shown. */
export const longestSaying = 500;
