// The storage of a node in a folder. The source of truth is the blocks and their cut: files of records that only grow.
// States follow from them; they are written as snapshots now and then, and the changes since then come from the
// records, so that a start executes nothing. Only one process at a time uses the folder.

import { join } from 'node:path';
import { assert } from '../../base/assert.ts';
import type { Timer } from '../../base/ports/time.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader, Hash } from '../../chain/model/header.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';
import { chainsOf, type Network } from '../../chain/rules/network.ts';
import { isStoreFault, StoreFault, type VersionedEntries } from '../../storage/entries/index.ts';
import { diskFault, isSystemError } from '../../storage/file/index.ts';
import { AsideFile } from './aside-file.ts';
import { BlockFiles, type LogPlace } from './block-files.ts';
import { BlockJournal, type Journal, silentJournal, journaledEntries } from './journal.ts';
import { openNameless, type StorageFile, type StorageFiles } from './files.ts';
import { decodeItems, type JournalItem } from './journal-items.ts';
import { firstItemOf, readFolder, type PlacedEntry } from './read-folder.ts';
import { entryOf, IndexDraft } from './segment.ts';
import { StateWriter } from './state-snapshots.ts';
import { StoredBlocks } from './stored-blocks.ts';
import { Tidying } from './tidy.ts';

export type StorageOptions = {
  readonly folder: string;
  readonly network: Network;
  /** The identity of the network, chosen by the caller: a folder of another network is opened, but nothing in it is read. */
  readonly identity: string;
  readonly files: StorageFiles;
  readonly timer: Timer;
  /** The size in bytes at which a block file is full and the next one begins. */
  readonly segmentBytes: number;
  /** The size of the payload cache in bytes. */
  readonly cacheBytes: number;
  /** The number of blocks between two snapshots of the state of a chain. */
  readonly snapshotBlocks: number;
  /** No other process reads the files: only blocks are written, to save memory. */
  readonly isPassing?: boolean;
  /** Read-only: nothing is added. */
  readonly isReading?: boolean;
  /** How many blocks below the newest keep their payload; `undefined`: all. */
  readonly payloadDepth?: number | undefined;
  /** Called when the disk refuses writes: nothing is stored from now on. One sentence. */
  readonly onFault: (sentence: string) => void;
  /** Called if a snapshot or a shortened file could not be written: nothing is lost. One sentence. */
  readonly onTrouble: (sentence: string) => void;
};

/** The stored blocks of a network. */
export type Begun = {
  /** Includes the hashes of the first payloads. */
  readonly network: Network;
  readonly firstPayloads: ReadonlyMap<ChainId, PayloadWithOutputs>;
  readonly store: StoredBlocks;
  /** The cut: the head of every chain. */
  readonly heads: ReadonlyMap<ChainId, BlockHeader>;
};

export class NodeStorage {
  readonly journal: Journal;
  /** By chain; changes to them are in the journal. */
  readonly entries: ReadonlyMap<ChainId, VersionedEntries>;
  /** The caller's string from when the network began; `undefined` for a new folder. */
  identity: string | undefined;
  /** Notes by name, in order. */
  readonly notes: ReadonlyMap<string, readonly string[]>;
  private readonly options: StorageOptions;
  private readonly blocks: BlockFiles;
  private readonly aside: AsideFile;
  private readonly log: BlockJournal;
  private readonly states: StateWriter;
  private readonly tidying: Tidying;
  private lastIndex: IndexDraft;
  private readonly firsts: ReadonlyMap<ChainId, PayloadWithOutputs>;
  private readonly headers: () => Iterable<PlacedEntry>;
  private stored: StoredBlocks | undefined;

  private constructor(options: StorageOptions, { blocks, scratch, release }: Opened) {
    this.options = options;
    this.blocks = blocks;
    this.aside = new AsideFile(scratch);
    const { aside } = this;
    const read = readFolder({ ...options, blocks, aside, expected: options.identity });
    this.headers = read.headers;
    this.identity = read.identity;
    this.notes = read.notes;
    this.firsts = read.firsts;
    this.lastIndex = read.lastIndex;
    const { folder, onFault, timer, files, onTrouble } = options;
    this.log = new BlockJournal({
      files: blocks,
      path: folder,
      onRecord: (items, at) => this.recorded(items, at),
      onFull: () => this.sealed(),
      onFault,
      onClose() {
        scratch.close();
        release();
      },
    });
    this.journal = options.isReading === true ? silentJournal(this.log) : this.log;
    this.states = new StateWriter({
      folder,
      files,
      timer,
      onTrouble,
      snapshotBlocks: options.snapshotBlocks,
      entries: read.entries,
      known: read.states,
      end: () => blocks.end,
      durable: () => this.log.durable(),
      onWritten: () => this.tidying.look(),
    });
    this.tidying = new Tidying({
      files,
      blocks,
      timer,
      onTrouble,
      payloadDepth: options.payloadDepth,
      begun: () => this.stored,
      oldestState: () => this.states.oldest(),
      headHeight: (chain) => this.heights.get(chain) ?? 0,
    });
    this.entries = new Map(
      [...read.entries].map(([chain, entries]) => [
        chain,
        options.isPassing === true ? entries : journaledEntries(chain, entries, this.journal),
      ]),
    );
    if (options.isReading === true) return;
    for (const [number, draft] of read.unindexed) void this.index(number, draft);
  }

  /** Heights of heads. */
  private readonly heights = new Map<ChainId, number>();

  /** Opens a folder. Throws a `StoreFault` if another process uses it, if it is damaged, or if the disk refuses. */
  static open(options: StorageOptions): NodeStorage {
    const { folder, files } = options;
    let release: (() => void) | undefined;
    let scratch: StorageFile | undefined;
    try {
      if (options.isReading === true) enforceBlocks(options);
      files.makeFolder(folder);
      release = files.lock(join(folder, 'node'));
      scratch = openNameless(folder);
      return new NodeStorage(options, { blocks: BlockFiles.open(options), scratch, release });
    } catch (error) {
      scratch?.close();
      release?.();
      if (isStoreFault(error)) throw error;
      if (isSystemError(error)) throw diskFault('open', folder, error);
      throw error;
    }
  }

  /** Begins a new network. The states of the first blocks are in the entries already. */
  begin(
    network: Network,
    payloads: ReadonlyMap<ChainId, PayloadWithOutputs>,
    notes: readonly Note[] = [],
  ): Begun {
    assert(this.identity === undefined, 'the folder is new');
    const { identity } = this.options;
    this.identity = identity;
    // Must come before the changes of the first blocks, which are written at the end of the step.
    this.log.addFirst([{ kind: 'network', text: identity }, ...firstItemOf(payloads)]);
    for (const note of notes) this.log.add({ kind: 'note', ...note });
    const store = this.storeOf(network, payloads);
    this.log.flush();
    const heads = this.headsIn(store, network, new Map());
    return { network, firstPayloads: payloads, store, heads };
  }

  /** Returns the stored network. */
  continue(): Begun {
    const { network } = this.options;
    const { firsts } = this;
    const payloadHash = (chain: ChainId): Hash => {
      const payload = firsts.get(chain);
      assert(payload !== undefined, 'a folder begins with the first blocks');
      return payload.payloadHash;
    };
    const made = { ...network, genesis: { ...network.genesis, payloadHash } };
    const store = this.storeOf(made, firsts);
    const heads = new Map<ChainId, Hash>();
    for (const { segment, entry } of this.headers()) {
      const { item, place, hasPayload } = entry;
      if (item.kind === 'cut') for (const [chain, hash] of item.heads) heads.set(chain, hash);
      if (item.kind !== 'header') continue;
      const { header, isHead = false } = item;
      store.addHeader(header);
      if (hasPayload) store.isAt(header, { segment, place });
      if (isHead) heads.set(header.chainId, header.hash);
    }
    return { network: made, firstPayloads: firsts, store, heads: this.headsIn(store, made, heads) };
  }

  /** Makes all block files unchangeable from now on, except the growing one: for copying them. */
  seal(): readonly number[] {
    this.log.flush();
    this.log.rotate();
    return this.blocks.sealedNumbers;
  }

  /** Resolves when snapshots and files that are being written are complete. */
  settled(): Promise<void> {
    return Promise.all([this.states.settled(), this.tidying.settled()]).then(() => undefined);
  }

  private storeOf(network: Network, first: ReadonlyMap<ChainId, PayloadWithOutputs>): StoredBlocks {
    const { aside, options } = this;
    const { cacheBytes } = options;
    const read = (at: LogPlace) => this.payloadsAt(at);
    this.stored = new StoredBlocks({ network, first, cacheBytes, aside, read });
    return this.stored;
  }

  private headsIn(
    store: StoredBlocks,
    network: Network,
    hashes: ReadonlyMap<ChainId, Hash>,
  ): ReadonlyMap<ChainId, BlockHeader> {
    const heads = new Map<ChainId, BlockHeader>();
    for (const chain of chainsOf(network)) {
      const hash = hashes.get(chain);
      const [first] = store.headers(chain).inOrder({ height: 0 });
      const head = hash === undefined ? first : store.find(chain, hash);
      assert(head !== undefined, 'the head of a chain is a block of it');
      heads.set(chain, head);
      this.heights.set(chain, head.height);
    }
    return heads;
  }

  private payloadsAt(at: LogPlace): readonly PayloadWithOutputs[] {
    try {
      const items = decodeItems(this.blocks.read(at)) ?? [];
      return items.flatMap((item) => (item.kind === 'block' ? [item.payload] : []));
    } catch (error) {
      this.log.fail(error);
      return [];
    }
  }

  private recorded(items: readonly JournalItem[], at: LogPlace): void {
    for (const item of items) {
      const entry = this.options.isPassing === true ? undefined : entryOf(item, at.place);
      if (entry !== undefined) this.lastIndex.add(entry);
      if (item.kind === 'block') {
        const { header } = item;
        this.stored?.isAt(header, at);
        if (item.isHead === true) this.heights.set(header.chainId, header.height);
      }
      if (item.kind === 'change') this.states.changed(item.chain, item.change.length);
    }
    this.states.look();
  }

  private sealed(): void {
    const number = this.blocks.lastNumber - 1;
    const draft = this.lastIndex;
    this.lastIndex = new IndexDraft();
    if (this.options.isPassing !== true) void this.index(number, draft);
  }

  private async index(number: number, draft: IndexDraft): Promise<void> {
    try {
      await this.blocks.writeIndex(number, draft);
      this.tidying.look();
    } catch (error) {
      if (!isStoreFault(error)) throw error;
      this.options.onTrouble(error.message);
    }
  }
}

type Opened = {
  readonly blocks: BlockFiles;
  /** For data that restores older states. */
  readonly scratch: StorageFile;
  readonly release: () => void;
};

/** Notes that the caller wants to read again later. */
export type Note = { readonly name: string; readonly text: string };

/** Prevents a mistyped folder from becoming a new one. */
function enforceBlocks({ folder, files }: StorageOptions): void {
  if (files.list(folder).some((name) => name.endsWith('.blocks'))) return;
  throw new StoreFault('foreign', `${folder} contains no blocks: name another folder`);
}
