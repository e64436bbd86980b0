// The port to a network: one request to the pact endpoints of a chain. The caller passes it in, so that tests need no
// network.

export type NetworkAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly text: string }
  /** There was no response: a phrase that says why. */
  | { readonly kind: 'silence'; readonly reason: string };

export interface NetworkPort {
  /** `local?preflight=true`, `send`, `poll`: the part after `/api/v1/`. */
  ask(chain: string, path: string, body: string): Promise<NetworkAnswer>;
  /** The address of a chain, for messages. */
  addressOf(chain: string): string;
}

/** A sentence without a full stop. */
export type AskFault = {
  /** `silence`: there was no response, and a retry may help. */
  readonly kind: 'silence' | 'refused' | 'failed';
  readonly sentence: string;
};

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
