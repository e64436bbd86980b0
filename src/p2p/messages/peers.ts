// Messages about peers: a page of those that a node knows, and the announcement of one.
// Source: P2P/Node/RestAPI.hs, P2P/Peer.hs; interface reference, section 1.2.

import { isJsonNumber, isJsonObject, jsonNull, JsonNumber, naturalOf } from '../../base/json.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { hostAddressOf, maxPort } from '../address/host-address.ts';
import type { HostAddress, PeerInfo, PeerNetwork } from '../address/peer-info.ts';
import { parsePeerId } from '../address/peer-text.ts';
import { aboutOf, type About } from './about.ts';
import { documentBytes, readList, readObject } from './documents.ts';
import { messageLimits } from './limits.ts';
import { message } from './message.ts';

export const cutPeersPath = '/{word}/0.0/{network}/cut/peer';
export const mempoolPeersPath = '/{word}/0.0/{network}/chain/{chain}/mempool/peer';

type OfNetwork = { readonly network: PeerNetwork };

const peersPath = {
  path: cutPeersPath,
  pathOf: ({ network }: OfNetwork) => (network.kind === 'cut' ? cutPeersPath : mempoolPeersPath),
  parameters: ({ network }: OfNetwork): Readonly<Record<string, number>> =>
    network.kind === 'cut' ? {} : { chain: network.chain },
} as const;

/** The first page, which is all that nodes of the reference ask for. */
export const getPeers = message<OfNetwork, readonly PeerInfo[]>({
  ...peersPath,
  name: 'getPeers',
  method: 'GET',
  status: 200,
  type: 'application/json',
  maxBytes: messageLimits.peersBytes,
  read: ({ body }) => readPeers(body),
});

/** Asks whether a peer answers, and what it says about itself; the page is not read. */
export const probePeer = message<OfNetwork, About>({
  ...peersPath,
  name: 'probePeer',
  method: 'GET',
  status: 200,
  type: undefined,
  maxBytes: messageLimits.peersBytes,
  read: ({ headers }, _, { word }) => good(aboutOf(headers, word)),
});

export const putPeer = message<OfNetwork & { readonly peer: PeerInfo }, undefined>({
  ...peersPath,
  name: 'putPeer',
  method: 'PUT',
  status: 204,
  type: undefined,
  bodyBytes: messageLimits.peerBytes,
  maxBytes: 0,
  body: ({ peer }) => documentBytes(peerToJson(peer)),
  read: () => good(undefined),
});

/** Members in the order of the reference. */
export function peerToJson({ id, address }: PeerInfo): JsonObject {
  return new Map<string, JsonValue>([
    ['id', id ?? jsonNull],
    [
      'address',
      new Map<string, JsonValue>([
        ['hostname', address.host],
        ['port', new JsonNumber(String(address.port))],
      ]),
    ],
  ]);
}

export function readPeer(bytes: Uint8Array): Result<PeerInfo, string> {
  const read = readObject(bytes);
  return read.ok ? peerFromJson(read.value) : read;
}

/** Reads the peer that announces itself, and the origin of a cut. */
export function peerFromJson(value: JsonValue): Result<PeerInfo, string> {
  if (!isJsonObject(value)) return bad('a peer must be an object');
  const [id, address] = [value.get('id'), value.get('address')];
  if (id === undefined) return bad('key "id" not found');
  if (address === undefined) return bad('key "address" not found');
  const known = typeof id === 'string' ? parsePeerId(id) : undefined;
  if (known === undefined && id !== jsonNull) {
    return bad('the id of a peer must be null or 43 characters of base64url');
  }
  const read = addressFromJson(address);
  return read.ok ? good({ id: known, address: read.value }) : read;
}

function addressFromJson(value: JsonValue): Result<HostAddress, string> {
  if (!isJsonObject(value)) return bad('the address of a peer must be an object');
  const [host, portNumber] = [value.get('hostname'), value.get('port')];
  if (host === undefined) return bad('key "hostname" not found');
  if (portNumber === undefined) return bad('key "port" not found');
  const port = isJsonNumber(portNumber) ? naturalOf(portNumber, maxPort) : undefined;
  if (typeof host !== 'string' || port === undefined) {
    return bad('the address of a peer must have a name and a port');
  }
  return hostAddressOf({ host, port });
}

/**
 * Reads a page; the cursor of the next one is not needed. More peers than are read are a fault. A peer that cannot be read is left
 * out: nodes of the reference pass on addresses that are refused here, which is not their fault.
 */
function readPeers(bytes: Uint8Array): Result<readonly PeerInfo[], string> {
  const page = readObject(bytes);
  if (!page.ok) return page;
  const missing = ['limit', 'items', 'next'].find((key) => !page.value.has(key));
  if (missing !== undefined) return bad(`key "${missing}" not found`);
  const items = readList(page.value.get('items'), messageLimits.peers);
  if (!items.ok) return items;
  return good(
    items.value.flatMap((item) => {
      const peer = peerFromJson(item);
      return peer.ok ? [peer.value] : [];
    }),
  );
}
