// Puts text in single quotes for a shell.

/** For bash and zsh, which have no escapes within single quotes. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** For fish, which has two escapes within single quotes. */
export const quotedForFish = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
