// What may be asked of the formatter. It imports nothing: the main thread reads it with the
// definition of the command.

export const widthLimits = { least: 20, most: 400 } as const;
export const indentLimits = { least: 1, most: 8 } as const;
export const closerStyles = ['stacked', 'own-line'] as const;

/** Characters. The tokens of longer files take more memory than there may be. */
export const longestFormatted = 4 * 1024 * 1024;
