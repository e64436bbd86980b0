// What is asked of a network: one request to the pact endpoints of a chain. The caller hands it in, so that tests need no
// network.

export type NetworkAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly text: string }
  /** There was no answer: a phrase that says why. */
  | { readonly kind: 'silence'; readonly reason: string };

export interface NetworkPort {
  /** `local?preflight=true`, `send`, `poll`: what follows `/api/v1/`. */
  ask(chain: string, path: string, body: string): Promise<NetworkAnswer>;
  /** The address of a chain, for messages. */
  addressOf(chain: string): string;
}

/** A sentence without a stop. */
export type AskFault = {
  /** `silence`: nothing answered, and asking again may help. */
  readonly kind: 'silence' | 'refused' | 'failed';
  readonly sentence: string;
};
