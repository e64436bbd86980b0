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
