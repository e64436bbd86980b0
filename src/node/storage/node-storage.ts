// The storage of a node: one environment in a folder, with the blocks, the cut, the states of all chains and notes. What
// the engine writes in a step is stored together or not at all, so that a start reads nothing but the newest block of
// each chain. Only one process at a time uses the folder; other threads of it may read.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { assert } from '../../base/assert.ts';
import { decodeUtf8, utf8 } from '../../base/bytes.ts';
import { makeFolder } from '../../base/platform/disk/files.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader, Hash } from '../../chain/model/header.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';
import { chainsOf, type Network } from '../../chain/rules/network.ts';
import { DiskEntries, type DiskTable, entryTables, Environment } from '../../storage/disk/index.ts';
import { StoreFault, type VersionedEntries } from '../../storage/entries/index.ts';
import { diskFault, lock, passingFolder } from '../../storage/file/index.ts';
import { CoinLedger } from '../coin-history/coin-ledger.ts';
import { coinTables, HistoryTables } from '../coin-history/history-tables.ts';
import type { Journal } from '../engine/journal.ts';
import { storageLimits } from '../limits.ts';
import { fileName } from './backup-files.ts';
import { heightIn, heightKey } from './block-keys.ts';
import { sealedTables } from '../sealed/sealed-records.ts';
import { blockTables, StoredBlocks } from './stored-blocks.ts';

export type StorageOptions = {
  /** `undefined`: the network ends with the process, and nothing waits for the disk. */
  readonly folder: string | undefined;
  readonly network: Network;
  /** The identity of the network, chosen by the caller: nothing is read from a folder of another network. */
  readonly identity: string;
  /** The size of the payload cache in bytes. */
  readonly cacheBytes: number;
  /** Read-only: nothing is added. */
  readonly isReading?: boolean;
  /** How many blocks below the newest keep their payload; `undefined`: all. */
  readonly payloadDepth?: number | undefined;
  /** Whether what blocks change in the table of the coin is kept. Otherwise what was kept of it is dropped. */
  readonly keepsCoin?: boolean | undefined;
  /** Called when the disk refuses writes: nothing is stored from now on. One sentence. */
  readonly onFault: (sentence: string) => void;
};

/** The stored blocks of a network. */
export type Begun = {
  /** Includes the hashes of the first payloads. */
  readonly network: Network;
  readonly firstPayloads: ReadonlyMap<ChainId, PayloadWithOutputs>;
  readonly store: StoredBlocks;
};

/** Notes that the caller wants to read again later: the last one of each name, or all of them. */
export type Note = { readonly name: string; readonly text: string };

export const tables = [
  ...entryTables,
  ...blockTables,
  ...sealedTables,
  'about',
  'notes',
  'pruned',
  ...coinTables,
] as const;

export class NodeStorage {
  /** The folder with the file. */
  readonly folder: string;
  readonly journal: Journal;
  readonly environment: Environment;
  /** By chain; changes to them belong to the current step. */
  readonly entries: ReadonlyMap<ChainId, VersionedEntries>;
  /** What blocks change in the table of the coin; `undefined`: it is not kept. */
  readonly coin: { readonly tables: HistoryTables; readonly ledger: CoinLedger } | undefined;
  /** The caller's string from when the network began; `undefined` for a new folder. */
  identity: string | undefined;
  private readonly options: StorageOptions;
  private readonly about: DiskTable;
  private readonly notesTable: DiskTable;
  private readonly pruned: DiskTable;
  private readonly release: () => void;
  private noteCount: number;
  private stored: StoredBlocks | undefined;

  /** Throws a `StoreFault` if another process uses the folder, if it is of another form, or if the disk refuses. */
  constructor(options: StorageOptions) {
    const { network, isReading = false, onFault } = options;
    this.options = options;
    const place =
      options.folder === undefined ? passingFolder('network') : ownFolder(options.folder, options);
    this.folder = place.path;
    this.release = place.remove;
    try {
      const environment = new Environment({
        path: join(place.path, fileName),
        tables,
        isPassing: options.folder === undefined,
        isReading,
        onFault,
      });
      this.environment = environment;
      this.journal = isReading ? silentJournal : environment;
      this.about = environment.table('about');
      this.notesTable = environment.table('notes');
      this.pruned = environment.table('pruned');
      this.coin = coinOf(environment, options);
      this.identity = this.text('identity');
      const lastNote = this.notesTable.lastKey(allNotes);
      this.noteCount = lastNote === undefined ? 0 : heightIn(lastNote) + 1;
      this.entries = new Map(
        chainsOf(network).map((chain) => [chain, new DiskEntries(environment, chain)]),
      );
    } catch (error) {
      place.remove();
      throw error;
    }
  }

  /** Whether the content ends with the process, so that nothing waits for the disk. */
  get isPassing(): boolean {
    return this.options.folder === undefined;
  }

  /** Begins a new network. The states of the first blocks are in the entries already. */
  begin(
    network: Network,
    firstPayloads: ReadonlyMap<ChainId, PayloadWithOutputs>,
    notes: readonly Note[] = [],
  ): Begun {
    assert(this.identity === undefined, 'the folder is new');
    this.identity = this.options.identity;
    this.about.put(utf8('identity'), utf8(this.identity));
    for (const [chain, { payloadHash }] of firstPayloads) {
      this.about.put(utf8(firstName(chain)), payloadHash);
    }
    for (const each of notes) this.note(each);
    const store = this.storeOf(network);
    store.begin(firstPayloads);
    this.journal.endStep();
    return { network, firstPayloads, store };
  }

  /** Returns the stored network. */
  continue(): Begun {
    const made = storedNetwork(this.environment, this.options.network);
    if (made === undefined) throw this.incomplete();
    const store = this.storeOf(made);
    const firstPayloads = new Map<ChainId, PayloadWithOutputs>();
    for (const chain of chainsOf(made)) {
      const payload = store.payload(chain, made.genesis.payloadHash(chain));
      // That of the first block is never pruned.
      if (payload === undefined || store.line(chain).top() === undefined) throw this.incomplete();
      firstPayloads.set(chain, payload);
    }
    return { network: made, firstPayloads, store };
  }

  /**
   * Begins or continues a network whose blocks are not executed. `trusted`: a block of each chain to begin at, all of one
   * height; by default their first ones.
   */
  follow(network: Network, trusted?: Iterable<BlockHeader>): StoredBlocks {
    const store = this.storeOf(network);
    if (this.identity !== undefined) return store;
    this.identity = this.options.identity;
    this.about.put(utf8('identity'), utf8(this.identity));
    if (trusted === undefined) store.begin(new Map());
    else store.beginAt(trusted);
    this.journal.endStep();
    return store;
  }

  /** Returns the texts of the notes of a name, in order. */
  notesOf(name: string): readonly string[] {
    return [...this.noteRows()].flatMap((each) => (each.name === name ? [each.text] : []));
  }

  /** Adds a note to the current step. */
  note({ name, text }: Note): void {
    this.notesTable.put(heightKey(0, this.noteCount++), utf8(JSON.stringify([name, text])));
  }

  /** Removes payloads that are deeper than they are kept: a limited number of heights for each new block. */
  prune(heads: Iterable<BlockHeader>): void {
    const { payloadDepth } = this.options;
    if (payloadDepth === undefined || this.stored === undefined) return;
    for (const { chainId, height } of heads) {
      const key = heightKey(chainId, 0);
      const done = this.pruned.get(key);
      const first = done === undefined ? this.lowest(chainId) : heightIn(done);
      const end = Math.min(height - payloadDepth, first + storageLimits.prunedAtOnce);
      if (end <= first) continue;
      for (let at = first; at < end; at++) {
        this.coin?.ledger.prune(chainId, at, this.stored.headersAt(chainId, at));
        this.stored.prune(chainId, at);
      }
      this.pruned.put(key, heightKey(chainId, end));
    }
    this.journal.endStep();
  }

  /** Waits for all writes; another process can use the folder afterwards. */
  async close(): Promise<void> {
    // Nothing of this process will be written: another one may begin at once.
    if (this.environment.isSettled) this.release();
    await this.environment.close();
    this.release();
  }

  private storeOf(network: Network): StoredBlocks {
    const { environment, options } = this;
    this.stored = new StoredBlocks({ environment, network, cacheBytes: options.cacheBytes });
    return this.stored;
  }

  /** The height above the first block. */
  private lowest(chain: ChainId): number {
    const [first] = this.stored?.headers(chain).inOrder({ height: 0 }) ?? [];
    return (first?.height ?? 0) + 1;
  }

  private text(name: string): string | undefined {
    const bytes = this.about.get(utf8(name));
    return bytes && decodeUtf8(bytes);
  }

  private *noteRows(): Iterable<Note> {
    for (const { value } of this.notesTable.range(allNotes)) {
      const [name = '', text = ''] = JSON.parse(decodeUtf8(value) ?? '[]') as readonly string[];
      yield { name, text };
    }
  }

  private incomplete(): StoreFault {
    return new StoreFault(
      'damaged',
      `${join(this.folder, fileName)} lacks blocks that it must have; restore a backup`,
    );
  }
}

/** A reader has the history if it was kept. */
function coinOf(
  environment: Environment,
  { keepsCoin = false, isReading = false }: StorageOptions,
): NodeStorage['coin'] {
  const kept = new HistoryTables(environment);
  const has = isReading ? !kept.isEmpty : keepsCoin;
  if (has) return { tables: kept, ledger: new CoinLedger(kept) };
  if (!isReading && !kept.isEmpty) environment.clear(coinTables);
  return undefined;
}

/** Returns a network with the hashes of its stored first payloads; `undefined` if one is missing. */
export function storedNetwork(environment: Environment, network: Network): Network | undefined {
  const about = environment.table('about');
  const hashes = new Map<ChainId, Hash>();
  for (const chain of chainsOf(network)) {
    const hash = about.get(utf8(firstName(chain)));
    if (hash === undefined) return undefined;
    hashes.set(chain, hash);
  }
  const payloadHash = (chain: ChainId): Hash => {
    const hash = hashes.get(chain);
    assert(hash !== undefined, 'a chain of the network');
    return hash;
  };
  return { ...network, genesis: { ...network.genesis, payloadHash } };
}

/** Notes are numbered. */
const allNotes = { from: heightKey(0, 0), to: heightKey(1, 0) };

const firstName = (chain: ChainId): string => `first payload ${chain}`;

const silentJournal: Journal = {
  endStep: () => undefined,
  committed: () => Promise.resolve(),
  durable: () => Promise.resolve(),
  fault: undefined,
};

/** Locks a folder for this process. */
function ownFolder(
  path: string,
  { isReading = false }: Pick<StorageOptions, 'isReading'>,
): { readonly path: string; readonly remove: () => void } {
  if (isReading && !existsSync(join(path, fileName))) {
    // Prevents a mistyped folder from becoming a new one.
    throw new StoreFault('foreign', `${path} contains no blocks: name another folder`);
  }
  try {
    makeFolder(path, 0o700);
    enforceForm(path);
  } catch (error) {
    throw diskFault('open', path, error);
  }
  return { path, remove: lock(join(path, 'node')) };
}

/** The names of files in the folders of versions that stored blocks in files of their own. */
const formerNames = /^(\d{6,12}\.blocks|network\.log)$/;

function enforceForm(path: string): void {
  const former = readdirSync(path).find((name) => formerNames.test(name));
  if (former === undefined) return;
  throw new StoreFault(
    'foreign',
    `${path} was written by an older pact in another form (${former}): name a new folder; ` +
      `to keep a devnet, write 'pact devnet snapshot --out FILE' with that version and start with --snapshot FILE`,
  );
}
