// What only other nodes ask: their announcements, the peers of this node, and cuts that they push.
// Source: P2P/Node/RestAPI/Server.hs, Chainweb/CutDB/RestAPI/Server.hs; interface reference, sections 1.1 and 1.2.

import { jsonNull, printJson } from '../../../base/json.ts';
import { tooManyRequests, type Answer } from '../../../base/http/index.ts';
import type { PageCursor } from '../../../chain/model/page-cursor.ts';
import type { PeerNetwork } from '../../../p2p/address/peer-info.ts';
import { cutPath, readCut } from '../../../p2p/messages/cut.ts';
import {
  cutPeersPath,
  mempoolPeersPath,
  peerFromJson,
  peerToJson,
  readPeer,
} from '../../../p2p/messages/peers.ts';
import type { Sender } from '../../../p2p/peers/desk.ts';
import { endpoint, jsonDoc, type BodyDoc } from '../endpoint.ts';
import { fault } from '../faults.ts';
import { pageOf, ref } from '../json-schema.ts';
import { pageText } from '../pages.ts';
import type { NodeApiParts } from '../parts.ts';
import { natural, position } from '../query.ts';

const query = {
  limit: natural('The most peers to return.', { absent: undefined }),
  next: position('Where to continue: the member next of the previous page.'),
} as const;

const peerBody = {
  as: 'bytes',
  types: ['application/json'],
  max: 'peerBodyBytes',
  schema: ref('peer'),
  example: { id: null, address: { hostname: 'node.example', port: 443 } },
} as const satisfies BodyDoc;

const page = jsonDoc('A page of peers.', pageOf(ref('peer')));
const accepted = {
  204: { doc: 'The peer answered, or was known; or this node keeps no peers but its own.' },
  429: { doc: 'Too many announcements.', types: ['application/json'] },
} as const;

const shared = { group: 'p2p', feature: 'peers', tag: 'peer' } as const;
const listing = {
  ...shared,
  method: 'GET',
  query,
  produces: ['application/json'],
  answers: { 200: page },
  limits: ['peerPage'],
} as const;
const announcement = {
  ...shared,
  method: 'PUT',
  body: peerBody,
  answers: accepted,
  faults: ['bad-body', 'bad-peer'],
} as const;

export const peerEndpoints = [
  endpoint({
    ...listing,
    id: 'listCutPeers',
    path: cutPeersPath,
    summary:
      'Returns peers of the network of cuts, in an order that is the same until the node ends',
    run: (parts, { query: asked }) => peerPage(parts, { kind: 'cut' }, asked),
  }),
  endpoint({
    ...announcement,
    id: 'putCutPeer',
    path: cutPeersPath,
    summary: 'Announces a node, which is asked back before others learn of it',
    run: (parts, { body, sender }) => announce(parts, { kind: 'cut' }, { body, sender }),
  }),
  endpoint({
    ...listing,
    id: 'listMempoolPeers',
    path: mempoolPeersPath,
    summary: 'Returns peers of the network of the mempool of a chain',
    run: (parts, { path: { chain }, query: asked }) =>
      peerPage(parts, { kind: 'mempool', chain: chain.id }, asked),
  }),
  endpoint({
    ...announcement,
    id: 'putMempoolPeer',
    path: mempoolPeersPath,
    summary: 'Announces a node that exchanges transactions of a chain',
    run: (parts, { path: { chain }, body, sender }) =>
      announce(parts, { kind: 'mempool', chain: chain.id }, { body, sender }),
  }),
  endpoint({
    ...shared,
    id: 'putCut',
    tag: 'cut',
    method: 'PUT',
    path: cutPath,
    summary: 'Announces the newest blocks of a node, with itself as the origin',
    body: {
      as: 'bytes',
      types: ['application/json'],
      max: 'cutBodyBytes',
      schema: ref('cut'),
      example: '',
    },
    answers: { 204: { doc: 'The cut will be looked at.' } },
    faults: ['bad-body', 'no-origin', 'unknown-peer'],
    limits: ['cutBytes'],
    run: ({ peers }, { body, sender }) => {
      const cut = readCut(body);
      if (!cut.ok) return fault('bad-body', { why: cut.fault });
      if (cut.value.origin === jsonNull) return fault('no-origin');
      const origin = peerFromJson(cut.value.origin);
      if (!origin.ok) return fault('bad-body', { path: 'origin', why: origin.fault });
      return peers?.takeCut(cut.value, origin.value, sender) === 'taken'
        ? { kind: 'nothing' }
        : fault('unknown-peer');
    },
  }),
];

type PageAsked = {
  readonly limit: number | undefined;
  readonly next: PageCursor<number> | undefined;
};

/** The cursor is a place in the list. */
function peerPage({ peers, limits }: NodeApiParts, network: PeerNetwork, asked: PageAsked): Answer {
  const { limit = limits.usualPeerPage, next } = asked;
  const start = next === undefined ? 0 : next.key + (next.kind === 'inclusive' ? 0 : 1);
  const all = peers?.peers(network) ?? [];
  const items = all.slice(start, start + Math.min(limit, limits.peerPage));
  const end = start + items.length;
  const rest = end < all.length ? ({ kind: 'inclusive', key: end } as const) : undefined;
  const texts = items.map((peer) => printJson(peerToJson(peer)));
  return { kind: 'json', text: pageText(texts, rest, String) };
}

type Announcement = { readonly body: Uint8Array; readonly sender: Sender };

async function announce(
  { peers }: NodeApiParts,
  network: PeerNetwork,
  { body, sender }: Announcement,
): Promise<Answer> {
  const peer = readPeer(body);
  if (!peer.ok) return fault('bad-body', { why: peer.fault });
  const answer = await peers?.announce(network, peer.value, sender);
  if (answer === undefined || answer.ok) return { kind: 'nothing' };
  return answer.fault.kind === 'invalid' ? fault('bad-peer', answer.fault.text) : tooManyRequests;
}
