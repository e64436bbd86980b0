// Adapts a request to a network of the project: missing values are filled in, and values that contradict the network are
// refused, since a transaction signed for another network is useless.

import { suggestion } from '../../base/prose.ts';
import type { Request } from './read-request.ts';

export type NetworkChoice = {
  readonly name: string;
  readonly networkId: string;
  /** The chains of the network; `undefined` allows any. */
  readonly chains: readonly string[] | undefined;
  /** The chain requested on the command line. */
  readonly chain: string | undefined;
};

export type Fitted =
  | { readonly kind: 'value'; readonly value: Request }
  /** `sentence`: without the name of the file. */
  | { readonly kind: 'fault'; readonly sentence: string };

export function requestFor(choice: NetworkChoice, request: Request): Fitted {
  const { payload } = request;
  const networkId = payload.networkId ?? choice.networkId;
  const wrongNetwork = networkFault(choice, networkId);
  if (wrongNetwork !== undefined) return refused(wrongNetwork);
  const written = payload.meta.chainId === '' ? undefined : payload.meta.chainId;
  if (written !== undefined && choice.chain !== undefined && written !== choice.chain) {
    return refused(`publicMeta.chainId is ${written}, but --chain is ${choice.chain}`);
  }
  const { name, chains } = choice;
  const chainId = written ?? choice.chain ?? onlyOne(chains) ?? '';
  if (chainId === '' && chains !== undefined) {
    return refused(
      `publicMeta.chainId is missing, and ${name} has chains ${listed(chains)}: choose one with --chain`,
    );
  }
  const wrongChain = chainFault(choice, chainId);
  if (wrongChain !== undefined) return refused(wrongChain);
  const meta = { ...payload.meta, chainId };
  return { kind: 'value', value: { ...request, payload: { ...payload, networkId, meta } } };
}

type Named = Pick<NetworkChoice, 'name' | 'networkId' | 'chains'>;

/** Returns the fault if a transaction is for another network. */
export function networkFault(
  { name, networkId }: Pick<Named, 'name' | 'networkId'>,
  written: string,
): string | undefined {
  if (written === networkId) return undefined;
  return `networkId is ${written}, but the network ${name} has ${networkId}`;
}

/** Returns the fault if the network does not have the chain of a transaction. */
export function chainFault({ name, chains }: Named, chainId: string): string | undefined {
  if (chains === undefined || chains.includes(chainId)) return undefined;
  const like = suggestion(chainId, chains);
  return `${name} of pact.yaml has no chain ${chainId}${like}: it has ${listed(chains)}`;
}

function onlyOne(chains: readonly string[] | undefined): string | undefined {
  return chains?.length === 1 ? chains[0] : undefined;
}

const listed = (names: readonly string[]): string =>
  names.length === 0 ? 'none' : names.join(', ');

const refused = (sentence: string): Fitted => ({ kind: 'fault', sentence });
