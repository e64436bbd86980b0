// A peer as operators write it: an address, with its id in front if the certificate is not signed by an authority.
// Source: P2P/Peer.hs, peerInfoFromText.

import { fromBase64Url } from '../../base/base64url.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { parseHostAddress } from './host-address.ts';
import { keyOf, type PeerId, type PeerInfo } from './peer-info.ts';

const idLength = 43;

/** Returns `undefined` unless the text is the base64url of 32 bytes, without padding. */
export function parsePeerId(text: string): PeerId | undefined {
  return text.length === idLength && fromBase64Url(text) !== undefined ? text : undefined;
}

/** Reads `node.example:1789` or `ID@node.example:1789`. A fault is one sentence. */
export function parsePeer(text: string): Result<PeerInfo, string> {
  const at = text.indexOf('@');
  const address = parseHostAddress(text.slice(at + 1));
  if (!address.ok) return address;
  if (at < 0) return good({ address: address.value, id: undefined });
  const id = parsePeerId(text.slice(0, at));
  if (id === undefined) {
    return bad('the id before @ must have 43 characters, as pact node identity prints it');
  }
  return good({ address: address.value, id });
}

export function peerText({ id, address }: PeerInfo): string {
  return id === undefined ? keyOf(address) : `${id}@${keyOf(address)}`;
}
