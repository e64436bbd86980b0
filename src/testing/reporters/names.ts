// The names of the reporters, apart from what they do: the command line is understood before that is
// loaded.

export const reporterNames = ['pretty', 'dot', 'tap', 'junit', 'json'] as const;

export type ReporterName = (typeof reporterNames)[number];
