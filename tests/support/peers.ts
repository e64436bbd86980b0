// Peers, a table of them and a way to draw, for tests of peer-to-peer.

import { SeededRandom } from '../../src/base/ports/random.ts';
import { SimulatedTime } from '../../src/base/ports/simulated-time.ts';
import type { PeerInfo } from '../../src/p2p/address/peer-info.ts';
import { parseHostAddress } from '../../src/p2p/address/host-address.ts';
import { Draws } from '../../src/p2p/draws.ts';
import type { KeptPeerData } from '../../src/p2p/peers/kept.ts';
import { type FixedPeers, PeerTable } from '../../src/p2p/peers/peer-table.ts';

/** An id of 43 characters that ends in this one. */
export function idOf(text: string): string {
  return text.padStart(43, 'A');
}

export function peerOf(address: string, id = 'A'): PeerInfo {
  const read = parseHostAddress(address);
  if (!read.ok) throw new Error(read.fault);
  return { address: read.value, id: idOf(id) };
}

export type TableOptions = {
  readonly seed?: number;
  readonly fixed?: Partial<FixedPeers>;
  readonly kept?: KeptPeerData | undefined;
  readonly exempt?: (peer: PeerInfo) => boolean;
  readonly time?: SimulatedTime;
  readonly ownId?: string | undefined;
};

export function tableOf({ seed = 1, fixed, kept, exempt, time, ownId }: TableOptions = {}) {
  const clock = time ?? new SimulatedTime({ startDateMs: 1_700_000_000_000 });
  const draws = new Draws(new SeededRandom(seed));
  const table = new PeerTable({
    clock,
    draws,
    kept,
    ownId,
    fixed: { configured: [], bootstraps: [], ...fixed },
    isExempt: exempt ?? (() => false),
  });
  return { time: clock, draws, table };
}
