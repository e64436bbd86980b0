// The flags of `env-set-debug-flag`.

export const debugFlags = ['lexer', 'parser', 'desugar'] as const;
export type DebugFlag = (typeof debugFlags)[number];
