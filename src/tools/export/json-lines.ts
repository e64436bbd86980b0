// Rows as lines of JSON, for programs that read a stream: one object for each row, with the name of its table. The blocks of a fork
// are taken back by a line of their own. Nothing is kept, so each export begins anew.

import { printJsonString } from '../../base/json.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { exportLimits } from './limits.ts';
import type { BlockRows, TransactionRow } from './rows.ts';
import type { LineChange, RowSink, SinkFault, StoredChain } from './row-sink.ts';

/** Hashes of the newest blocks that were written, with which reorganisations are found. */
type Written = { lowest: number; readonly hashes: string[] };

export class JsonLinesSink implements RowSink {
  private readonly writeLines: (lines: string) => void;
  private readonly written = new Map<number, Written>();

  /** `write` gets whole lines. */
  constructor(write: (lines: string) => void) {
    this.writeLines = write;
  }

  open(): Promise<Result<readonly StoredChain[], SinkFault>> {
    return Promise.resolve(good([]));
  }

  hashes(
    chain: number,
    { from, to }: { readonly from: number; readonly to: number },
  ): Promise<Result<readonly string[], SinkFault>> {
    const written = this.written.get(chain);
    if (written === undefined) return Promise.resolve(good([]));
    if (from < written.lowest) {
      const sentence = `a reorganisation of chain ${chain} goes deeper than ${exportLimits.keptHashes} blocks. Start the export again`;
      return Promise.resolve(bad({ sentence }));
    }
    const { lowest, hashes } = written;
    return Promise.resolve(good(hashes.slice(from - lowest, to - lowest + 1)));
  }

  write({ chain, removeAbove, blocks }: LineChange): Promise<Result<undefined, SinkFault>> {
    const [first] = blocks;
    if (first === undefined) return Promise.resolve(good(undefined));
    const written = this.written.get(chain) ?? { lowest: first.block.height, hashes: [] };
    this.written.set(chain, written);
    const lines: string[] = [];
    if (removeAbove !== undefined) {
      lines.push(`{"remove":{"chain":${chain},"above":${removeAbove}}}\n`);
      written.hashes.length = Math.max(0, removeAbove + 1 - written.lowest);
    }
    for (const rows of blocks) {
      lines.push(linesOf(rows));
      written.hashes.push(rows.block.hash);
    }
    const excess = written.hashes.length - exportLimits.keptHashes;
    if (excess > exportLimits.keptHashes / 10) {
      written.hashes.splice(0, excess);
      written.lowest += excess;
    }
    this.writeLines(lines.join(''));
    return Promise.resolve(good(undefined));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Returns the lines of a block: the block itself comes last, so that whoever has read it has read all. */
export function linesOf(rows: BlockRows): string {
  const { block } = rows;
  const place = { chain: block.chain, height: block.height };
  const lines = [
    ...rows.transactions.map((row) => line('transaction', { ...place, ...flat(row) })),
    ...rows.signers.map((row) => line('signer', { ...place, ...row })),
    ...rows.calls.map((row) => line('call', { ...place, ...row })),
    ...rows.events.map((row) => line('event', { ...place, ...row })),
    ...rows.transfers.map((row) => line('transfer', { ...place, ...row })),
    ...rows.crossings.map((row) => line('crossing', { ...place, ...row })),
    ...rows.balanceChanges.map((row) => line('balanceChange', { ...place, ...row })),
    line('block', block),
  ];
  return lines.join('');
}

function flat({ message, outcome, ...row }: TransactionRow): Columns {
  const { kind, ...parts } = message;
  return { ...row, messageKind: kind, ...parts, ...outcome };
}

type Columns = Readonly<Record<string, Column>>;
type Column = string | number | bigint | boolean | undefined | readonly string[];

/** Columns whose text is JSON already. */
const jsonColumns = new Set(['data', 'result', 'error', 'continuation', 'capabilities', 'params']);
/** Columns whose numbers are too large for programs that read them as floating-point numbers. */
const largeColumns = new Set(['target', 'weight', 'nonce', 'forkState']);

function line(table: string, columns: Columns): string {
  const members = Object.entries(columns).map(
    ([name, value]) => `,${printJsonString(name)}:${columnText(name, value)}`,
  );
  return `{"row":"${table}"${members.join('')}}\n`;
}

function columnText(name: string, value: Column): string {
  if (value === undefined) return 'null';
  if (typeof value === 'string') return jsonColumns.has(name) ? value : printJsonString(value);
  if (typeof value === 'object') return `[${value.map(printJsonString).join(',')}]`;
  return largeColumns.has(name) ? `"${value}"` : String(value);
}
