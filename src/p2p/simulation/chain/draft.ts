// The state of a chain while blocks are executed above one of its blocks, before they are in the cut.

import type { ChainId } from '../../../chain/graph/chain-graph.ts';
import type { BlockHeader, Hash } from '../../../chain/model/header.ts';
import type { StoredBlock } from './simulated-disk.ts';

/** What a draft asks of the ledger. */
export interface ChainStates {
  /** The state of a stored block. */
  stateOf(header: BlockHeader): Hash;
  /** The height at which a transaction is in the line. */
  heightOf(chain: ChainId, key: string): number | undefined;
}

export class Draft {
  hash: Hash;
  private readonly ledger: ChainStates;
  private readonly fork: BlockHeader;
  private readonly keys = new Set<string>();

  constructor(ledger: ChainStates, fork: BlockHeader) {
    this.ledger = ledger;
    this.fork = fork;
    this.hash = ledger.stateOf(fork);
  }

  readonly has = (key: string): boolean => {
    if (this.keys.has(key)) return true;
    const height = this.ledger.heightOf(this.fork.chainId, key);
    return height !== undefined && height <= this.fork.height;
  };

  push({ stateHash, keys }: StoredBlock): void {
    this.hash = stateHash;
    for (const key of keys) this.keys.add(key);
  }
}
