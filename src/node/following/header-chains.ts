// The chains of a network that is followed by headers alone: stored headers, and the line of each chain in the cut. A move
// puts validated headers on it; nothing is executed.

import { assert } from '../../base/assert.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { ChainBlock } from '../../chain/blocks/index.ts';
import { cutOf, type Cut } from '../../chain/choice/cut.ts';
import type { HeaderTree } from '../../chain/choice/header-tree.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import { byHeight, type BlockHeader, type Hash } from '../../chain/model/header.ts';
import { type PayloadData, wrongHashes } from '../../chain/model/payload.ts';
import { chainsOf, genesisHeader, type Network } from '../../chain/rules/network.ts';
import { equalBytes } from '../../base/bytes.ts';
import { toBase64Url } from '../../base/base64url.ts';
import type { LedgerChange, Move, MoveFault } from '../../p2p/ledger.ts';
import { ChainLine, type LineRows } from '../engine/blocks.ts';
import { moveLimits } from '../limits.ts';
import type { Journal } from '../engine/journal.ts';
import { firstStage, type Stage } from '../engine/move-stage.ts';
import { type LinedChain, waysTo } from '../engine/move-way.ts';

/** Where headers are stored; their lines have the first blocks, or those of a checkpoint. */
export interface HeaderStore {
  headers(chain: ChainId): HeaderTree;
  line(chain: ChainId): LineRows;
  find(chain: ChainId, hash: Hash): BlockHeader | undefined;
  addHeader(header: BlockHeader): void;
}

type HeaderChainsParts = {
  readonly network: Network;
  readonly store: HeaderStore;
  readonly journal: Journal;
};

export class HeaderChains {
  readonly network: Network;
  readonly store: HeaderStore;
  readonly journal: Journal;
  private readonly chains: ReadonlyMap<ChainId, LinedChain>;
  private heads: Cut;
  private readonly listeners = new Set<(change: LedgerChange) => void>();

  constructor({ network, store, journal }: HeaderChainsParts) {
    this.network = network;
    this.store = store;
    this.journal = journal;
    this.chains = new Map(
      chainsOf(network).map((id) => [id, { id, line: lineOf(network, store, id) }]),
    );
    const heads = [...this.chains].map(([id, { line }]) => [id, line.head] as const);
    this.heads = cutOf(network, new Map(heads));
  }

  get cut(): Cut {
    return this.heads;
  }

  line(id: ChainId): ChainLine | undefined {
    return this.chains.get(id)?.line;
  }

  /** Call the returned function to stop. */
  listen(listener: (change: LedgerChange) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Moves as far as one step goes. The cut of the answer is that of the move if it has arrived. */
  moveStage(move: Move): Result<LedgerChange, MoveFault> {
    const fresh = freshHeaders(move);
    const find = (id: ChainId, hash: Hash): BlockHeader | undefined =>
      fresh.get(toBase64Url(hash)) ?? this.store.find(id, hash);
    const whole = waysTo(
      {
        chain: (id) => this.known(id),
        keeps: () => true,
        find,
        hasContent: ({ chainId, hash }) => find(chainId, hash) !== undefined,
      },
      move.cut,
    );
    if (!whole.ok) return whole;
    const wrong = move.blocks.find(hasOtherPayload);
    if (wrong !== undefined) {
      return bad({ kind: 'invalid-block', header: wrong.header, why: 'other-payload' });
    }
    return good(
      this.settle(firstStage(this.heads, { cut: move.cut, ways: whole.value }, headerStage)),
    );
  }

  private settle({ cut, ways }: Stage<LinedChain>): LedgerChange {
    const removed = ways.flatMap(({ chain, fork }) => chain.line.cutAbove(fork.height));
    const added = ways.flatMap(({ above }) => above).sort(byHeight);
    for (const header of added) {
      this.store.addHeader(header);
      this.known(header.chainId).line.push(header);
    }
    this.heads = cut;
    this.journal.endStep();
    const change = { cut, added, removed: removed.sort(byHeight).reverse(), isOwn: false };
    for (const listener of [...this.listeners]) listener(change);
    return change;
  }

  private known(id: ChainId): LinedChain {
    const chain = this.chains.get(id);
    assert(chain !== undefined, 'a chain of the network');
    return chain;
  }
}

/** Nothing is executed, and there are no payloads. */
const headerStage = { blocks: moveLimits.headersAtOnce, bytesOf: () => 0 };

function lineOf(network: Network, store: HeaderStore, id: ChainId): ChainLine {
  const rows = store.line(id);
  const hash = rows.get(rows.bottom() ?? 0);
  const first = hash === undefined ? genesisHeader(network, id) : store.find(id, hash);
  assert(first !== undefined, 'the first block of a line is stored');
  return new ChainLine(first, { rows, find: (each) => store.find(id, each) });
}

function freshHeaders({ blocks, headers = [] }: Move): ReadonlyMap<string, BlockHeader> {
  const all = [...blocks.map(({ header }) => header), ...headers];
  return new Map(all.map((header) => [toBase64Url(header.hash), header]));
}

/** Payloads that are given are checked, although nothing is done with them. */
function hasOtherPayload({
  header,
  payload,
}: Pick<ChainBlock, 'header'> & { readonly payload: PayloadData }): boolean {
  return !equalBytes(payload.payloadHash, header.payloadHash) || wrongHashes(payload).length > 0;
}
