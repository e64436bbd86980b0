// How much is recorded: a report is read by people, and a loop may call a function a million times.

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
