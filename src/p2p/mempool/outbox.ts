// New transactions on their way to one peer: what arrives while the peer is being told of others travels together.

import { good, type Result } from '../../base/result.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { AskFault } from '../messages/message.ts';
import type { News } from './broadcast.ts';
import { gossipLimits as limits } from './limits.ts';
import { type OfferParts, send } from './offer.ts';
import type { PeerPool } from './pull.ts';

/** The peer is asked what it has. */
export type PushParts = OfferParts & { readonly peerPool: PeerPool };

type Waiting = { readonly own: Set<string>; readonly relayed: Set<string> };

export class Outbox {
  private readonly byChain = new Map<ChainId, Waiting>();

  add({ chain, own, relayed }: News): void {
    const waiting = this.byChain.get(chain) ?? { own: new Set(), relayed: new Set() };
    this.byChain.set(chain, waiting);
    addUpTo(waiting.own, own);
    addUpTo(waiting.relayed, relayed);
  }

  /** Takes what waits for the chain that has waited longest; `undefined`: nothing is left. */
  take(): News | undefined {
    for (const [chain, { own, relayed }] of this.byChain) {
      this.byChain.delete(chain);
      return { chain, own: [...own], relayed: [...relayed] };
    }
    return undefined;
  }
}

/** The rest is for the peer to fetch. */
function addUpTo(to: Set<string>, keys: readonly string[]): void {
  for (const key of keys) if (to.size < limits.pushedKeys) to.add(key);
}

/** Sends what the peer does not have. Of what came from other peers, it is asked first. */
export async function push(
  parts: PushParts,
  { own, relayed }: News,
): Promise<Result<undefined, AskFault>> {
  const { known, peerPool } = parts;
  const isNew = (key: string): boolean => !known.has(key);
  const asked = relayed.filter(isNew);
  const members = asked.length === 0 ? good([]) : await peerPool.member(asked);
  if (!members.ok) return members;
  for (const [i, key] of asked.entries()) if (members.value[i] === true) known.add(key);
  return send(parts, [...own, ...asked].filter(isNew));
}
