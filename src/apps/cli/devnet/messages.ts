// The messages between the main thread and the thread of a devnet.

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
  /** The number of accounts to create. */
  readonly accounts: number;
  /** The folder that keeps the network. */
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

/** The only message of its own; the others are those of every service. */
export type DevnetReady = {
  readonly kind: 'ready';
  readonly address: string;
  readonly control: string;
  readonly metrics: string | undefined;
  readonly network: string;
  readonly chains: number;
  readonly accounts: readonly ShownAccount[];
  /** The height of the cut at which an earlier run stopped; `undefined` for a new network. */
  readonly continuedAt: number | undefined;
};
