// What every store of rows must do, and blocks to store in tests.
import { describe, expect, test } from 'vitest';
import type { BlockRows, RowSink, StoredChain } from '../../src/tools/export/index.ts';
import { valueOf } from './value-of.ts';

/** The rows of a block without transactions. `fork` tells blocks of one height apart. */
export function emptyRows(height: number, of: EmptyBlock = {}): BlockRows {
  const { chain = 0, fork = '' } = of;
  const { below = fork } = of;
  return {
    block: {
      chain,
      height,
      hash: nameOf(chain, height, fork),
      parent: nameOf(chain, height - 1, below),
      creationTime: 1_700_000_000_000_000n + BigInt(height),
      epochStart: 1_700_000_000_000_000n,
      payloadHash: nameOf(chain, height, 'payload'),
      target: 2n ** 256n - 1n,
      weight: BigInt(height),
      nonce: 2n ** 64n - 1n,
      forkState: 0n,
      miner: 'm',
      minerPredicate: 'keys-all',
      minerKeys: [],
      reward: '2.3',
      transactionCount: 0,
      gas: 0n,
    },
    transactions: [],
    signers: [],
    calls: [],
    events: [],
    transfers: [],
    crossings: [],
    balanceChanges: [],
  };
}

type EmptyBlock = {
  readonly chain?: number;
  readonly fork?: string;
  /** The fork of the block below. */
  readonly below?: string;
};

/** Has the form of a hash: 43 characters of base64url. */
const nameOf = (chain: number, height: number, fork: string): string =>
  `${chain}_${height}_${fork}`.padEnd(42, '-') + 'A';

const range = (from: number, to: number, fork = ''): readonly BlockRows[] =>
  Array.from({ length: to - from + 1 }, (_, i) => emptyRows(from + i, { fork }));

/** `reopened`: opens what an earlier sink of this test stored. */
export function rowSinkContract(
  name: string,
  start: () => Promise<{ readonly sink: RowSink; readonly reopened: () => Promise<RowSink> }>,
): void {
  const network = 'development';
  const linesOf = (chains: readonly StoredChain[]) =>
    chains.map(({ chain, lowest, highest }) => [chain, lowest.height, highest.height]);

  describe(name, () => {
    test('is empty at first', async () => {
      const { sink } = await start();
      expect(valueOf(await sink.open(network))).toEqual([]);
      expect(valueOf(await sink.hashes(0, { from: 0, to: 9 }))).toEqual([]);
      await sink.close();
    });

    test('keeps the line of each chain', async () => {
      const { sink, reopened } = await start();
      valueOf(await sink.open(network));
      valueOf(await sink.write({ chain: 0, removeAbove: undefined, blocks: range(3, 5) }));
      valueOf(await sink.write({ chain: 0, removeAbove: undefined, blocks: range(6, 6) }));
      const other = [emptyRows(0, { chain: 7 })];
      valueOf(await sink.write({ chain: 7, removeAbove: undefined, blocks: other }));
      await sink.close();
      const again = await reopened();
      const stored = valueOf(await again.open(network));
      expect(linesOf(stored)).toEqual([
        [0, 3, 6],
        [7, 0, 0],
      ]);
      const [first] = stored;
      expect(first!.lowest.hash).toBe(emptyRows(3).block.hash);
      expect(first!.lowest.parent).toBe(emptyRows(3).block.parent);
      expect(first!.highest.hash).toBe(emptyRows(6).block.hash);
      await again.close();
    });

    test('returns hashes of heights, in ascending order', async () => {
      const { sink } = await start();
      valueOf(await sink.open(network));
      valueOf(await sink.write({ chain: 0, removeAbove: undefined, blocks: range(1, 9) }));
      const hashes = valueOf(await sink.hashes(0, { from: 8, to: 20 }));
      expect(hashes).toEqual([emptyRows(8).block.hash, emptyRows(9).block.hash]);
      await sink.close();
    });

    test('replaces a fork in one change', async () => {
      const { sink } = await start();
      valueOf(await sink.open(network));
      valueOf(await sink.write({ chain: 0, removeAbove: undefined, blocks: range(1, 5) }));
      const blocks = [emptyRows(4, { fork: 'b', below: '' }), emptyRows(5, { fork: 'b' })];
      valueOf(await sink.write({ chain: 0, removeAbove: 3, blocks }));
      const hashes = valueOf(await sink.hashes(0, { from: 0, to: 9 }));
      expect(hashes).toEqual(
        [1, 2, 3]
          .map((height) => emptyRows(height).block.hash)
          .concat(blocks.map(({ block }) => block.hash)),
      );
      await sink.close();
    });

    test('grows downwards', async () => {
      const { sink, reopened } = await start();
      valueOf(await sink.open(network));
      valueOf(await sink.write({ chain: 0, removeAbove: undefined, blocks: range(5, 6) }));
      valueOf(await sink.write({ chain: 0, removeAbove: undefined, blocks: range(2, 4) }));
      await sink.close();
      const again = await reopened();
      expect(linesOf(valueOf(await again.open(network)))).toEqual([[0, 2, 6]]);
      await again.close();
    });

    test('begins a new line when nothing is left of the old one', async () => {
      const { sink } = await start();
      valueOf(await sink.open(network));
      valueOf(await sink.write({ chain: 0, removeAbove: undefined, blocks: range(5, 6) }));
      valueOf(await sink.write({ chain: 0, removeAbove: 4, blocks: range(5, 5, 'b') }));
      expect(valueOf(await sink.hashes(0, { from: 0, to: 9 }))).toEqual([
        emptyRows(5, { fork: 'b' }).block.hash,
      ]);
      await sink.close();
    });
  });
}
