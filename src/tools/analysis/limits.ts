// How large the analysed code may be. The caller knows the stack size of the analysis.

export type AnalysisLimits = {
  /** How deep terms may nest. */
  readonly depthLimit: number;
  /** How deep brackets may nest in a source. */
  readonly nestingLimit: number;
  /** How many files may be loaded one inside the other. */
  readonly loadLimit: number;
};
