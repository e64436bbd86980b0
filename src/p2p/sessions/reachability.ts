// Whether other nodes can reach this one: the address that they see, and whether they accept its announcement.
// Source: PeerResources.getHost and withHost, P2P/Node.hs (startPeerDb). There, a node that is not sure of its address does not
// start; here it does, since it can follow the network without being reached.

import { counted } from '../../base/prose.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { keyOf, type PeerInfo } from '../address/peer-info.ts';
import { headCut } from '../messages/cut.ts';
import type { Ask } from '../messages/message.ts';
import { putPeer } from '../messages/peers.ts';

/** Peers that are asked: one that lies, or that is behind the same router, should not decide. */
const maxAsked = 16;
const deadlineMs = 5000;

/**
 * Asks known peers from which host requests of this node come. Most of the answers must agree. A fault is one sentence.
 * `isReserved`: whether no peer of the network can have such an address.
 */
export async function ownHostSeenBy(
  peers: readonly PeerInfo[],
  { ask, isReserved }: { readonly ask: Ask; readonly isReserved: (host: string) => boolean },
): Promise<Result<string, string>> {
  const answers = await Promise.all(
    peers.slice(0, maxAsked).map((peer) => ask(peer, headCut, undefined, { deadlineMs })),
  );
  const votes = new Map<string, number>();
  let count = 0;
  for (const answer of answers) {
    const host = answer.ok ? answer.value.seen?.host : undefined;
    if (host === undefined || isReserved(host)) continue;
    votes.set(host, (votes.get(host) ?? 0) + 1);
    count++;
  }
  for (const [host, those] of votes) if (2 * those > count) return good(host);
  return bad(
    count === 0
      ? 'no known peer says which address it sees'
      : `known peers see different addresses: ${[...votes.keys()].join(', ')}`,
  );
}

/**
 * Announces this node to known peers, which ask back. Returns a sentence if fewer than a part of them (from 0 to 1) can reach it;
 * with 0 none is asked.
 */
export async function reachabilityFault(
  peers: readonly PeerInfo[],
  {
    ask,
    own,
    part,
  }: {
    readonly ask: Ask;
    readonly own: PeerInfo;
    readonly part: number;
  },
): Promise<string | undefined> {
  const others = peers.filter(({ address }) => keyOf(address) !== keyOf(own.address));
  const asked = part > 0 ? others.slice(0, maxAsked) : [];
  const answers = await Promise.all(
    asked.map((peer) =>
      ask(peer, putPeer, { network: { kind: 'cut' }, peer: own }, { deadlineMs }),
    ),
  );
  const accepted = answers.filter(({ ok }) => ok).length;
  if (accepted >= Math.ceil(part * asked.length)) return undefined;
  return `${accepted} of ${counted(asked.length, 'known peer')} can connect to this node at ${keyOf(own.address)}: open that port in the firewall and the router, or set p2p.announce`;
}
