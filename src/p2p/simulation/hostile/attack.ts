// An attack as a script: a peer that otherwise behaves like an honest node, but forges some of its answers, or sends what no
// honest node sends. What must come of it is stated beside it.

import { toBase64Url } from '../../../base/base64url.ts';
import { utf8 } from '../../../base/bytes.ts';
import { printJson } from '../../../base/json.ts';
import type { SeededRandom } from '../../../base/ports/random.ts';
import type { PeerInfo } from '../../address/peer-info.ts';
import { peerToJson } from '../../messages/peers.ts';
import type { WireAnswer, WireRequest } from '../../messages/wire.ts';
import type { SimulatedLedger } from '../chain/simulated-ledger.ts';

/** What the attacker has at hand. */
export type Hand = {
  readonly self: PeerInfo;
  /** An honest node, another one each time, and all of them. */
  readonly victim: PeerInfo;
  readonly honest: readonly PeerInfo[];
  /** A copy of the chains, as an honest node has it. */
  readonly ledger: SimulatedLedger;
  readonly random: SeededRandom;
  /** How often it has acted. */
  readonly turn: number;
  readonly send: (request: RawRequest) => void;
};

/** To the victim. */
export type RawRequest = {
  readonly method: WireRequest['method'];
  /** After `/chainweb/0.0/simulation/`. */
  readonly path: string;
  readonly body?: string;
};

export type Attack = {
  /** Its numbers in the list of misbehaviours that nodes must withstand. */
  readonly numbers: readonly number[];
  readonly name: string;
  /** Forges an answer; `undefined` leaves it as it is. */
  readonly forge?: (request: WireRequest, answer: WireAnswer, hand: Hand) => WireAnswer | undefined;
  /** Milliseconds that its answers are late. */
  readonly lateMs?: number;
  /** Called each second. */
  readonly act?: (hand: Hand) => void;
  /**
   * `banned`; `blamed`: it loses so many points that it has no session for a while; `late`: it loses a few; `refused`: none
   * of its requests succeeds; `limited`: some are too many; `borne`: it does not matter.
   */
  readonly expects: 'banned' | 'blamed' | 'late' | 'refused' | 'limited' | 'borne';
};

export const isPath = ({ method, path }: WireRequest, wanted: string, end: RegExp): boolean =>
  method === wanted && end.test(path.split('?', 1)[0] ?? '');

export const withBody = (answer: WireAnswer, body: string | Uint8Array): WireAnswer => ({
  ...answer,
  status: 200,
  body: typeof body === 'string' ? utf8(body) : body,
});

export const randomHash = (random: SeededRandom): string => toBase64Url(random.bytes(32));

export const peerText = (peer: PeerInfo): string => printJson(peerToJson(peer));

/** A cut as text, with whatever its members are. */
export function cutText(parts: {
  readonly heads: Iterable<
    readonly [chain: number | string, height: number | string, hash: string]
  >;
  readonly origin: PeerInfo;
  readonly weight?: string;
  readonly height?: number | string;
  /** Further members, as `,"headers":{...}`. */
  readonly more?: string;
}): string {
  const heads = [...parts.heads].map(
    ([chain, height, hash]) => `"${chain}":{"height":${height},"hash":"${hash}"}`,
  );
  const sum = [...parts.heads].reduce((all, [, height]) => all + Number(height), 0);
  const none = toBase64Url(new Uint8Array(32));
  return (
    `{"hashes":{${heads.join(',')}},"origin":${peerText(parts.origin)},` +
    `"weight":"${parts.weight ?? none}","height":${parts.height ?? sum},"instance":"simulation","id":"${none}"${parts.more ?? ''}}`
  );
}

/** The heads of the attacker's own cut, this much higher, with random hashes. */
export function inventedHeads(
  { ledger, random }: Hand,
  above: number,
): readonly (readonly [number, number, string])[] {
  return [...ledger.cut().heads.values()].map(
    ({ chainId, height }) => [chainId, height + above, randomHash(random)] as const,
  );
}
