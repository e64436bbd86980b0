// What may be asked of the formatter, on the command line and in a project file. It imports
// nothing: the main thread reads it with the definitions of commands.

export const widthLimits = { least: 20, most: 400 } as const;
export const indentLimits = { least: 1, most: 8 } as const;
export const closerStyles = ['stacked', 'own-line'] as const;
