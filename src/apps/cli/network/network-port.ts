// The port for deployments and requirements to a network of pact.yaml.

import { bad, good, type Result } from '../../../base/result.ts';
import type { NetworkPort } from '../../../tools/modules/index.ts';
import type { NamedNetwork } from '../project/named-network.ts';
import { serverOf } from '../send/destination.ts';
import { answerWithin, post } from '../send/post.ts';

/** Returns the port, or a sentence if the host cannot be the address of these chains. */
export function networkPort(
  network: Omit<NamedNetwork, 'deploying'>,
  chains: readonly string[],
): Result<NetworkPort, string> {
  const addresses = new Map<string, string>();
  for (const chain of chains) {
    const address = serverOf({ kind: 'network', network }, chain);
    if (!address.ok) return bad(address.fault.sentence);
    addresses.set(chain, address.value);
  }
  const addressOf = (chain: string): string => addresses.get(chain) ?? network.host;
  return good({
    addressOf,
    ask: (chain, path, body) => post(`${addressOf(chain)}/api/v1/${path}`, body, answerWithin),
  });
}
