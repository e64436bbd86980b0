// The limits of a debugger, with their reasons. Anything beyond them is reported as left out, or refused with a
// sentence.

export const debugLimits = {
  /** Characters of an expression, condition or log message. */
  expression: 10_000,
  /** Breakpoints of all kinds together: each form that runs checks those of its file. */
  breakpoints: 2000,
  /** Bytes of saved states to go back to. When they are used up, going back runs from the last saved state before. */
  keptBytes: 64_000_000,
  /** Writes that are logged to find the last one of a row; for earlier writes, the script is run again. */
  loggedWrites: 200_000,
  /** Frames of a stack that are shown. */
  frames: 2000,
  /** Variables in one list. */
  variables: 1000,
  /** Characters of a value in a list of variables. */
  value: 500,
  /** Characters of a value that was requested by itself. */
  evaluatedValue: 100_000,
} as const;

/** How much is recorded: a report is read by people, and a loop may call a function a million times. */
export const callLimits = {
  /** Calls, capabilities and events of one form. */
  itemsOfForm: 2000,
  /** The same for all forms of a file. */
  itemsOfFile: 20_000,
  /** Forms of a file. */
  formsOfFile: 2000,
  /** Arguments of a call. */
  args: 16,
  /** Characters of an argument or value. */
  text: 80,
  /** Characters of an error message. */
  message: 400,
} as const;
