// Where a devnet stores its blocks: in a folder, with everything it needs to continue, or in files that are deleted
// when it ends.

import { bad, good, type Result } from '../../base/result.ts';
import type { Network } from '../../chain/rules/network.ts';
import { NodeStorage, type Note } from '../storage/node-storage.ts';
import { accountOf, type Account } from './accounts.ts';

/** The notes that a devnet stores beside its blocks. */
type Kept = {
  readonly accounts: readonly Account[];
  readonly trusted: readonly string[];
  readonly offsetMs: number;
};

/** Names of notes. */
export const notes = { account: 'account', trusted: 'trusted', offset: 'offset' } as const;

/** The name of the network in storage and snapshots. */
export function networkText({ name, genesis, graphs }: Network): string {
  const order = graphs.at(-1)?.graph.order ?? 0;
  return `${name} with ${order} chains, begun at ${genesis.time}`;
}

type KeepingOptions = {
  /** `undefined`: the network ends with the process. */
  readonly folder: string | undefined;
  readonly network: Network;
  readonly cacheBytes: number;
  readonly keepsCoin?: boolean;
  readonly onTrouble: (sentence: string) => void;
};

/** Opens the storage. Throws a `StoreFault`; a fault is a sentence. */
export function openStorage(options: KeepingOptions): Result<NodeStorage, string> {
  const { folder, network, onTrouble } = options;
  const identity = networkText(network);
  const storage = new NodeStorage({
    ...options,
    identity,
    onFault: (sentence: string) =>
      onTrouble(`${sentence}. No blocks are made until the devnet is restarted`),
  });
  if (storage.identity === undefined || storage.identity === identity) return good(storage);
  const stored = storage.identity;
  void storage.close();
  return bad(
    `${folder ?? ''} holds the network ${stored}, not ${identity}: ` +
      'name another folder, or start it with the same --chains',
  );
}

export function keptIn(storage: NodeStorage): Kept {
  return {
    accounts: storage.notesOf(notes.account).map(accountOf),
    trusted: storage.notesOf(notes.trusted),
    offsetMs: Number(storage.notesOf(notes.offset).at(-1) ?? 0),
  };
}

export function accountNotes(accounts: readonly Account[]): readonly Note[] {
  return accounts.map(({ secretKey }) => ({ name: notes.account, text: secretKey }));
}
