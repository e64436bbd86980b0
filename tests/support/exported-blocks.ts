// Made-up blocks as rows of an export: connected, with the transfers that a test asks for. The hash of a block is readable.
import type {
  BalanceChangeRow,
  BlockRows,
  EventRow,
  TransactionRow,
  TransferRow,
} from '../../src/tools/export/rows.ts';

export type MadeTransfer = {
  readonly token?: string;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
};

export type MadeBlock = {
  readonly chain: number;
  readonly height: number;
  /** Of the line, such as `a`; blocks of two forks differ in it. */
  readonly fork?: string;
  /** The fork of the parent; as the block's own by default. */
  readonly parentFork?: string;
  /** One in each transaction. */
  readonly transfers?: readonly MadeTransfer[];
  /** Replaces members of the transactions. */
  readonly transaction?: Partial<TransactionRow>;
};

export const hashOf = (chain: number, height: number, fork: string): string =>
  `${fork}-${String(chain)}-${String(height)}`;

/** The reward of each block but the first goes to `miner`. */
export const reward = '2.5';

export function madeBlock(given: MadeBlock): BlockRows {
  const { chain, height, fork = 'a', parentFork = fork, transfers = [] } = given;
  const all = [
    ...(height === 0 ? [] : [{ from: '', to: 'miner', amount: reward, isCoinbase: true }]),
    ...transfers.map((each) => ({ ...each, isCoinbase: false })),
  ];
  const events: EventRow[] = [];
  const rows: TransferRow[] = [];
  const balanceChanges: BalanceChangeRow[] = [];
  for (const [position, each] of all.entries()) {
    const { from, to, amount, isCoinbase, token } = { token: 'coin', ...each };
    const transaction = isCoinbase ? undefined : position - (height === 0 ? 0 : 1);
    const event = { position, transaction, module: token, moduleHash: 'hash' };
    events.push({ ...event, name: 'TRANSFER', params: JSON.stringify([from, to, amount]) });
    rows.push({ position, transaction, token, moduleHash: 'hash', from, to, amount });
    if (token !== 'coin') continue;
    const kind = isCoinbase ? 'coinbase' : from === '' ? 'minted' : 'transfer';
    const add = (account: string, change: string): void => {
      if (account === '') return;
      const next = { position: balanceChanges.length, transaction, event: position };
      balanceChanges.push({ ...next, account, amount: change, kind });
    };
    add(from, `-${amount}`);
    add(to, amount);
  }
  return {
    block: blockRow({ chain, height, fork, parentFork, count: transfers.length }),
    transactions: transfers.map(({ from }, position) => ({
      ...transactionRow(position, `${hashOf(chain, height, fork)}-${String(position)}`, from),
      ...given.transaction,
    })),
    signers: transfers.map((_, position) => ({
      position,
      transaction: position,
      publicKey: 'aa'.repeat(32),
      address: undefined,
      scheme: 'ED25519',
      capabilities: '[{"name":"coin.GAS","args":[]}]',
      signature: undefined,
    })),
    calls: transfers.map((_, position) => ({
      position,
      transaction: position,
      module: 'coin',
      name: 'transfer',
    })),
    events,
    transfers: rows,
    crossings: [],
    balanceChanges,
  };
}

/** Blocks from one height to another, both included, with the same transfers in each. */
export function madeLine(
  given: Omit<MadeBlock, 'height'> & { readonly from: number; readonly to: number },
): BlockRows[] {
  const { from, to, parentFork, ...block } = given;
  return Array.from({ length: to - from + 1 }, (_, i) =>
    madeBlock({
      ...block,
      height: from + i,
      ...(i === 0 && parentFork !== undefined ? { parentFork } : {}),
    }),
  );
}

type MadeHeader = Required<Pick<MadeBlock, 'chain' | 'height' | 'fork' | 'parentFork'>> & {
  readonly count: number;
};

function blockRow({ chain, height, fork, parentFork, count }: MadeHeader): BlockRows['block'] {
  return {
    chain,
    height,
    hash: hashOf(chain, height, fork),
    parent: hashOf(chain, height - 1, parentFork),
    creationTime: 1_600_000_000_000_000n + BigInt(height) * 30_000_000n,
    epochStart: 1_600_000_000_000_000n,
    payloadHash: 'payload',
    target: 2n ** 256n - 1n,
    weight: BigInt(height),
    nonce: 2n ** 64n - 1n,
    forkState: 0n,
    miner: 'miner',
    minerPredicate: 'keys-all',
    minerKeys: ['aa'],
    reward: height === 0 ? undefined : reward,
    transactionCount: count,
    gas: 600n * BigInt(count),
  };
}

function transactionRow(position: number, requestKey: string, sender: string): TransactionRow {
  return {
    position,
    requestKey,
    networkId: 'made-up',
    nonce: 'nonce',
    sender,
    gasLimit: 1000n,
    gasPrice: '0.00001',
    ttlSeconds: 600n,
    creationTime: 1_600_000_000n,
    message: { kind: 'exec', code: '(coin.transfer "a" "b" 1.0)' },
    data: '{}',
    gas: 600n,
    txId: BigInt(position),
    logs: 'logs',
    outcome: { status: 'success', result: '"Write succeeded"' },
    continuation: undefined,
    pactId: undefined,
  };
}
