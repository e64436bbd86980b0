// Rows in memory, for tests of exports: keeps the contract of the port, and refuses what it forbids.
import { good, type Result } from '../../src/base/result.ts';
import type {
  BlockRows,
  LineChange,
  RowSink,
  SinkFault,
  StoredChain,
} from '../../src/tools/export/index.ts';

export class MemorySink implements RowSink {
  network: string | undefined;
  /** The stored blocks of each chain, in ascending order. */
  readonly lines = new Map<number, BlockRows[]>();
  readonly changes: LineChange[] = [];
  isClosed = false;
  private readonly writing = new Set<number>();

  open(network: string): Promise<Result<readonly StoredChain[], SinkFault>> {
    this.network = network;
    return Promise.resolve(good([...this.lines.values()].flatMap(storedChainOf)));
  }

  hashes(
    chain: number,
    { from, to }: { readonly from: number; readonly to: number },
  ): Promise<Result<readonly string[], SinkFault>> {
    const blocks = (this.lines.get(chain) ?? []).map(({ block }) => block);
    const wanted = blocks.filter(({ height }) => height >= from && height <= to);
    return Promise.resolve(good(wanted.map(({ hash }) => hash)));
  }

  async write(change: LineChange): Promise<Result<undefined, SinkFault>> {
    const { chain, removeAbove = Infinity, blocks } = change;
    if (this.isClosed) throw new Error('nothing is written after the end');
    if (this.writing.has(chain)) throw new Error('changes of one chain must not overlap');
    this.writing.add(chain);
    await Promise.resolve();
    this.writing.delete(chain);
    const kept = (this.lines.get(chain) ?? []).filter(({ block }) => block.height <= removeAbove);
    const last = blocks.at(-1)?.block.height ?? -1;
    const isBelow = last < (kept[0]?.block.height ?? 0);
    const line = isBelow ? [...blocks, ...kept] : [...kept, ...blocks];
    for (const [i, { block }] of line.entries()) {
      const before = line[i - 1]?.block;
      if (block.chain !== chain) throw new Error('a block is of another chain');
      if (before === undefined) continue;
      if (block.height !== before.height + 1) throw new Error('the line has a gap');
      if (block.parent !== before.hash) throw new Error('a block does not follow the one below');
    }
    this.lines.set(chain, line);
    this.changes.push(change);
    return good(undefined);
  }

  /** Returns another one with the same rows: that of an exporter that starts again. */
  copy(): MemorySink {
    const sink = new MemorySink();
    for (const [chain, line] of this.lines) sink.lines.set(chain, [...line]);
    return sink;
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }
}

function storedChainOf(line: readonly BlockRows[]): readonly StoredChain[] {
  const lowest = line[0]?.block;
  const highest = line.at(-1)?.block;
  if (lowest === undefined || highest === undefined) return [];
  return [{ chain: lowest.chain, lowest, highest }];
}
