// How the command speaks of its own faults: they are never the user's.

import { StatesFault } from './cache/states-fault.ts';

export function faultText(thrown: unknown): string {
  if (thrown instanceof StatesFault) return `pact: ${thrown.message}`;
  const trace = thrown instanceof Error ? (thrown.stack ?? String(thrown)) : String(thrown);
  return `pact: this is a bug in pact, please report it with the command line:\n${trace}`;
}
