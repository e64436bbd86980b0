// What `env-set-debug-flag` can ask for.

export const debugFlags = ['lexer', 'parser', 'desugar'] as const;
export type DebugFlag = (typeof debugFlags)[number];
