// What the main thread gives the thread of a devnet, and what that tells.

export type DevnetWork = {
  readonly kind: 'devnet';
  readonly chains: number;
  readonly host: string;
  readonly port: number;
  readonly controlPort: number;
  /** `undefined`: no metrics. */
  readonly metricsPort: number | undefined;
  /** `undefined`: blocks on demand. */
  readonly blockTimeMs: number | undefined;
  /** How many fresh ones. */
  readonly accounts: number;
  /** The folder that the network is kept in. */
  readonly state: string | undefined;
  /** `undefined`: nothing is logged. */
  readonly log:
    { readonly format: 'text' | 'json'; readonly folder: string | undefined } | undefined;
  /** The file that a new network starts from. */
  readonly snapshot: string | undefined;
  /** The folder of the transactions of the first blocks: `chain-0.json` and `other-chains.json`. */
  readonly genesis: string;
};

export type ShownAccount = {
  readonly account: string;
  readonly publicKey: string;
  readonly secretKey: string;
};

/** Its only message beside those of every service. */
export type DevnetReady = {
  readonly kind: 'ready';
  readonly address: string;
  readonly control: string;
  readonly metrics: string | undefined;
  readonly network: string;
  readonly chains: number;
  readonly accounts: readonly ShownAccount[];
  /** The cut's height where an earlier run ended; `undefined` for a new network. */
  readonly continuedAt: number | undefined;
};
