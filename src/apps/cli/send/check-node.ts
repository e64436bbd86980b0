// Asks a node which network it runs, before something is signed for it with a key that everybody knows.

import { isJsonArray, isJsonObject } from '../../../base/json.ts';
import { readJson } from '../../../base/json-reader.ts';
import { unreachable } from '../../../tools/modules/index.ts';
import type { NamedNetwork } from '../project/named-network.ts';
import { get } from './post.ts';

/** A node answers at once. */
const infoWithinMs = 10_000;

/**
 * Returns the fault if no node answers, or one of another network or without the chain. A server that does not describe
 * itself, such as `pact serve`, is accepted.
 */
export async function nodeFault(
  { name, networkId, host }: Pick<NamedNetwork, 'name' | 'networkId' | 'host'>,
  chain: string,
): Promise<string | undefined> {
  const plain = host.replaceAll('{networkId}', networkId).replaceAll('{chainId}', chain);
  const { origin } = new URL(plain);
  const answer = await get(`${origin}/info`, infoWithinMs);
  if (answer.kind === 'silence') return unreachable(origin, answer.reason);
  const read = answer.status === 200 ? readJson(answer.text) : undefined;
  if (read?.kind !== 'value' || !isJsonObject(read.value)) return undefined;
  const reported = read.value.get('nodeVersion');
  if (typeof reported === 'string' && reported !== networkId) {
    return `${origin} is a node of the network ${reported}, not of ${networkId}: nothing was signed`;
  }
  const chains = read.value.get('nodeChains');
  if (chains === undefined || !isJsonArray(chains) || chains.includes(chain)) return undefined;
  const ids = chains.filter((id) => typeof id === 'string').map(Number);
  const all = ids.length === 1 ? 'only chain 0' : `chains 0 to ${Math.max(...ids)}`;
  return `${name} has no chain ${chain}: the node at ${origin} has ${all}`;
}
