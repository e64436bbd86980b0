// The entries of a chain in memory, with every change written to the journal.

import { changeBytes, MemoryEntries, type VersionedEntries } from '../../storage/entries/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { Journal } from './journal.ts';

export function journaledEntries(
  chain: ChainId,
  entries: MemoryEntries,
  journal: Journal,
): VersionedEntries {
  return {
    get nextTransaction() {
      return entries.nextTransaction;
    },
    document: (space, key) => entries.document(space, key),
    keys: (space) => entries.keys(space),
    documentBefore: (transaction, space, key) => entries.documentBefore(transaction, space, key),
    keysBefore: (transaction, space) => entries.keysBefore(transaction, space),
    apply(change) {
      journal.add({ kind: 'change', chain, change: changeBytes(change) });
      entries.apply(change);
    },
  };
}
