// Where a command goes: the address of its network or server, with what the command itself says of
// network and chain. What does not fit is refused before anything is sent.

import { isJsonObject, type JsonValue } from '../../base/json.ts';
import type { Payload } from '../../command/index.ts';
import { chainFault, networkFault } from '../../request/network.ts';
import type { NamedNetwork } from '../project/named-network.ts';

export type Target =
  | { readonly kind: 'network'; readonly network: NamedNetwork }
  | { readonly kind: 'host'; readonly host: string };

export type Destination =
  /** An address that `/api/v1` follows. */
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'fault'; readonly sentence: string };

export function destinationOf(target: Target, payload: Payload<JsonValue>): Destination {
  const networkId = payload.networkId ?? '';
  const chainId = chainOf(payload.meta);
  if (target.kind === 'network') {
    const { network } = target;
    // A stand-alone server takes commands for no network, and without a chain.
    const wrongNetwork = networkId === '' ? undefined : networkFault(network, networkId);
    const wrongChain = chainId === '' ? undefined : chainFault(network, chainId);
    const wrong = wrongNetwork ?? wrongChain;
    if (wrong !== undefined) return { kind: 'fault', sentence: wrong };
  }
  const host = target.kind === 'network' ? target.network.host : target.host;
  const names = { networkId, chainId };
  let address = host.replace(/\/+$/, '');
  for (const [name, value] of Object.entries(names)) {
    if (!address.includes(`{${name}}`)) continue;
    if (value === '') {
      return { kind: 'fault', sentence: `names no ${name}, and ${host} needs one` };
    }
    address = address.replaceAll(`{${name}}`, () => encodeURIComponent(value));
  }
  return { kind: 'value', value: address };
}

/** Empty where it names none: private metadata have no chain. */
function chainOf(meta: JsonValue): string {
  const chainId = isJsonObject(meta) ? meta.get('chainId') : undefined;
  return typeof chainId === 'string' ? chainId : '';
}
