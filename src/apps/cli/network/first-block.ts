// The first block of a new network: the contracts of stdlib, and coins for one account, or for the accounts of development.

import { join } from 'node:path';
import { utf8 } from '../../../base/bytes.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import { commandHash, encodeCommand } from '../../../chain/command/index.ts';
import { decodeTransaction } from '../../../chain/model/transaction-json.ts';
import type { PayloadWithOutputs } from '../../../chain/model/payload.ts';
import { describeNetwork } from '../../../chain/rules/network-file/describe-network.ts';
import { readNetworkText } from '../../../base/config/network-file.ts';
import { type Account, fundingTransaction } from '../../../node/devnet/accounts.ts';
import { executeFirstBlock } from '../chain/networks.ts';
import { firstTransactions } from '../devnet/first-transactions.ts';
import { packageFolder } from '../package.ts';

/**
 * Executes the first block, which is the same on every chain. `networkText`: the network file without its first blocks.
 * `owner`: receives coins and administers namespaces; `undefined`: the accounts of development do. Faults are sentences.
 */
export async function makeFirstBlock(
  networkText: string,
  owner: Account | undefined,
): Promise<Result<PayloadWithOutputs, string>> {
  const read = readNetworkText(networkText);
  if (!read.ok) return bad(read.fault.map(({ message }) => message).join('; '));
  const described = describeNetwork(read.value.value, { file: () => bad('it has no files') });
  if (!described.ok) {
    return bad(described.fault.map(({ path, message }) => `${path} ${message}`).join('; '));
  }
  const standard = firstTransactions(join(packageFolder(), 'stdlib', 'genesis'));
  if (!standard.ok) return standard;
  const { others } = standard.value;
  const transactions = owner === undefined ? good(others) : ownedBy(owner, others);
  if (!transactions.ok) return transactions;
  const network = described.value.complete(() => new Uint8Array(32));
  return executeFirstBlock(network, 0, transactions.value);
}

/** Replaces the accounts of development, whose keys are public, by one account. */
function ownedBy(
  owner: Account,
  transactions: readonly Uint8Array[],
): Result<readonly Uint8Array[], string> {
  const own: Uint8Array[] = [];
  for (const bytes of transactions) {
    const decoded = decodeTransaction(bytes);
    if (!decoded.ok) return decoded;
    // It is a file of this package.
    const payload = JSON.parse(decoded.value.cmd) as FirstPayload;
    if (payload.nonce === 'grants') continue;
    own.push(payload.nonce === 'ns' ? withAdministrator(payload, owner) : bytes);
  }
  const funding = fundingTransaction([owner]);
  return good(funding === undefined ? own : [...own, funding]);
}

type FirstPayload = {
  readonly nonce: string;
  readonly payload: { readonly exec: { readonly code: string; readonly data: object | null } };
};

function withAdministrator(given: FirstPayload, { publicKey }: Account): Uint8Array {
  const { exec } = given.payload;
  const data = {
    ...exec.data,
    'ns-admin-keyset': [publicKey],
    'ns-operate-keyset': [publicKey],
  };
  const cmd = JSON.stringify({ ...given, payload: { exec: { ...exec, data } } });
  return utf8(encodeCommand({ cmd, hash: commandHash(cmd), signatures: [] }));
}
