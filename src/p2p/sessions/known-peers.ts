// What a node knows of peers, and by which rules: its table and its points, from the configuration and from the last run.

import type { Random } from '../../base/ports/random.ts';
import type { Clock } from '../../base/ports/time.ts';
import { keyOf, type PeerId, type PeerInfo, type PeerKey } from '../address/peer-info.ts';
import { Draws } from '../draws.ts';
import { Chooser } from '../peers/choose.ts';
import type { KeptPeers } from '../peers/kept.ts';
import { choiceLimits } from '../peers/limits.ts';
import { isFixed, type Peer, PeerTable } from '../peers/peer-table.ts';
import { Scores } from '../peers/score.ts';

export type PeerSettings = {
  /** The hash of the own certificate. */
  readonly ownId: PeerId | undefined;
  readonly configured: readonly PeerInfo[];
  readonly bootstraps: readonly PeerInfo[];
  /** Those of the configured peers that are never banned. */
  readonly friends: readonly PeerInfo[];
  /** Talks only to configured peers. */
  readonly isPrivate: boolean;
  /** What this node says of itself: if nodes of the reference accept it, peers must have one that they accept, too. */
  readonly version: string;
  /** Sessions that this node opens. */
  readonly outbound: number;
  /** Whether no peer of the network can have the address. */
  readonly isReserved: (host: string) => boolean;
  /** Whether it is an address for tests, without the rules about groups and rates. */
  readonly isTestAddress: (host: string) => boolean;
};

export type KnownPeersParts = {
  readonly clock: Clock;
  readonly random: Random;
  readonly kept: KeptPeers;
  readonly settings: PeerSettings;
};

export class KnownPeers {
  readonly draws: Draws;
  readonly table: PeerTable;
  readonly scores: Scores;
  readonly chooser: Chooser;
  private readonly kept: KeptPeers;
  private readonly settings: PeerSettings;
  private readonly configured: ReadonlySet<PeerKey>;
  private readonly friends: ReadonlySet<PeerKey>;

  constructor({ clock, random, kept: keptPeers, settings }: KnownPeersParts) {
    const { configured, bootstraps, friends, isPrivate } = settings;
    this.kept = keptPeers;
    this.settings = settings;
    this.configured = new Set(configured.map(({ address }) => keyOf(address)));
    this.friends = new Set(friends.map(({ address }) => keyOf(address)));
    const draws = new Draws(random);
    const kept = keptPeers.load();
    const scores = new Scores(clock, (key) => this.isFriend(key));
    scores.restore(kept?.bans ?? []);
    const table = new PeerTable({
      clock,
      draws,
      kept: isPrivate ? undefined : kept,
      ownId: settings.ownId,
      fixed: { configured, bootstraps: isPrivate ? [] : bootstraps },
      isExempt: (info) => this.isExempt(info),
    });
    this.draws = draws;
    this.scores = scores;
    this.table = table;
    this.chooser = new Chooser({
      table,
      scores,
      clock,
      draws,
      isExempt: ({ info }) => this.isExempt(info),
      anchors: kept?.anchors ?? [],
    });
  }

  isConfigured(key: PeerKey): boolean {
    return this.configured.has(key);
  }

  isFriend(key: PeerKey): boolean {
    return this.friends.has(key);
  }

  /** Without the rules about groups and rates. */
  isExempt({ address }: PeerInfo): boolean {
    return this.isConfigured(keyOf(address)) || this.settings.isTestAddress(address.host);
  }

  /** `open`: peers with a session. */
  save(open: readonly Peer[]): void {
    const anchors = open.filter((peer) => !isFixed(peer)).slice(0, choiceLimits.anchors);
    this.kept.save({
      ...this.table.snapshot(),
      anchors: anchors.map(({ key }) => key),
      bans: this.scores.bans(),
    });
  }
}
