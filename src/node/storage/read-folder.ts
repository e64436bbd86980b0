// Reads a folder: only the index of old block files, but every record of the files after the snapshots, whose changes
// bring the states to the newest block.

import type { ChainId } from '../../chain/graph/chain-graph.ts';
import { toHex } from '../../base/bytes.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';
import { chainsOf, type Network } from '../../chain/rules/network.ts';
import { type Aside, MemoryEntries, readChange, StoreFault } from '../../storage/entries/index.ts';
import type { BlockFiles } from './block-files.ts';
import type { StorageFiles } from './files.ts';
import { decodeItems, type JournalItem } from './journal-items.ts';
import { entryOf, IndexDraft, type IndexEntry } from './segment.ts';
import { isBefore, readState, type StatePlace } from './state-snapshots.ts';

export type PlacedEntry = { readonly segment: number; readonly entry: IndexEntry };

/** What is known about the file of a state. */
export type KnownState = { readonly at: StatePlace; readonly size: number };

type ReadFolder = {
  /** `undefined`: the folder is new. */
  readonly identity: string | undefined;
  readonly firsts: ReadonlyMap<ChainId, PayloadWithOutputs>;
  readonly notes: ReadonlyMap<string, readonly string[]>;
  /** Empty if the state must be rebuilt by executing the blocks. */
  readonly entries: ReadonlyMap<ChainId, MemoryEntries>;
  readonly states: ReadonlyMap<ChainId, KnownState>;
  /** Yields all items of an index, in order; can be read only once. */
  readonly headers: () => Iterable<PlacedEntry>;
  /** The index of the growing file. */
  readonly lastIndex: IndexDraft;
  /** Files that have no index. */
  readonly unindexed: ReadonlyMap<number, IndexDraft>;
};

type ReadFolderParts = {
  readonly folder: string;
  readonly network: Network;
  readonly files: StorageFiles;
  readonly blocks: BlockFiles;
  /** For data that restores older states. */
  readonly aside: Aside;
  /** The identity that the folder should have: if it differs, nothing else is read. */
  readonly expected: string;
};

/** Reads a folder. Throws a `StoreFault` if it is damaged. */
export function readFolder(parts: ReadFolderParts): ReadFolder {
  const reading = new Reading(parts);
  if (reading.begin() === 'other') return reading.nothing();
  for (const number of parts.blocks.sealedNumbers) reading.sealed(number);
  return reading.last();
}

class Reading {
  private readonly parts: ReadFolderParts;
  private readonly entries = new Map<ChainId, MemoryEntries>();
  private readonly states = new Map<ChainId, KnownState>();
  /** Chains whose changes are complete from there on; the states of others are rebuilt from the blocks. */
  private readonly from = new Map<ChainId, StatePlace>();
  private readonly firsts = new Map<ChainId, PayloadWithOutputs>();
  private readonly notes = new Map<string, string[]>();
  private placed: PlacedEntry[] = [];
  private readonly unindexed = new Map<number, IndexDraft>();
  private identity: string | undefined;

  constructor(parts: ReadFolderParts) {
    this.parts = parts;
  }

  /** Reads the existing states and the first record. */
  begin(): 'own' | 'other' {
    this.readFirst();
    if ((this.identity ?? this.parts.expected) !== this.parts.expected) return 'other';
    const { files, folder, network, blocks, aside } = this.parts;
    const isStripped = blocks.sealedNumbers.some(
      (number) => blocks.segment(number).kind === 'stripped',
    );
    for (const chain of chainsOf(network)) {
      const state = readState({ files, folder, aside }, chain);
      if (state !== undefined && !isBefore(blocks.end, state.at)) {
        this.entries.set(chain, state.entries);
        this.states.set(chain, state);
        this.from.set(chain, state.at);
      } else {
        this.entries.set(chain, new MemoryEntries(aside));
        if (!isStripped) this.from.set(chain, { segment: 0, start: 0 });
      }
    }
    return 'own';
  }

  sealed(number: number): void {
    const { blocks } = this.parts;
    const index = this.needsChanges(number) ? undefined : blocks.indexOf(number);
    if (index !== undefined) {
      for (const entry of index) this.see(number, entry);
      return;
    }
    const draft = this.scan(number, { mayBeCut: false });
    if (blocks.indexOf(number) === undefined) this.unindexed.set(number, draft);
  }

  last(): ReadFolder {
    const { blocks } = this.parts;
    return this.found(this.scan(blocks.lastNumber, { mayBeCut: true }));
  }

  nothing(): ReadFolder {
    return this.found(new IndexDraft());
  }

  private found(lastIndex: IndexDraft): ReadFolder {
    const { identity, firsts, notes, entries, states, unindexed } = this;
    const headers = (): Iterable<PlacedEntry> => {
      const { placed } = this;
      this.placed = [];
      return placed;
    };
    return { identity, firsts, notes, entries, states, headers, lastIndex, unindexed };
  }

  /** The first record has the name of the network and its first blocks. */
  private readFirst(): void {
    const { blocks } = this.parts;
    const [number = blocks.lastNumber] = blocks.sealedNumbers;
    const isLast = number === blocks.lastNumber;
    for (const { content } of blocks.segment(number).records({ mayBeCut: isLast })) {
      for (const item of this.itemsIn(content, number)) {
        if (item.kind === 'network') this.identity = item.text;
        if (item.kind !== 'first') continue;
        for (const chain of item.chains) this.firsts.set(chain, item.payload);
      }
      return;
    }
  }

  private needsChanges(number: number): boolean {
    const { segment, start } = { segment: number + 1, start: 0 };
    return [...this.from.values()].some((at) => isBefore(at, { segment, start }));
  }

  private scan(number: number, how: { readonly mayBeCut: boolean }): IndexDraft {
    const draft = new IndexDraft();
    const isNeeded = this.needsChanges(number);
    for (const { content, place } of this.parts.blocks.segment(number).records(how)) {
      const at = { segment: number, start: place.start };
      for (const item of this.itemsIn(content, number)) {
        const entry = entryOf(item, place);
        if (entry !== undefined) {
          draft.add(entry);
          this.see(number, entry);
        }
        if (item.kind === 'change' && isNeeded) this.apply(item, at);
      }
    }
    return draft;
  }

  private apply({ chain, change }: Extract<JournalItem, { kind: 'change' }>, at: StatePlace): void {
    const from = this.from.get(chain);
    if (from === undefined || isBefore(at, from)) return;
    const read = readChange(change);
    const entries = this.entries.get(chain);
    if (read === undefined || entries === undefined) {
      throw new StoreFault('damaged', `${this.parts.folder} contains changes of an unknown chain`);
    }
    entries.apply(read);
  }

  private see(segment: number, entry: IndexEntry): void {
    const { item } = entry;
    if (item.kind === 'header' || item.kind === 'cut') this.placed.push({ segment, entry });
    if (item.kind !== 'note') return;
    const texts = this.notes.get(item.name) ?? [];
    texts.push(item.text);
    this.notes.set(item.name, texts);
  }

  private itemsIn(content: Uint8Array, number: number): readonly JournalItem[] {
    const items = decodeItems(content);
    if (items !== undefined) return items;
    const path = this.parts.blocks.pathOf(number);
    throw new StoreFault(
      'damaged',
      `cannot read ${path}: a record in it does not belong to a network`,
    );
  }
}

/** Chains with the same first payload share an item. */
export function firstItemOf(
  payloads: ReadonlyMap<ChainId, PayloadWithOutputs>,
): readonly JournalItem[] {
  const byHash = new Map<string, { payload: PayloadWithOutputs; chains: ChainId[] }>();
  for (const [chain, payload] of payloads) {
    const key = toHex(payload.payloadHash);
    const group = byHash.get(key) ?? { payload, chains: [] };
    group.chains.push(chain);
    byHash.set(key, group);
  }
  return [...byHash.values()].map(({ payload, chains }) => ({ kind: 'first', chains, payload }));
}
