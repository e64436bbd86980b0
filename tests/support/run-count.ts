// The number of cases for a property: few by default, PACT_RUNS for a longer run.

export function runCount(usual: number): number {
  return Number(process.env['PACT_RUNS'] ?? usual);
}
