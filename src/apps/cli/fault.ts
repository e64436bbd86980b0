// Messages about bugs in the command itself, which are never the user's fault.

import { StatesFault } from './cache/states-fault.ts';

export function faultText(thrown: unknown): string {
  if (thrown instanceof StatesFault) return `pact: ${thrown.message}`;
  const trace = thrown instanceof Error ? (thrown.stack ?? String(thrown)) : String(thrown);
  return `pact: this is a bug in pact, please report it with the command line:\n${trace}`;
}
