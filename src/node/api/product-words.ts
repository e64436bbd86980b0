// The product word in names on the wire: `/multichain/0.0/...`, `multichainVersion`, `x-multichain-node-version`. A
// node may serve aliases: the answer to a request under another word uses that word in its names, so existing clients
// work unchanged (DESIGN.md, section 7).

import type { NetworkNames } from '../../chain/model/header-json.ts';
import type { Network } from '../../chain/rules/network.ts';

export const defaultProductWord = 'multichain';

/** The word that existing clients of the network use. */
export const commonAlias = 'chainweb';

/** The words of a node, its own first. */
export type ProductWords = readonly [string, ...string[]];

/** Names in JSON headers of this network, under one product word. */
export function networkNames({ name, code }: Network, productWord: string): NetworkNames {
  return {
    productWord,
    nameOf: (other) => (other === code ? name : undefined),
    codeOf: (other) => (other === name ? code : undefined),
  };
}

/** Returns the word to use in the answer for this path; `undefined`: all of them, because the path has none. */
export function wordOfPath(words: ProductWords, path: string): string | undefined {
  return words.find((word) => {
    const after = path.charAt(word.length + 1);
    return path.startsWith(word, 1) && (after === '' || after === '/');
  });
}
