// Brings the stored line of one chain to a head: finds where both meet, replaces what is above, and adds the rest from the bottom up,
// so that what is stored is complete after every change.

import { toBase64Url } from '../../base/base64url.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import { endedEarly, ExportError } from './export-error.ts';
import { exportLimits } from './limits.ts';
import { isDeleted, MissingPayload } from './missing-payload.ts';
import type { Head } from './node-info.ts';
import type { BlockRows } from './rows.ts';
import type { RowSink, SinkFault, StoredChain } from './row-sink.ts';
import type { Slots } from './slots.ts';
import { BlockReader } from './verified-blocks.ts';
import { ancestors, type ChainPlace } from './verified-headers.ts';
import type { Result } from '../../base/result.ts';

export type ChainExportOptions = {
  readonly place: ChainPlace;
  readonly sink: RowSink;
  /** Batches in memory, of all chains. */
  readonly batches: Slots;
  readonly signal: AbortSignal;
  /** What is stored at the start. */
  readonly stored: Omit<StoredChain, 'chain'> | undefined;
  /** The height of the first block of the chain. */
  readonly genesisHeight: number;
  /** The height of the lowest block that is wanted; `undefined`: the stored one, or else the first one. */
  readonly from: number | undefined;
  /** Reads the newest block of the chain. */
  readonly readHead: () => Promise<Head | undefined>;
  /** Called after every change. `removed`: the number of blocks that were on a fork. */
  readonly onWritten: (blocks: readonly BlockRows[], removed: number) => void;
};

type Lowest = StoredChain['lowest'];

/** Where new blocks begin. */
type Start = {
  readonly height: number;
  /** The hash of the block below, if it is stored. */
  readonly parent: string | undefined;
  /** Headers from `height` on that were read already. */
  readonly known: readonly BlockHeader[];
};

export class ChainExport {
  private readonly options: ChainExportOptions;
  private readonly reader: BlockReader;
  private lowest: Lowest | undefined;
  private highest: Head | undefined;
  /** Payloads that were missing since the last change. */
  private missedPayloads = 0;

  constructor(options: ChainExportOptions) {
    this.options = options;
    this.reader = new BlockReader(options.place);
    this.lowest = options.stored?.lowest;
    this.highest = options.stored?.highest;
  }

  get chain(): number {
    return this.options.place.chain;
  }

  get storedHead(): Head | undefined {
    return this.highest;
  }

  /** Returns how many blocks are missing up to this height, if nothing that is stored is on a fork. */
  missing({ height }: Head): number {
    const below = this.lowest === undefined ? 0 : Math.max(0, this.lowest.height - this.first);
    const next = this.highest === undefined ? this.first : this.highest.height + 1;
    return below + Math.max(0, height + 1 - next);
  }

  /**
   * Throws an `ExportError`; of the kind `unknown-block` if the node has moved to another fork meanwhile. Whatever was written before
   * stays.
   */
  async moveTo(head: Head): Promise<void> {
    try {
      await this.addBelow();
      const start = await this.startOf(head);
      if (start !== undefined) await this.addAbove(head, start);
    } catch (error) {
      throw error instanceof MissingPayload ? await this.meaningOf(error) : error;
    }
  }

  private async meaningOf(missing: MissingPayload): Promise<ExportError> {
    const { place, readHead } = this.options;
    const { header } = missing;
    const times = ++this.missedPayloads;
    const head = await readHead();
    if (head !== undefined && (await isDeleted(place, { header, head, times }))) return missing;
    const name = `block ${toBase64Url(header.hash)} of chain ${this.chain} at height ${header.height}`;
    return new ExportError('unknown-block', `${place.service.address} has no payload of ${name}`);
  }

  /** The lowest height that is wanted. */
  private get first(): number {
    const { from = this.lowest?.height ?? 0, genesisHeight } = this.options;
    return Math.max(from, genesisHeight);
  }

  /** Returns `undefined` if there is nothing to add: the head is stored, or the node is behind what is stored. */
  private async startOf(head: Head): Promise<Start | undefined> {
    const { highest, lowest } = this;
    if (highest === undefined || lowest === undefined) {
      if (head.height < this.first) return undefined;
      return { height: this.first, parent: undefined, known: [] };
    }
    if (head.hash === highest.hash || head.height < lowest.height) return undefined;
    const above = head.height - highest.height;
    if (above > 0 && above < exportLimits.headers) {
      // Usually the head is a little above the stored line, and one request tells all.
      const range = { from: highest.height, to: head.height };
      const [joint, ...known] = await ancestors(this.options.place, head, range);
      if (joint !== undefined && toBase64Url(joint.hash) === highest.hash) {
        return { height: highest.height + 1, parent: highest.hash, known };
      }
    }
    return this.fork(head, { highest, lowest });
  }

  /** Walks down from the highest common height, in growing steps, to a block that both lines have. */
  private async fork(
    head: Head,
    { highest, lowest }: { readonly highest: Head; readonly lowest: Lowest },
  ): Promise<Start | undefined> {
    const { place, sink } = this.options;
    const top = Math.min(head.height, highest.height);
    let step = 2;
    for (let to = top; to >= lowest.height;) {
      const from = Math.max(lowest.height, to - step + 1);
      const headers = await ancestors(place, head, { from, to });
      const hashes = valueOf(await sink.hashes(place.chain, { from, to }));
      for (let i = headers.length - 1; i >= 0; i--) {
        const header = headers[i] as BlockHeader;
        const hash = toBase64Url(header.hash);
        if (hashes[i] !== hash) continue;
        // A head within the stored line is that of a node that is behind.
        if (header.height === head.height) return undefined;
        const known = headers.slice(i + 1);
        return { height: header.height + 1, parent: hash, known };
      }
      to = from - 1;
      step = Math.min(step * 4, exportLimits.headers);
    }
    throw this.otherNetwork(lowest);
  }

  private async addAbove(head: Head, { height, parent, known }: Start): Promise<void> {
    const { place } = this.options;
    let below = parent;
    let headers = known;
    for (let from = height; from <= head.height;) {
      if (headers.length === 0) {
        const to = Math.min(head.height, from + exportLimits.headers - 1);
        headers = await ancestors(place, head, { from, to });
      }
      const [first] = headers;
      const last = headers.at(-1);
      if (first === undefined || last === undefined) return;
      if (below !== undefined && toBase64Url(first.parent) !== below) {
        const name = `block ${toBase64Url(first.hash)} of chain ${this.chain}`;
        const { address } = place.service;
        throw new ExportError('wrong-answer', `${address}: ${name} does not follow ${below}`);
      }
      await this.write(batchesUp(headers, this.reader));
      below = toBase64Url(last.hash);
      from = last.height + 1;
      headers = [];
    }
  }

  /** Adds older blocks, from the top down. */
  private async addBelow(): Promise<void> {
    const { place } = this.options;
    while (this.lowest !== undefined && this.lowest.height > this.first) {
      const { height, parent } = this.lowest;
      const to = height - 1;
      const from = Math.max(this.first, to - exportLimits.headers + 1);
      const headers = await ancestors(place, { height: to, hash: parent }, { from, to });
      await this.write(batchesDown(headers, this.reader));
    }
  }

  /** Reads the next batch while one is being written. */
  private async write(batches: Iterable<readonly BlockHeader[]>): Promise<void> {
    const { batches: slots, signal } = this.options;
    let writing: Promise<void> = Promise.resolve();
    try {
      for (const headers of batches) {
        const release = await slots.take(signal);
        try {
          const blocks = await this.reader.rows(headers);
          await writing;
          if (signal.aborted) throw endedEarly();
          writing = this.change(blocks).finally(release);
          // Awaited below; a fault meanwhile must not count as unhandled.
          writing.catch(() => undefined);
        } catch (error) {
          release();
          throw error;
        }
      }
    } finally {
      await writing;
    }
  }

  private async change(blocks: readonly BlockRows[]): Promise<void> {
    const first = blocks[0]?.block;
    const last = blocks.at(-1)?.block;
    if (first === undefined || last === undefined) return;
    const { sink, onWritten } = this.options;
    const { chain, highest, lowest } = this;
    const isBelow = lowest !== undefined && first.height < lowest.height;
    const isOnFork = !isBelow && highest !== undefined && first.height <= highest.height;
    const removeAbove = isOnFork ? first.height - 1 : undefined;
    valueOf(await sink.write({ chain, removeAbove, blocks }));
    this.missedPayloads = 0;
    if (isBelow || lowest === undefined) this.lowest = first;
    if (!isBelow) this.highest = last;
    onWritten(blocks, isOnFork ? highest.height + 1 - first.height : 0);
  }

  private otherNetwork({ height, hash }: Lowest): ExportError {
    const { service, chain } = this.options.place;
    return new ExportError(
      'other-network',
      `the stored blocks of chain ${chain} are not those of ${service.address}: from block ${hash} at height ${height} on ` +
        'all are different. Is it a node of another network with the same name, or a new one? Export it into another database or schema',
    );
  }
}

/** The sizes of batches follow from the answers meanwhile. */
function* batchesUp(
  headers: readonly BlockHeader[],
  reader: BlockReader,
): Generator<readonly BlockHeader[]> {
  for (let from = 0; from < headers.length;) {
    const batch = headers.slice(from, from + reader.batch);
    yield batch;
    from += batch.length;
  }
}

function* batchesDown(
  headers: readonly BlockHeader[],
  reader: BlockReader,
): Generator<readonly BlockHeader[]> {
  for (let to = headers.length; to > 0;) {
    const batch = headers.slice(Math.max(0, to - reader.batch), to);
    yield batch;
    to -= batch.length;
  }
}

function valueOf<T>(result: Result<T, SinkFault>): T {
  if (result.ok) return result.value;
  throw new ExportError('sink', result.fault.sentence);
}
