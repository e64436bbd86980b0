// Inputs whose work grows while the reference's charge does not: no implementation can keep their time within a factor of
// their gas. What bounds each stands in docs/performance.md, "Gas and time".

export const chargedFlat: ReadonlySet<string> = new Set<string>([]);
