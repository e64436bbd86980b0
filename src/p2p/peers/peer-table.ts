// The peers that a node knows. Those that it only heard of have other places than those that answered, and each group of
// addresses has few of them. What somebody says of a peer never changes its certificate; peers of the configuration stay.

import { assert } from '../../base/assert.ts';
import { fromHex, toHex } from '../../base/bytes.ts';
import type { Clock } from '../../base/ports/time.ts';
import {
  type HostAddress,
  keyOf,
  type PeerId,
  type PeerInfo,
  type PeerKey,
  type PeerNetwork,
} from '../address/peer-info.ts';
import { groupOf } from '../address/reserved.ts';
import type { Draws } from '../draws.ts';
import type { KeptPeer, KeptPeerData } from './kept.ts';
import { tableLimits as limits } from './limits.ts';
import { Slots } from './slots.ts';

/** Configured peers and the network's bootstraps never leave the table. */
export type PeerPart = 'configured' | 'bootstrap' | 'tried' | 'new';

export type FixedPeers = {
  readonly configured: readonly PeerInfo[];
  readonly bootstraps: readonly PeerInfo[];
};

export type Peer = {
  readonly key: PeerKey;
  readonly group: string;
  readonly info: PeerInfo;
  readonly part: PeerPart;
  /** Whether the configuration says which certificate it has. */
  readonly isPinFixed: boolean;
  readonly sourceGroup: string;
  /** Successive. */
  readonly failures: number;
  /** By the clock that never goes back; `undefined`: not in this process. */
  readonly lastTryMs: number | undefined;
  readonly lastSuccessDateMs: number | undefined;
  /** The order of pages. */
  readonly mark: number;
};

type Entry = { -readonly [Name in keyof Peer]: Peer[Name] } & { readonly networks: Set<string> };

export type TableParts = {
  readonly clock: Clock;
  readonly draws: Draws;
  readonly kept: KeptPeerData | undefined;
  /** The own certificate, which a peer may tell of before this node knows its own address. */
  readonly ownId: PeerId | undefined;
  readonly fixed: FixedPeers;
  /** Addresses without the rules about groups: friends, and ranges for tests. */
  readonly isExempt: (peer: PeerInfo) => boolean;
};

export class PeerTable {
  private readonly parts: TableParts;
  private readonly secret: Uint8Array;
  private readonly entries = new Map<PeerKey, Entry>();
  private readonly fresh: Slots<Entry>;
  private readonly tried: Slots<Entry>;
  private own: HostAddress | undefined;

  constructor(parts: TableParts) {
    const { kept, draws } = parts;
    this.parts = parts;
    const known = kept === undefined ? undefined : fromHex(kept.secret);
    this.secret = known?.length === secretBytes ? known : draws.bytes(secretBytes);
    const { newSlots, newOfSource, triedSlots, triedOfGroup } = limits;
    const { secret } = this;
    this.fresh = new Slots({ secret, name: 'new', size: newSlots, ofGroup: newOfSource });
    this.tried = new Slots({ secret, name: 'tried', size: triedSlots, ofGroup: triedOfGroup });
    for (const info of parts.fixed.configured) this.fix(info, 'configured');
    for (const info of parts.fixed.bootstraps) this.fix(info, 'bootstrap');
    for (const peer of kept?.peers.slice(0, limits.newSlots + limits.triedSlots) ?? []) {
      this.restore(peer);
    }
  }

  /** The own address and certificate are never in the table. */
  setOwn(address: HostAddress): void {
    this.own = address;
    for (const entry of [...this.entries.values()]) {
      if (this.isOwn(entry.info)) this.drop(entry);
    }
  }

  isOwn({ address, id }: PeerInfo): boolean {
    if (id !== undefined && id === this.parts.ownId) return true;
    return this.own !== undefined && keyOf(address) === keyOf(this.own);
  }

  get(key: PeerKey): Peer | undefined {
    return this.entries.get(key);
  }

  /** In order of insertion. */
  all(): Iterable<Peer> {
    return this.entries.values();
  }

  get size(): number {
    return this.entries.size;
  }

  /**
   * Remembers a peer that somebody tells of; a known one stays as it is. Returns `undefined` if it is the own one, or if
   * there is no place for it.
   */
  add(info: PeerInfo, sourceGroup: string): Peer | undefined {
    const key = keyOf(info.address);
    const known = this.entries.get(key);
    if (known !== undefined) return known;
    if (this.isOwn(info)) return undefined;
    const isExempt = this.parts.isExempt(info);
    if (!isExempt && this.portsOf(info.address.host) >= limits.portsOfAddress) return undefined;
    const entry = this.entryOf(info, 'new', sourceGroup);
    // Peers without rules are as many as the table holds: each is a source of its own.
    const placed = this.fresh.add(entry, isExempt ? key : sourceGroup, (old) => old.failures > 0);
    if (placed === undefined) return undefined;
    if (placed.removed !== undefined) this.entries.delete(placed.removed.key);
    this.entries.set(key, entry);
    return entry;
  }

  /** The peer said itself that it belongs to the network. */
  join(key: PeerKey, network: PeerNetwork): void {
    const networks = this.entries.get(key)?.networks;
    if (networks !== undefined && networks.size < limits.networksOfPeer) {
      networks.add(nameOf(network));
    }
  }

  /** The peer showed the certificate at its address. */
  repin(key: PeerKey, id: PeerId | undefined): void {
    const entry = this.entries.get(key);
    if (entry === undefined || entry.isPinFixed) return;
    entry.info = { address: entry.info.address, id };
    entry.failures = 0;
  }

  tries(key: PeerKey): void {
    const entry = this.entries.get(key);
    if (entry !== undefined) entry.lastTryMs = this.parts.clock.nowMs();
  }

  /** It answered with the right certificate. */
  succeeded(key: PeerKey): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    entry.failures = 0;
    entry.lastSuccessDateMs = this.parts.clock.dateMs();
    entry.networks.add(nameOf({ kind: 'cut' }));
    if (entry.part === 'new') this.promote(entry);
  }

  /** Returns false if the peer is forgotten. */
  failed(key: PeerKey): boolean {
    const entry = this.entries.get(key);
    if (entry === undefined) return false;
    entry.failures += 1;
    if (!this.isHopeless(entry)) return true;
    this.drop(entry);
    return false;
  }

  /** It came back, says the address of its connection: it may be tried at once. */
  revive(key: PeerKey): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    entry.failures = Math.min(entry.failures, 1);
    entry.lastTryMs = undefined;
  }

  /** Peers that did not fail, in the order of their marks: those that answered, and those of the configuration. */
  page(network: PeerNetwork): readonly PeerInfo[] {
    const name = nameOf(network);
    return [...this.entries.values()]
      .filter((entry) => entry.failures === 0 && entry.networks.has(name))
      .filter((entry) => isFixed(entry) || entry.lastSuccessDateMs !== undefined)
      .sort((left, right) => left.mark - right.mark)
      .map(({ info }) => info);
  }

  snapshot(): Pick<KeptPeerData, 'secret' | 'peers'> {
    const peers = [...this.entries.values()]
      .filter((entry) => !isFixed(entry))
      .map((entry): KeptPeer => ({
        ...entry.info.address,
        id: entry.info.id,
        sourceGroup: entry.sourceGroup,
        isTried: entry.part === 'tried',
        lastSuccessDateMs: entry.lastSuccessDateMs,
        failures: entry.failures,
      }));
    return { secret: toHex(this.secret), peers };
  }

  private fix(info: PeerInfo, part: 'configured' | 'bootstrap'): void {
    const key = keyOf(info.address);
    if (this.entries.has(key) || this.isOwn(info)) return;
    this.entries.set(key, this.entryOf(info, part, part));
  }

  private restore(kept: KeptPeer): void {
    const { host, port, id, sourceGroup, isTried, lastSuccessDateMs, failures } = kept;
    const info: PeerInfo = { address: { host, port }, id };
    const known = this.entries.get(keyOf(info.address));
    if (known !== undefined) return;
    const added = this.add(info, sourceGroup);
    const entry = added && this.entries.get(added.key);
    if (entry === undefined) return;
    entry.lastSuccessDateMs = lastSuccessDateMs;
    entry.failures = failures;
    if (isTried) this.promote(entry);
    entry.networks.add(nameOf({ kind: 'cut' }));
  }

  private entryOf(info: PeerInfo, part: PeerPart, sourceGroup: string): Entry {
    const ofConfiguration = isFixed({ part });
    return {
      key: keyOf(info.address),
      group: groupOf(info.address.host),
      info,
      part,
      isPinFixed: ofConfiguration && info.id !== undefined,
      sourceGroup,
      failures: 0,
      lastTryMs: undefined,
      lastSuccessDateMs: undefined,
      mark: this.parts.draws.below(2 ** 32),
      networks: new Set(ofConfiguration ? [nameOf({ kind: 'cut' })] : []),
    };
  }

  /** From the places for new peers to those for tried ones. If all of its group are taken by good ones, it stays new. */
  private promote(entry: Entry): void {
    const group = this.parts.isExempt(entry.info) ? entry.key : entry.group;
    const placed = this.tried.add(entry, group, (old) => old.failures >= limits.staleFailures);
    if (placed === undefined) return;
    this.fresh.remove(entry);
    entry.part = 'tried';
    if (placed.removed !== undefined) this.entries.delete(placed.removed.key);
  }

  private isHopeless({ part, failures, lastSuccessDateMs }: Entry): boolean {
    if (isFixed({ part })) return false;
    if (lastSuccessDateMs === undefined) return failures >= limits.newTries;
    const age = this.parts.clock.dateMs() - lastSuccessDateMs;
    return failures >= limits.triedFailures && age > limits.forgetMs;
  }

  private drop(entry: Entry): void {
    this.fresh.remove(entry);
    this.tried.remove(entry);
    const known = this.entries.delete(entry.key);
    assert(known, 'a peer is dropped once');
  }

  private portsOf(host: string): number {
    let count = 0;
    for (const entry of this.entries.values()) {
      if (!isFixed(entry) && entry.info.address.host === host) count += 1;
    }
    return count;
  }
}

export function isFixed({ part }: Pick<Peer, 'part'>): boolean {
  return part === 'configured' || part === 'bootstrap';
}

const secretBytes = 32;

function nameOf(network: PeerNetwork): string {
  return network.kind === 'cut' ? 'cut' : `mempool ${network.chain}`;
}
