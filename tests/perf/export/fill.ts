// Fills the tables of an export with made-up blocks, through the code that an export uses: transfers with their gas between
// accounts of which some are far more active than others, some of them to other chains, some of another token, some that fail.
import { postgresSink } from '../../../src/apps/postgres/postgres-sink.ts';
import { systemTimer } from '../../../src/base/platform/system.ts';
import type { BlockRows, CrossingRow } from '../../../src/tools/export/rows.ts';
import { hashOf, madeBlock, type MadeTransfer } from '../../support/exported-blocks.ts';

export type FillOptions = {
  readonly url: string;
  readonly chains: number;
  readonly heights: number;
  readonly transactions: number;
  readonly accounts: number;
};

const batch = 100;

/** Resolves to the seconds that the database took, without the making of rows. */
export async function fill(options: FillOptions): Promise<number> {
  const { url, chains, heights } = options;
  const sink = postgresSink({ url, schema: 'pact', timer: systemTimer, onPause: () => undefined });
  if (!sink.ok) throw new Error(sink.fault.sentence);
  const opened = await sink.value.open('made-up');
  if (!opened.ok) throw new Error(opened.fault.sentence);
  const next = random();
  let milliseconds = 0;
  for (let from = 0; from < heights; from += batch) {
    const changes = Array.from({ length: chains }, (_, chain) => ({
      chain,
      removeAbove: undefined,
      blocks: Array.from({ length: Math.min(batch, heights - from) }, (__, i) =>
        blockAt({ chain, height: from + i, next, options }),
      ),
    }));
    const start = performance.now();
    const outcomes = await Promise.all(changes.map((change) => sink.value.write(change)));
    milliseconds += performance.now() - start;
    for (const each of outcomes) if (!each.ok) throw new Error(each.fault.sentence);
  }
  await sink.value.close();
  return milliseconds / 1000;
}

type Place = {
  readonly chain: number;
  readonly height: number;
  readonly next: () => number;
  readonly options: FillOptions;
};

function blockAt({ chain, height, next, options }: Place): BlockRows {
  const { accounts, transactions, chains } = options;
  // The first accounts are the most active ones.
  const account = (): string => `k:${String(Math.floor(accounts * next() ** 4)).padStart(64, 'a')}`;
  const transfers: MadeTransfer[] = [];
  for (let i = 0; i < transactions; i++) {
    const from = account();
    const token = i % 10 === 0 ? { token: 'free.gold' } : {};
    transfers.push({ ...token, from, to: account(), amount: (next() * 100).toFixed(12) });
  }
  const block = madeBlock({ chain, height, transfers });
  const crossings: CrossingRow[] = [];
  const crossing = (half: CrossingRow['half'], pactId: string, otherChain: number): void => {
    const position = crossings.length;
    const ends = { from: account(), to: account(), amount: '1.0' };
    const place = {
      position,
      transaction: position,
      token: 'coin',
      otherChain: String(otherChain),
    };
    crossings.push({ ...place, ...ends, half, pactId });
  };
  crossing('sent', hashOf(chain, height, 'crossing'), (chain + 1) % chains);
  // One of a hundred never arrives.
  const source = (chain + chains - 1) % chains;
  if (height > 3 && height % 100 !== 0)
    crossing('received', hashOf(source, height - 3, 'crossing'), source);
  const gas = block.transactions.map(({ position, sender = '' }) => ({
    position: block.transfers.length + position,
    transaction: position,
    token: 'coin',
    moduleHash: 'hash',
    from: sender,
    to: 'miner',
    amount: '0.006',
  }));
  return {
    ...block,
    block: { ...block.block, miner: `miner${String(height % 50)}` },
    crossings,
    transfers: [...block.transfers, ...gas],
    balanceChanges: [
      ...block.balanceChanges,
      ...gas.flatMap(({ position, transaction, from }, i) => [
        {
          position: block.balanceChanges.length + 2 * i,
          transaction,
          event: position,
          account: from,
          amount: '-0.006',
          kind: 'gas' as const,
        },
        {
          position: block.balanceChanges.length + 2 * i + 1,
          transaction,
          event: position,
          account: 'miner',
          amount: '0.006',
          kind: 'gas' as const,
        },
      ]),
    ],
    transactions: block.transactions.map((each) =>
      each.position % 50 === 7
        ? {
            ...each,
            outcome: {
              status: 'failure',
              errorType: 'EvalError',
              message: `Insufficient funds ${String(each.position % 3)}`,
              error: '{}',
            },
          }
        : each.position % 50 === 9
          ? { ...each, message: { kind: 'exec', code: `(module m${String(height)} G)` } }
          : each,
    ),
  };
}

/** The same numbers in every run. */
function random(): () => number {
  let last = 1;
  return () => {
    last = (Math.imul(last, 1664525) + 1013904223) >>> 0;
    return last / 2 ** 32;
  };
}
