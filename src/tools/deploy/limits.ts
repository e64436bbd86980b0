// Limits of a deployment, with their reasons.

/** Seconds that a transaction is valid (default). */
export const usualTtl = 600;

/** Clocks differ: a node refuses transactions from the future. */
export const clockMarginSeconds = 15;

/** Chains in progress at the same time: nodes limit the requests of one client. */
export const chainsAtOnce = 8;

/** Queries about the state of one chain at the same time. */
export const questionsAtOnce = 4;

/** How often a request is retried if there is no response. */
export const triesOfQuestion = 5;

/** Milliseconds before a retry; doubled each time, up to the second number. */
export const firstPauseMs = 250;
export const maxPauseMs = 10_000;
