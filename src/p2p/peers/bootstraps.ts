// Peers that a node of a public network knows from the start. Their certificates are signed by authorities.
// Source: P2P/BootstrapNodes.hs of version 3.2.

import type { PeerInfo } from '../address/peer-info.ts';

export function bootstrapsOf(network: string): readonly PeerInfo[] {
  const hosts = hostsByNetwork.get(network) ?? [];
  return hosts.map((host) => ({ address: { host, port: 443 }, id: undefined }));
}

const hostsByNetwork: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'mainnet01',
    [
      'fr-1.chainweb-community.org',
      'nl-1.chainweb-community.org',
      'pl-1.chainweb-community.org',
      'pl-2.chainweb-community.org',
      'ca-1.chainweb-community.org',
      'us-e1.bootstrap.kadinic.com',
    ],
  ],
  ['testnet06', ['testnet06-1.chainweb-community.org', 'testnet06-2.chainweb-community.org']],
]);
