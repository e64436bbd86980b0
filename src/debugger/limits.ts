// The limits of a debugger, with the reasons. What is beyond them is said to be left out, or refused with a sentence.

export const debugLimits = {
  /** Gas of an expression that is evaluated: a watch must not run for seconds. */
  evaluationGas: 150_000n,
  /** Characters of an expression, condition or log message. */
  expression: 10_000,
  /** Breakpoints of all kinds together: each form that runs looks at those of its file. */
  breakpoints: 2000,
  /** Bytes of states that are kept to go back to. Beyond them, going back runs from the last one that there is. */
  keptBytes: 64_000_000,
  /** Writes that are logged to find the last one of a row; before them, the script is run again to look for it. */
  loggedWrites: 200_000,
  /** Frames of a stack that are shown. */
  frames: 2000,
  /** Variables below one other. */
  variables: 1000,
  /** Characters of a value in a list of variables. */
  value: 500,
  /** Characters of a value that was asked for by itself. */
  evaluatedValue: 100_000,
} as const;
