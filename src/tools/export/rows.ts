// What a block becomes in a database: plain data, one list for each table. Hashes and request keys are base64url, amounts exact
// decimal texts such as `-1.50`, JSON is text. `position` is unique within a block and table, and follows the order of execution.

/** The rows of one block. Rows of a fork are removed by chain and height. */
export type BlockRows = {
  readonly block: BlockRow;
  readonly transactions: readonly TransactionRow[];
  readonly signers: readonly SignerRow[];
  readonly calls: readonly CallRow[];
  readonly events: readonly EventRow[];
  readonly transfers: readonly TransferRow[];
  readonly crossings: readonly CrossingRow[];
  readonly balanceChanges: readonly BalanceChangeRow[];
};

export type BlockRow = {
  readonly chain: number;
  readonly height: number;
  readonly hash: string;
  readonly parent: string;
  /** Microseconds since 1970. */
  readonly creationTime: bigint;
  readonly epochStart: bigint;
  readonly payloadHash: string;
  /** Below 2^256. */
  readonly target: bigint;
  readonly weight: bigint;
  readonly nonce: bigint;
  /** The fork number and votes: `featureFlags` in JSON. */
  readonly forkState: bigint;
  readonly miner: string;
  readonly minerPredicate: string;
  readonly minerKeys: readonly string[];
  /** What the coinbase paid to the miner, in coins; `undefined` in genesis blocks, and where the block has no coinbase event. */
  readonly reward: string | undefined;
  readonly transactionCount: number;
  /** The sum of the gas of its transactions. */
  readonly gas: bigint;
};

export type TransactionRow = {
  /** Its place in the payload. */
  readonly position: number;
  readonly requestKey: string;
  readonly networkId: string | undefined;
  readonly nonce: string | undefined;
  /** Metadata as signed; `undefined` where genesis blocks and old releases have none. */
  readonly sender: string | undefined;
  readonly gasLimit: bigint | undefined;
  readonly gasPrice: string | undefined;
  readonly ttlSeconds: bigint | undefined;
  /** Seconds since 1970, as the sender wrote it. */
  readonly creationTime: bigint | undefined;
  readonly message: MessageColumns;
  /** Data of the message as JSON. */
  readonly data: string | undefined;
  readonly gas: bigint;
  readonly txId: bigint | undefined;
  /** The hash of what it wrote. */
  readonly logs: string | undefined;
  readonly outcome:
    | { readonly status: 'success'; readonly result: string }
    | {
        readonly status: 'failure';
        /** Such as `EvalError`. */
        readonly errorType: string;
        readonly message: string;
        /** The whole error as JSON. */
        readonly error: string;
      };
  /** The step of a defpact that it executed, as JSON. */
  readonly continuation: string | undefined;
  /** The id of the defpact that it started, or whose step it asked for. */
  readonly pactId: string | undefined;
};

export type MessageColumns =
  | { readonly kind: 'exec'; readonly code: string }
  | {
      readonly kind: 'continuation';
      readonly pactId: string;
      readonly step: bigint;
      readonly isRollback: boolean;
      /** Whether it has the proof of a step on another chain. */
      readonly hasProof: boolean;
    }
  /** A message that this release cannot read. */
  | { readonly kind: 'unknown' };

export type SignerRow = {
  readonly position: number;
  /** The place of the transaction in its payload, here and below. */
  readonly transaction: number;
  readonly publicKey: string;
  readonly address: string | undefined;
  readonly scheme: string | undefined;
  /** A list of `{"name":...,"args":[...]}` as JSON. */
  readonly capabilities: string;
  readonly signature: string | undefined;
};

/** A function that the code of a transaction calls by its qualified name, each once; or the defpact that it continues. */
export type CallRow = {
  readonly position: number;
  readonly transaction: number;
  /** With the namespace. */
  readonly module: string;
  readonly name: string;
};

export type EventRow = {
  readonly position: number;
  /** `undefined`: an event of the coinbase. */
  readonly transaction: number | undefined;
  /** With the namespace. */
  readonly module: string;
  readonly moduleHash: string;
  readonly name: string;
  /** A list as JSON. */
  readonly params: string;
};

/** An event `TRANSFER` with sender, receiver and amount: what fungible tokens emit. */
export type TransferRow = {
  /** That of the event. */
  readonly position: number;
  readonly transaction: number | undefined;
  /** The module. */
  readonly token: string;
  readonly moduleHash: string;
  /** Empty if the amount comes from nowhere: coinbase, allocations, the second half of a cross-chain transfer. */
  readonly from: string;
  /** Empty if the amount leaves the chain or is burnt. */
  readonly to: string;
  readonly amount: string;
};

/** One half of a cross-chain transfer: an event `TRANSFER_XCHAIN` or `TRANSFER_XCHAIN_RECD`. */
export type CrossingRow = {
  /** That of the event. */
  readonly position: number;
  readonly transaction: number | undefined;
  readonly token: string;
  readonly half: 'sent' | 'received';
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  /** The chain of the other half. */
  readonly otherChain: string;
  /** The id of the defpact: the same in both halves. */
  readonly pactId: string | undefined;
};

export type BalanceChangeKind =
  | 'coinbase'
  | 'gas'
  | 'transfer'
  /** To and from another chain. */
  | 'sent-across'
  | 'received-across'
  /** Out of nothing, as in genesis blocks and by allocations, or into it. */
  | 'minted'
  | 'burnt';

/** A change of an account's balance of coins; each transfer has one for each side. */
export type BalanceChangeRow = {
  readonly position: number;
  readonly transaction: number | undefined;
  /** The position of the event. */
  readonly event: number;
  readonly account: string;
  /** Negative for what leaves the account. */
  readonly amount: string;
  readonly kind: BalanceChangeKind;
};
