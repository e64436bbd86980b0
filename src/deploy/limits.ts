// Bounds of a deployment, with their reasons.

/** Gas limit of a transaction where the network says nothing: what public networks allow for a block. */
export const usualGasLimit = 150_000;

/** Seconds that a transaction is valid, where the network says nothing. */
export const usualTtl = 600;

/** Clocks differ: a transaction from the future of a node would be refused. */
export const clockMarginSeconds = 15;

/** Chains that are worked on at once: nodes bound the requests of one client. */
export const chainsAtOnce = 8;

/** Questions about the state of one chain at once. */
export const questionsAtOnce = 4;

/** Times that a question is asked again where nothing answers. */
export const triesOfQuestion = 5;

/** Milliseconds before a question is asked again; doubled each time, up to the second figure. */
export const firstPauseMs = 250;
export const longestPauseMs = 10_000;
