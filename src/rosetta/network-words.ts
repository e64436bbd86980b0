// The words of a network in the Rosetta interface: blockchain, network, chains as sub-networks, and the currency with
// its amounts.
// Source: Chainweb/Rosetta/RestAPI.hs (validateNetwork), Utils.hs (kdaToRosettaAmount) of chainweb-node 2.26; Mesh API,
// NetworkIdentifier, Amount, Currency.

import { JsonNumber, type JsonObject, type JsonValue } from '../base/json.ts';
import { bad, good, type Result } from '../base/result.ts';
import type { ChainId } from '../chain/graph/chain-graph.ts';
import { defaultRosettaNames, type Network } from '../chain/rules/network.ts';
import type { Decimal } from '../lang/session/run.ts';
import { rosettaFault, type RosettaFault } from './errors.ts';
import type { NetworkIdentifier } from './identifiers.ts';

export type Currency = { readonly symbol: string; readonly decimals: number };

export type NetworkWords = {
  readonly blockchain: string;
  readonly network: string;
  readonly currency: Currency;
};

export function networkWords(network: Network, productWord: string): NetworkWords {
  const { blockchain = productWord, symbol, decimals } = network.rosetta ?? defaultRosettaNames;
  return { blockchain, network: network.name, currency: { symbol, decimals } };
}

/** Returns the identifier of a chain. */
export function networkIdentifierJson(
  { blockchain, network }: NetworkWords,
  chain: ChainId,
): JsonObject {
  return new Map<string, JsonValue>([
    ['blockchain', blockchain],
    ['network', network],
    ['sub_network_identifier', new Map([['network', String(chain)]])],
  ]);
}

/**
 * Returns the chain that an identifier names. Its members are checked in the order of the reference: blockchain, network,
 * sub-network, chain. `chains`: those of the network.
 */
export function chainOfIdentifier(
  { blockchain, network, subNetwork }: NetworkIdentifier,
  words: NetworkWords,
  chains: readonly ChainId[],
): Result<ChainId, RosettaFault> {
  if (blockchain !== words.blockchain) {
    return bad(rosettaFault('unknown-blockchain', `blockchain must be ${words.blockchain}`));
  }
  if (network !== words.network) {
    return bad(rosettaFault('unknown-network', `network must be ${words.network}`));
  }
  if (subNetwork === undefined) {
    return bad(
      rosettaFault(
        'no-chain',
        'network_identifier needs sub_network_identifier: {"network": "0"} is chain 0; network/list has all chains',
      ),
    );
  }
  const chain = chains.find((id) => String(id) === subNetwork);
  if (chain === undefined) return bad(unknownChain);
  return good(chain);
}

/** The network has no such chain, or not yet. */
export const unknownChain = rosettaFault(
  'unknown-chain',
  'sub_network_identifier.network must be the number of a chain, as network/list has it',
);

/** Returns the number of the smallest units; what is below one is cut off towards minus infinity. */
export function unitsOf(
  { mantissa, places }: Decimal,
  { decimals }: Pick<Currency, 'decimals'>,
): bigint {
  if (places <= decimals) return mantissa * 10n ** BigInt(decimals - places);
  const divisor = 10n ** BigInt(places - decimals);
  const quotient = mantissa / divisor;
  return mantissa < 0n && quotient * divisor !== mantissa ? quotient - 1n : quotient;
}

/** `units`: of the smallest unit; may be negative. */
export function amountJson(units: bigint, { symbol, decimals }: Currency): JsonObject {
  const currency = new Map<string, JsonValue>([
    ['symbol', symbol],
    ['decimals', new JsonNumber(String(decimals))],
  ]);
  return new Map<string, JsonValue>([
    ['value', units.toString()],
    ['currency', currency],
  ]);
}
