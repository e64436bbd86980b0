// The names of the reporters, in a file of their own: the command line is parsed before the reporters are loaded.

export const reporterNames = ['pretty', 'dot', 'tap', 'junit', 'json'] as const;

export type ReporterName = (typeof reporterNames)[number];
