// How large the analysed code may be, which the caller knows from its stack, and how much services answer.

export type AnalysisLimits = {
  /** How deep terms may nest. */
  readonly depthLimit: number;
  /** How deep brackets may nest in a source. */
  readonly nestingLimit: number;
  /** How many files may be loaded one inside the other. */
  readonly loadLimit: number;
};

/** Items in an answer. People read the list, and a client narrows it down while they type. */
export const maxItems = 500;
