// What the headers of an answer say about the node that sent it: its version, what it can do beyond the reference, and the
// address that it saw.
// Source: P2P/Node.hs (guardPeerDb), Chainweb/RestAPI/NetworkID.hs, Chainweb/NodeVersion.hs.

import { parseHostAddress } from '../address/host-address.ts';
import type { HostAddress } from '../address/peer-info.ts';

export type About = {
  /** As the node writes it: `3.2`. */
  readonly version: string | undefined;
  /** The address from which the request came, as the node saw it. */
  readonly seen: HostAddress | undefined;
  /** The clock of the node: seconds since 1970. */
  readonly seconds: number | undefined;
  readonly features: Features;
};

export function aboutOf(headers: ReadonlyMap<string, string>, word: string): About {
  const seen = parseHostAddress(headers.get('x-peer-addr') ?? '');
  const seconds = headers.get('x-server-timestamp') ?? '';
  return {
    version: headers.get(`x-${word}-node-version`),
    seen: seen.ok ? seen.value : undefined,
    seconds: /^[0-9]{1,12}$/.test(seconds) ? Number(seconds) : undefined,
    features: readFeatures(headers.get(featuresHeader) ?? ''),
  };
}

/** The oldest version that nodes of the reference accept. */
const oldestVersion = [3, 0] as const;

/** Compares number by number: `3` alone is older than `3.0`, as in the reference. */
export function isAcceptedVersion(text: string): boolean {
  if (!/^[0-9]{1,9}(\.[0-9]{1,9}){0,7}$/.test(text)) return false;
  const parts = text.split('.').map(Number);
  for (const [i, oldest] of oldestVersion.entries()) {
    const part = parts[i];
    if (part === undefined || part < oldest) return false;
    if (part > oldest) return true;
  }
  return true;
}

// Features beyond the reference, which its nodes ignore.

export const featuresHeader = 'x-multichain-p2p';

export type Features = {
  /** The payloads that friends may ask for at once; 0: none. */
  readonly payloadBatch: number;
  /** Whether it takes blocks that are attached to cuts. Those of the reference do. */
  readonly attachments: boolean;
  /** A number that a process draws when it starts: a node knows by it that it has asked itself. */
  readonly node: string | undefined;
};

export function featuresText({ payloadBatch, attachments, node }: Features): string {
  const own = node === undefined ? '' : `, node=${node}`;
  return `payload-batch=${payloadBatch}, attachments=${attachments ? 1 : 0}${own}`;
}

function readFeatures(text: string): Features {
  const given = new Map<string, string>();
  for (const part of text.slice(0, 256).split(',', 16)) {
    const [name = '', value = ''] = part.split('=');
    given.set(name.trim(), value.trim());
  }
  const batch = given.get('payload-batch') ?? '';
  const node = given.get('node') ?? '';
  return {
    payloadBatch: /^[0-9]{1,5}$/.test(batch) ? Number(batch) : 0,
    attachments: given.get('attachments') === '1',
    node: /^[A-Za-z0-9_-]{1,64}$/.test(node) ? node : undefined,
  };
}
