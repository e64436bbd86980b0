// The limits of questions that wait for threads, each with its reason.

export const questionLimits = {
  /**
   * Milliseconds that a question has in the short lane before it starts again in the long one. Nearly all questions take
   * less than a tenth of it; it is also how long a short question may wait behind a long one for each thread.
   */
  turnMs: 50,
  /** The least milliseconds of the first turn of a new connection while many of them wait, together this long. */
  shortestTurnMs: 8,
  turnsOfNewMs: 400,
  /**
   * Questions of proven connections that are handed to a thread together: a message costs as much as a short question. A
   * thread begins no other one of them after some milliseconds.
   */
  together: 8,
  togetherMs: 10,
  /** Of fewer than twice as many, so many are handed over, and the others while these are answered. */
  part: 4,
  /** Milliseconds of a question, on average, up to which a connection counts as one that asks short questions. */
  shortMs: 25,
  /** Questions that wait in the short lane, of all clients. When it is full, the one that would be last is refused. */
  waiting: 2000,
  /** Of one client network: honest clients of others always find room. */
  waitingOfNetwork: 1000,
  /** The same for the long lane, where each waits for seconds. */
  waitingLong: 200,
  waitingLongOfNetwork: 100,
  /** Questions that wait in the long lane before those of slow connections stay in the short one. */
  longAhead: 4,
  /** Milliseconds after which a question in the long lane is stopped as soon as others wait there. */
  longMs: 60_000,
  /** How many questions of proven connections go before one of a new connection, and then before one of a slow one. */
  turnsBeforeNew: 4,
  turnsBeforeSlow: 16,
  /** Milliseconds after which half of what a client has used is forgotten. */
  halfLifeMs: 10_000,
  /** Networks whose use is remembered. The least recently seen one is forgotten first. */
  networks: 4096,
} as const;

export type QuestionLimits = { readonly [Name in keyof typeof questionLimits]: number };

/** Milliseconds beyond its turn after which a thread of the short lane that does not react is ended. */
export const unresponsiveMs = 5000;

/** Milliseconds until a thread is started again after one could not start. */
export const restartMs = 1000;

/** Milliseconds that a thread has to end by itself. */
export const closingMs = 2000;
