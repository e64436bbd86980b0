// The sentence about a server that does not answer, for every command that asks one.

/** A reason of `NetworkAnswer`. */
export const refusedReason = 'the connection was refused';

/** Without a full stop. A server on this machine is probably not started yet. */
export function unreachable(address: string, reason: string): string {
  const isHere = /^https?:\/\/(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:|\/|$)/.test(address);
  const advice =
    isHere && reason === refusedReason
      ? 'Start it in another terminal: pact devnet runs a network, pact serve a server'
      : 'Check the address, and whether the server runs';
  return `cannot reach ${address}: ${reason}. ${advice}`;
}
