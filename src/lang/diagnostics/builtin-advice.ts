// Hints about builtins that reject their arguments with a message of the reference that does not say what they take. These
// texts are our own, never part of a message.

const byCause: ReadonlyMap<string, string> = new Map([
  [
    'time default format parse failure',
    '`time` takes times such as "2026-01-31T12:30:00Z". For other formats, use `parse-time`: ' +
      '(parse-time "%F" "2026-01-31").',
  ],
  [
    'parse-time parse failure',
    'The string does not have this format. In a format, %Y, %m and %d are year, month and day, and %H, %M and %S ' +
      'are hours, minutes and seconds: (parse-time "%F %H:%M" "2026-01-31 12:30").',
  ],
  ['Unsupported character set', 'Use `CHARSET_ASCII` or `CHARSET_LATIN1`.'],
  ['invalid module name format', 'Write the name of a module, such as "coin" or "free.shop".'],
  [
    'create-module-guard: must call within module',
    'A module guard belongs to the module that creates it. Call this in a function of a module.',
  ],
  [
    'native must be called within a defcap body',
    'This builtin works only in the body of a defcap itself, not in a function that the defcap calls.',
  ],
  [
    'Namespace definition not permitted',
    'The policy for namespaces of this chain does not allow this name for these guards.',
  ],
  [
    'tx-function failure Begin Tx',
    'A transaction is open already. End it with `commit-tx` or `rollback-tx` first.',
  ],
  ['divide by zero', 'The second number is 0.'],
  ['mismatch', 'The public key does not belong to this secret key.'],
]);

/** Returns `undefined` for a message that says enough. */
export const builtinAdvice = (cause: string): string | undefined => byCause.get(cause);
