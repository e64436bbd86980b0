// Executes blocks for `pact chain`. The only file of these commands that loads the language.

import type { Result } from '../../../base/result.ts';
import {
  checkBlock,
  commitBlock,
  executionHost,
  makeGenesis,
  prepareBlocks,
  type AcceptedBlock,
  type AcceptFailure,
  type ChainBlock,
} from '../../../chain/blocks/index.ts';
import type { ChainId } from '../../../chain/graph/chain-graph.ts';
import type { BlockHeader, Hash } from '../../../chain/model/header.ts';
import type { PayloadWithOutputs } from '../../../chain/model/payload.ts';
import type { Network } from '../../../chain/rules/network.ts';
import { HeadersByHash, type HeaderSource } from '../../../chain/spv/header-source.ts';
import { ChainState } from '../../../chain/state/chain-state.ts';
import { lineInfo } from '../../../lang/session/store.ts';
import { MemoryEntries } from '../../../storage/entries/index.ts';
import { chainRoom } from '../stack-size.ts';

export function executeFirstBlock(
  network: Network,
  chain: ChainId,
  transactions: readonly Uint8Array[],
): Result<PayloadWithOutputs, string> {
  const headers = { find: () => undefined, ancestor: () => undefined };
  const host = executionHost({ network, headers, ...chainRoom() });
  return makeGenesis(network, chain, { transactions, host });
}

/** Executes the blocks of one chain in order, from its first one. */
export class ChainReplay {
  private readonly state = new ChainState({
    entries: new MemoryEntries(),
    depth: 1,
    info: lineInfo,
  });
  private readonly headers = new BranchHeaders();
  private readonly prepare: ReturnType<typeof prepareBlocks>;

  constructor(network: Network) {
    const { headers } = this;
    this.prepare = prepareBlocks({
      network,
      host: executionHost({ network, headers, ...chainRoom() }),
      parentOf: () => headers.newest,
    });
  }

  /** Executes a block; if it is valid, the next one builds on it. */
  add(block: ChainBlock): Result<AcceptedBlock, AcceptFailure> {
    const isFirst = this.headers.newest === undefined;
    const checked = checkBlock(this.state, block, { prepare: this.prepare, isFirst });
    if (!checked.ok) return checked;
    commitBlock(this.state, checked.value);
    this.headers.push(block.header);
    return checked;
  }
}

/** Headers of one branch: one block per height, so no search is needed. */
class BranchHeaders implements HeaderSource {
  private readonly byHash = new HeadersByHash();
  private readonly byHeight: BlockHeader[] = [];

  get newest(): BlockHeader | undefined {
    return this.byHeight.at(-1);
  }

  push(header: BlockHeader): void {
    this.byHash.add(header);
    this.byHeight.push(header);
  }

  find(chain: ChainId, hash: Hash): BlockHeader | undefined {
    return this.byHash.find(chain, hash);
  }

  ancestor(_: BlockHeader, height: number): BlockHeader | undefined {
    return this.byHeight[height - (this.byHeight[0]?.height ?? 0)];
  }
}
