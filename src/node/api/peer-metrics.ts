// The metrics of a node about other nodes: how many peers, and how far its chains are behind theirs. No label comes from a
// peer: their number would be in the hands of others.

import { Gauge, type Registry } from 'prom-client';
import type { OperatorView } from '../../p2p/sessions/operator.ts';
import type { SyncMode, SyncProgress } from '../../p2p/sync/port.ts';
import { addGauge } from './read-gauge.ts';

const modes = {
  alone: 0,
  near: 0,
  behind: 0,
  'far-behind': 0,
  diverged: 0,
} satisfies Record<SyncMode, number>;

/** Adds gauges whose values are read when metrics are requested. */
export function addPeerMetrics(
  registry: Registry,
  view: Pick<OperatorView, 'progress' | 'counts'>,
): void {
  const gauge = (name: string, help: string, read: () => number): void =>
    addGauge(registry, name, { help, read });
  gauge('pact_peers_known', 'Peers in the table', () => view.counts().known);
  gauge(
    'pact_peer_sessions',
    'Sessions with peers that this node has opened',
    () => view.counts().sessions,
  );
  gauge('pact_peers_banned', 'Addresses that are banned', () => view.counts().banned);
  gauge('pact_sync_heights_behind', 'Heights that the lowest chain is behind what peers say', () =>
    behind(view.progress()),
  );
  gauge(
    'pact_sync_blocks_per_second',
    'Blocks executed in a second, lately',
    () => view.progress().blocksPerSecond,
  );
  gauge(
    'pact_sync_doubted_chains',
    'Chains with a block that this node refuses and others do not',
    () => view.progress().doubtedChains.length,
  );
  const mode: Gauge<'mode'> = new Gauge({
    name: 'pact_sync_mode',
    help: '1 for the mode of the synchronization of blocks, 0 for the others',
    labelNames: ['mode'],
    registers: [registry],
    collect() {
      const current = view.progress().mode;
      for (const each of Object.keys(modes)) mode.set({ mode: each }, each === current ? 1 : 0);
    },
  });
}

function behind({ goal, height }: SyncProgress): number {
  return goal === undefined ? 0 : Math.max(0, goal - height);
}
