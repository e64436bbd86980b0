// A devnet that a folder keeps: its journal is read from the first block on, which gives blocks, states, fresh accounts and
// the time as they were.

import { join } from 'node:path';
import { toHex } from '../../base/bytes.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { assert } from '../../base/assert.ts';
import { makeFolder } from '../../platform/disk/make-folder.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';
import type { Network } from '../../chain/rules/network.ts';
import { chainsOf } from '../../chain/rules/network.ts';
import { MemoryEntries, readChange } from '../../store/index.ts';
import { MemoryBlocks, type Block } from '../engine/block-store.ts';
import { FileJournal, type Journal } from '../storage/journal.ts';
import type { JournalItem } from '../storage/journal-items.ts';
import { accountOf, type Account } from './accounts.ts';

/** What was kept; everything empty for a new network. */
export type Kept = {
  readonly journal: Journal;
  readonly entries: ReadonlyMap<ChainId, MemoryEntries>;
  /** `undefined`: the network is new. */
  readonly blocks: { readonly network: Network; readonly store: MemoryBlocks } | undefined;
  readonly accounts: readonly Account[];
  readonly trusted: ReadonlySet<string>;
  readonly offsetMs: number;
};

/** Names of notes. */
export const notes = { account: 'account', trusted: 'trusted', offset: 'offset' } as const;

/** How the journal names its network. */
export function networkText({ name, genesis, graphs }: Network): string {
  const order = graphs.at(-1)?.graph.order ?? 0;
  return `${name} with ${order} chains, begun at ${genesis.time}`;
}

/** Throws a `StoreFault`; a fault is a sentence. */
export function openKept(
  folder: string,
  network: Network,
  onFault: (sentence: string) => void,
): Result<Kept, string> {
  makeFolder(folder);
  const reading = new Reading(network);
  const path = join(folder, 'network.log');
  const journal = FileJournal.open(path, (item) => reading.see(item), onFault);
  const kept = reading.done(journal);
  if (!kept.ok) journal.close();
  return kept.ok ? kept : bad(`${folder} ${kept.fault}`);
}

class Reading {
  private readonly network: Network;
  private readonly entries: Map<ChainId, MemoryEntries>;
  private readonly payloads = new Map<ChainId, PayloadWithOutputs>();
  private readonly blocks: Block[] = [];
  private readonly accounts: Account[] = [];
  private readonly trusted = new Set<string>();
  private offsetMs = 0;
  private text: string | undefined;
  private fault: string | undefined;

  constructor(network: Network) {
    this.network = network;
    this.entries = new Map(chainsOf(network).map((chain) => [chain, new MemoryEntries()]));
  }

  see(item: JournalItem): void {
    switch (item.kind) {
      case 'network':
        this.text = item.text;
        return;
      case 'first':
        for (const chain of item.chains) this.payloads.set(chain, item.payload);
        return;
      case 'block':
        this.blocks.push({ header: item.header, payload: item.payload });
        return;
      case 'change': {
        const change = readChange(item.change);
        const entries = this.entries.get(item.chain);
        if (change === undefined || entries === undefined)
          this.fault ??= 'holds changes of no chain';
        else entries.apply(change);
        return;
      }
      case 'note':
        return this.note(item.name, item.text);
      // The heads of a devnet follow from its states, and its blocks are whole.
      case 'cut':
      case 'header':
        return;
    }
  }

  done(journal: Journal): Result<Kept, string> {
    const { network, text, entries, accounts, trusted, offsetMs, payloads } = this;
    const kept = { journal, entries, accounts, trusted, offsetMs };
    if (text === undefined) return good({ ...kept, blocks: undefined });
    const wanted = networkText(network);
    if (text !== wanted) {
      return bad(
        `holds the network ${text}, not ${wanted}: ` +
          'name another folder, or start it with the same --chains',
      );
    }
    if (this.fault !== undefined) return bad(this.fault);
    const payloadHash = (chain: ChainId) => {
      const payload = payloads.get(chain);
      assert(payload !== undefined, 'the journal begins with the first blocks');
      return payload.payloadHash;
    };
    const made = { ...network, genesis: { ...network.genesis, payloadHash } };
    const store = new MemoryBlocks(made, payloads);
    for (const block of this.blocks) store.add(block);
    return good({ ...kept, blocks: { network: made, store } });
  }

  private note(name: string, text: string): void {
    if (name === notes.account) this.accounts.push(accountOf(text));
    if (name === notes.trusted) this.trusted.add(text);
    if (name === notes.offset) this.offsetMs = Number(text);
  }
}

/** The first items of a new journal. */
export function firstItems(
  network: Network,
  payloads: ReadonlyMap<ChainId, PayloadWithOutputs>,
  accounts: readonly Account[],
): readonly JournalItem[] {
  const byHash = new Map<string, { payload: PayloadWithOutputs; chains: ChainId[] }>();
  for (const [chain, payload] of payloads) {
    const key = toHex(payload.payloadHash);
    const group = byHash.get(key) ?? { payload, chains: [] };
    group.chains.push(chain);
    byHash.set(key, group);
  }
  return [
    { kind: 'network', text: networkText(network) },
    ...[...byHash.values()].map(({ payload, chains }): JournalItem => ({
      kind: 'first',
      chains,
      payload,
    })),
    ...accounts.map(({ secretKey }): JournalItem => ({
      kind: 'note',
      name: notes.account,
      text: secretKey,
    })),
  ];
}
