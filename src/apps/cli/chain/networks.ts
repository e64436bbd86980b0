// The networks whose headers a command reads: the known ones, and one from a file, which takes precedence.

import { toBase64Url } from '../../../base/base64url.ts';
import { lazily } from '../../../base/deferred.ts';
import type { NetworkNames } from '../../../chain/model/header-json.ts';
import type { BlockHeader } from '../../../chain/model/header.ts';
import { type Network, chainsOf, genesisHeader } from '../../../chain/rules/network.ts';
import { networkNamed, networkWithCode } from '../../../chain/rules/networks/index.ts';

export type Networks = {
  readonly withCode: (code: number) => Network | undefined;
  readonly named: (name: string) => Network | undefined;
};

export function networksWith(own: Network | undefined): Networks {
  return {
    withCode: (code) => (own?.code === code ? own : networkWithCode(code)),
    named: (name) => (own?.name === name ? own : networkNamed(name)),
  };
}

/** Maps network codes to names and back, for headers from nodes. `productWord`: part of the key in their JSON. */
export function headerNames({ withCode, named }: Networks, productWord: string): NetworkNames {
  return {
    productWord,
    nameOf: (code) => withCode(code)?.name,
    codeOf: (name) => named(name)?.code,
  };
}

/** Returns a lookup of the first headers of a network by hash. */
export function firstHeaders(network: Network): (hash: string) => BlockHeader | undefined {
  const byHash = lazily(
    () =>
      new Map(
        chainsOf(network).flatMap((chain) => {
          const header = genesisHeader(network, chain);
          return header === undefined ? [] : [[toBase64Url(header.hash), header] as const];
        }),
      ),
  );
  return (hash) => byHash().get(hash);
}
