// The allowed values of the formatter's options, on the command line and in a project file. It imports
// nothing, because the main thread loads it with the definitions of commands.

export const widthLimits = { least: 20, max: 400 } as const;
export const indentLimits = { least: 1, max: 8 } as const;
export const closerStyles = ['stacked', 'own-line'] as const;
