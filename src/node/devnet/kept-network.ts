// Where a devnet stores its blocks: in a folder, with everything it needs to continue, or in files that are deleted
// when it ends.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Timer } from '../../base/ports/time.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { Network } from '../../chain/rules/network.ts';
import type { StorageFiles } from '../storage/files.ts';
import { NodeStorage, type Note } from '../storage/node-storage.ts';
import { passingStorage } from '../storage/passing-storage.ts';
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
  readonly files: StorageFiles;
  readonly network: Network;
  readonly timer: Timer;
  readonly cacheBytes: number;
  readonly onTrouble: (sentence: string) => void;
};

/** The same as the defaults of a node. */
const kept = { segmentBytes: 32 * 1024 * 1024, snapshotBlocks: 500 } as const;

/** Opens the storage. Throws a `StoreFault`; a fault is a sentence. */
export function openStorage(options: KeepingOptions): Result<NodeStorage, string> {
  const { folder, files, network, timer, cacheBytes, onTrouble } = options;
  const shared = {
    network,
    timer,
    cacheBytes,
    onTrouble,
    identity: networkText(network),
    onFault: (sentence: string) =>
      onTrouble(`${sentence}. No blocks are made until the devnet is restarted`),
  };
  if (folder === undefined) return good(passingStorage(shared));
  if (statSync(join(folder, formerName), { throwIfNoEntry: false }) !== undefined) {
    return bad(
      `${folder} was written by an older pact devnet in another format: name another folder with --state, ` +
        "or start it with that version, write 'pact devnet snapshot --out FILE', and start a new folder with --snapshot FILE",
    );
  }
  const storage = NodeStorage.open({ ...shared, ...kept, folder, files });
  const { identity } = storage;
  if (identity === undefined || identity === shared.identity) return good(storage);
  storage.journal.close();
  return bad(
    `${folder} holds the network ${identity}, not ${shared.identity}: ` +
      'name another folder, or start it with the same --chains',
  );
}

const formerName = 'network.log';

export function keptIn({ notes: texts }: NodeStorage): Kept {
  return {
    accounts: (texts.get(notes.account) ?? []).map(accountOf),
    trusted: texts.get(notes.trusted) ?? [],
    offsetMs: Number(texts.get(notes.offset)?.at(-1) ?? 0),
  };
}

export function accountNotes(accounts: readonly Account[]): readonly Note[] {
  return accounts.map(({ secretKey }) => ({ name: notes.account, text: secretKey }));
}
