// How findings may be written. It imports nothing: the main thread reads it with the definition of
// the command.

export const lintFormats = ['text', 'json', 'sarif', 'github'] as const;
