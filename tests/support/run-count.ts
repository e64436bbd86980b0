// How many cases a property is tried on: few in the tests, as many as PACT_RUNS says when somebody
// wants to be sure.

export function runCount(usual: number): number {
  return Number(process.env['PACT_RUNS'] ?? usual);
}
