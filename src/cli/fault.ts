// How the command speaks of its own faults: they are never the user's.

export function faultText(thrown: unknown): string {
  const trace = thrown instanceof Error ? (thrown.stack ?? String(thrown)) : String(thrown);
  return `pact: this is a fault of pact itself, please report it with what you ran:\n${trace}`;
}
