// Texts within the single quotes of a shell.

/** For bash and zsh, where nothing is escaped within single quotes. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** For fish, which knows two escapes there. */
export const quotedForFish = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
