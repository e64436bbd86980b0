// What the parts of synchronization share: the ledger, peers, and blocks that are not executed yet.

import { equalBytes } from '../../base/bytes.ts';
import { onceFor } from '../../base/deferred.ts';
import type { Clock, Timer } from '../../base/ports/time.ts';
import type { Trees } from '../../chain/choice/join.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader, Hash } from '../../chain/model/header.ts';
import { effectiveWindow } from '../../chain/rules/difficulty.ts';
import { type Network, chainsOf, genesisHeader } from '../../chain/rules/network.ts';
import { keyOf, type PeerInfo, type PeerKey } from '../address/peer-info.ts';
import type { Ledger } from '../ledger.ts';
import type { Candidates } from './candidates.ts';
import type { Fetcher } from './fetch.ts';
import { validateUpward, type Validated } from './headers.ts';
import { catchUpLimits, deepFork } from './limits.ts';
import type { SyncPeers } from './port.ts';
import type { Questions } from './questions.ts';
import type { TargetBase } from './target-bound.ts';
import type { Verdicts } from './verdicts.ts';

export type Shared = {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly peers: SyncPeers;
  readonly questions: Questions;
  readonly fetcher: Fetcher;
  readonly candidates: Candidates;
  readonly verdicts: Verdicts;
};

/** Heights of a window of catching up. */
export function windowHeights({ follow }: Pick<Ledger, 'follow'>): number {
  return follow === 'headers' ? catchUpLimits.headerWindow : catchUpLimits.window;
}

/** Finds a header all rules of which hold: of a block that was executed, or of one that may be. */
export function findValid(
  { ledger, candidates }: Pick<Shared, 'ledger' | 'candidates'>,
  chain: ChainId,
  hash: Hash,
): BlockHeader | undefined {
  // In memory first: most headers of a catch-up are not on the disk yet.
  const known = candidates.header(hash);
  if (known?.isValid === true && known.header.chainId === chain) return known.header;
  const stored = ledger.find(chain, hash);
  if (stored !== undefined || known !== undefined) return stored;
  // The first block of a chain that begins later may not be stored yet.
  const first = firstBlocks(ledger.network).get(chain);
  return first !== undefined && equalBytes(first.hash, hash) ? first : undefined;
}

const firstBlocks = onceFor((network: Network): ReadonlyMap<ChainId, BlockHeader> => {
  const headers = chainsOf(network).map((chain) => genesisHeader(network, chain));
  return new Map(headers.flatMap((header) => (header ? [[header.chainId, header] as const] : [])));
});

export function validTrees(shared: Pick<Shared, 'ledger' | 'candidates'>): Trees {
  return (chain) => ({ get: (hash) => findValid(shared, chain, hash) });
}

/** Validates headers of a cut. Blocks that break a rule are remembered, and count against its senders. */
export async function validateAnnounced(
  shared: Shared,
  headers: readonly BlockHeader[],
  senders: readonly PeerKey[],
): Promise<Validated> {
  const { ledger, verdicts, timer } = shared;
  const validated = await validateUpward(headers, {
    network: ledger.network,
    now: ledger.now(),
    find: (chain, hash) => findValid(shared, chain, hash),
    verdicts,
    refuse: (header, why) => verdicts.add(header, why, senders),
    timer,
  });
  for (const { hash } of validated.invalid) verdicts.held(hash, senders);
  return validated;
}

/** The peers that stand behind a cut. */
export class Backers {
  /** Peers that announced it, and are to blame for it. */
  readonly senders = new Set<PeerKey>();
  /** One of them has served a block of it. Until then nobody else is asked: the cut may be made up. */
  isProven = false;
  private readonly peers: SyncPeers;
  private readonly origins = new Map<PeerKey, PeerInfo>();

  constructor(peers: SyncPeers) {
    this.peers = peers;
  }

  add({ origin, sender }: { readonly origin: PeerInfo; readonly sender: PeerKey }): void {
    this.senders.add(sender);
    this.origins.set(keyOf(origin.address), origin);
  }

  /** Who is asked for blocks, those that announced them first. */
  sources(): readonly PeerInfo[] {
    if (!this.isProven) return [...this.origins.values()];
    const others = this.peers.current().filter(({ address }) => !this.origins.has(keyOf(address)));
    return [...this.origins.values(), ...others];
  }
}

/** Own blocks whose targets bound those of forks: in each epoch from the deepest fork up. */
export function targetBaseOf(ledger: Pick<Ledger, 'network' | 'cut' | 'headerAt'>): TargetBase {
  const { network } = ledger;
  const base: BlockHeader[] = [];
  if (network.isPowDisabled) return { network, base };
  for (const [chain, head] of ledger.cut().heads) {
    base.push(head);
    for (let at = Math.max(0, head.height - deepFork); at < head.height;) {
      const header = ledger.headerAt(chain, at);
      if (header !== undefined) base.push(header);
      // The first one that there is, and then one of each epoch: old ones are read from the disk.
      at += effectiveWindow(network, { height: header === undefined ? 0 : at });
    }
  }
  return { network, base };
}
