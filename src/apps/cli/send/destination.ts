// Finds the address for a command: its network or server, combined with the network and chain in the command. A
// mismatch is refused before anything is sent.

import { bad, good, type Result } from '../../../base/result.ts';
import { isJsonObject, type JsonValue } from '../../../base/json.ts';
import type { Payload, Reading } from '../../../chain/command/index.ts';
import { chainFault, networkFault } from '../../request/network.ts';
import type { Given } from '../commands/define.ts';
import { namedNetwork, type NamedNetwork } from '../project/networks.ts';
import type { NetworkPort } from '../../../tools/modules/index.ts';
import { answerWithin, post } from './post.ts';

export type Target =
  | { readonly kind: 'network'; readonly network: Omit<NamedNetwork, 'deploying'> }
  | { readonly kind: 'host'; readonly host: string };

/** An address without `/api/v1`. */
type Destination = Reading<string>;

type Names = { readonly networkId: string; readonly chainId: string };

/** Reads `--network` or `--host`; for an unknown network, prints an error and returns `undefined`. */
export function targetOf(given: Given): Target | undefined {
  const host = given.value('host');
  if (host !== undefined) return { kind: 'host', host };
  const network = namedNetwork(given.value('network') ?? '');
  return network === undefined ? undefined : { kind: 'network', network };
}

/** `chain`: that of `--chain`. */
export function destinationOf(
  target: Target,
  payload: Pick<Payload<JsonValue>, 'networkId' | 'meta'>,
  chain?: string,
): Destination {
  const networkId = payload.networkId ?? '';
  const chainId = chainOf(payload.meta);
  if (chain !== undefined && chain !== chainId) {
    const own = chainId === '' ? 'for no chain' : `for chain ${chainId}`;
    return bad({ sentence: `the transaction is ${own}, but --chain is ${chain}` });
  }
  if (target.kind === 'network') {
    const { network } = target;
    // A stand-alone server accepts commands without a network and a chain.
    const wrongNetwork = networkId === '' ? undefined : networkFault(network, networkId);
    const wrongChain = chainId === '' ? undefined : chainFault(network, chainId);
    const wrong = wrongNetwork ?? wrongChain;
    if (wrong !== undefined) return bad({ sentence: wrong });
  }
  return addressOf(
    target,
    { networkId, chainId },
    (name, host) => `has no ${name}, but ${host} needs one`,
  );
}

/** Returns the address without a command: the chain is that of `--chain`, or the only one. */
export function serverOf(target: Target, chain: string | undefined): Destination {
  const chains = target.kind === 'network' ? target.network.chains : undefined;
  const chainId = chain ?? (chains?.length === 1 ? chains[0] : undefined) ?? '';
  if (target.kind === 'network' && chain !== undefined) {
    const wrong = chainFault(target.network, chain);
    if (wrong !== undefined) return bad({ sentence: wrong });
  }
  const networkId = target.kind === 'network' ? target.network.networkId : '';
  return addressOf(target, { networkId, chainId }, (name, host) =>
    name === 'chainId'
      ? `${host} needs a chain: choose one with --chain`
      : `${host} needs a network: write its id in place of {${name}}`,
  );
}

function addressOf(
  target: Target,
  names: Names,
  missing: (name: string, host: string) => string,
): Destination {
  const host = target.kind === 'network' ? target.network.host : target.host;
  let address = host.replace(/\/+$/, '');
  for (const [name, value] of Object.entries(names)) {
    if (!address.includes(`{${name}}`)) continue;
    if (value === '') return bad({ sentence: missing(name, host) });
    address = address.replaceAll(`{${name}}`, () => encodeURIComponent(value));
  }
  return good(address);
}

/** Returns the chain, or an empty string if there is none: private metadata have no chain. */
function chainOf(meta: JsonValue): string {
  const chainId = isJsonObject(meta) ? meta.get('chainId') : undefined;
  return typeof chainId === 'string' ? chainId : '';
}

// The port for deployments and requirements to a network of pact.yaml.

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
