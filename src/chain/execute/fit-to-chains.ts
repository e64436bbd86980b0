// The chains that the coin contract of a first block accepts as targets of transfers. A contract cannot read which
// chains its network has, so it lists them. Coins that are sent to a chain that does not exist are lost: no chain can
// finish the transfer. So the list is rewritten to that of the network.

import { decodeUtf8 } from '../../base/bytes.ts';
import { commandHash } from '../command/index.ts';
import { decodeTransaction, encodeTransaction } from '../model/transaction-json.ts';
import { chainsOf, type Network } from '../rules/network.ts';

/** The list as coin contracts write it, in the JSON of a transaction: from chain 0 to this one. */
const list =
  /(?<before>\(defconst VALID_CHAIN_IDS(?::\[string\])?(?:\s|\\n)+\(map \(int-to-str 10\) \(enumerate 0 )(?<last>\d+)\)\)/;

/**
 * Returns the JSON of a first-block transaction with the chains of the network as those of its coin contract. A
 * transaction that is signed, or has no such contract, is returned as it is.
 */
export function fitToChains(network: Pick<Network, 'graphs'>, bytes: Uint8Array): Uint8Array {
  if (decodeUtf8(bytes)?.includes('VALID_CHAIN_IDS') !== true) return bytes;
  const read = decodeTransaction(bytes);
  if (!read.ok || read.value.signatures.length > 0) return bytes;
  const { cmd } = read.value;
  const last = chainsOf(network).length - 1;
  const fitted = cmd.replace(list, (_, before: string) => `${before}${last}))`);
  if (fitted === cmd) return bytes;
  return encodeTransaction({ hash: commandHash(fitted), signatures: [], cmd: fitted });
}
