// The upgrades of a network file: transactions or keysets at a height. Their transactions are part of the rules, so
// they are read with the file.

import type { Result } from '../../../base/result.ts';
import { readTransactions } from '../../model/transaction-json.ts';
import type { Upgrade, UpgradeChange } from '../execution/settings.ts';
import type { NetworkFields } from './network-fields.ts';
import { refused, type Place, type Refused } from './reading.ts';

export function readUpgrades(
  { upgrades = [] }: NetworkFields,
  root: Place,
  file: (path: string) => Result<string, string>,
): readonly Upgrade[] {
  return upgrades.flatMap((upgrade, i) => {
    const place = root.member('upgrades').item(i);
    if (upgrade.at.kind !== 'height') place.member('at').fault('must be the number of a height');
    const change = changeOf(upgrade, place, file);
    return change === refused ? [] : [{ chains: upgrade.chains, at: upgrade.at, change }];
  });
}

function changeOf(
  { transactions, keysets }: NonNullable<NetworkFields['upgrades']>[number],
  place: Place,
  file: (path: string) => Result<string, string>,
): UpgradeChange | Refused {
  if (keysets !== undefined && transactions === undefined) return { kind: 'keysets', ...keysets };
  if (transactions === undefined || keysets !== undefined) {
    return place.fault('must have one of transactions and keysets');
  }
  const read: Uint8Array[] = [];
  for (const [i, path] of transactions.entries()) {
    const text = file(path);
    const found = text.ok ? readTransactions(text.value) : text;
    if (found.ok) read.push(...found.value);
    else place.member('transactions').item(i).fault(`names ${path}: ${found.fault}`);
  }
  return { kind: 'transactions', transactions: read };
}
