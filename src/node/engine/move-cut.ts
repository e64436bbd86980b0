// Moves the states of all chains from one cut to another. Blocks that are only in the old cut are taken back; those
// that are only in the new one are executed from the store, in the order of their heights, so that proofs find the
// blocks they refer to.

import { bad, good, type Result } from '../../base/result.ts';
import { checkBlock, commitBlock, prepareBlocks } from '../../chain/blocks/index.ts';
import type { Cut } from '../../chain/choice/cut.ts';
import { forkPoint } from '../../chain/choice/header-tree.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import { assert } from '../../base/assert.ts';
import type { Chain, Engine } from './engine.ts';

export type MoveFailure =
  /** The states of that height are no longer stored. */
  | { readonly kind: 'not-kept'; readonly chain: ChainId; readonly height: number }
  | { readonly kind: 'unknown-block'; readonly header: BlockHeader }
  /** Executing it gives a different result, or fails. */
  | { readonly kind: 'invalid-block'; readonly header: BlockHeader; readonly why: string };

type Moved = {
  readonly added: readonly BlockHeader[];
  readonly removed: readonly BlockHeader[];
};

type Way = {
  readonly chain: Chain;
  readonly fork: BlockHeader;
  /** Ascending. */
  readonly above: readonly BlockHeader[];
};

export function moveCut(engine: Engine, cut: Cut): Result<Moved, MoveFailure> {
  const ways: Way[] = [];
  for (const [id, head] of cut.heads) {
    const way = wayTo(engine, engine.chain(id), head);
    if (!way.ok) return way;
    ways.push(way.value);
  }
  const before = new Map(ways.map(({ chain }) => [chain.id, chain.line.head]));
  const removed = takeBack(ways);
  const added = ways.flatMap(({ above }) => above).sort(inOrder);
  const done = execute(engine, added);
  if (done.ok) return good({ added, removed: [...removed].sort(inOrder).reverse() });
  const back = [...before].map(([id, head]) => {
    const way = wayTo(engine, engine.chain(id), head);
    assert(way.ok, 'what was just left can be reached');
    return way.value;
  });
  takeBack(back);
  const restored = execute(engine, back.flatMap(({ above }) => above).sort(inOrder));
  assert(restored.ok, 'blocks that were valid stay valid');
  return done;
}

function wayTo({ store }: Engine, chain: Chain, head: BlockHeader): Result<Way, MoveFailure> {
  const tree = store.headers(chain.id);
  const fork = forkPoint(tree, chain.line.head, head);
  if (fork === undefined) return bad({ kind: 'unknown-block', header: head });
  const kept = chain.state.at(fork.height);
  if (!kept.ok) return bad({ kind: 'not-kept', chain: chain.id, height: fork.height });
  const above: BlockHeader[] = [];
  let at: BlockHeader | undefined = head;
  while (at !== undefined && at.height > fork.height) {
    if (store.payload(chain.id, at.payloadHash) === undefined) {
      return bad({ kind: 'unknown-block', header: at });
    }
    above.push(at);
    at = tree.get(at.parent);
  }
  return good({ chain, fork, above: above.reverse() });
}

function takeBack(ways: readonly Way[]): readonly BlockHeader[] {
  return ways.flatMap(({ chain, fork }) => {
    const rewound = chain.state.rewind(fork.height);
    assert(rewound.ok, 'it was asked before whether the state is kept');
    return chain.line.cutAbove(fork.height);
  });
}

function execute(engine: Engine, headers: readonly BlockHeader[]): Result<undefined, MoveFailure> {
  const { network, store } = engine;
  const parentOf = ({ chainId, parent }: BlockHeader) => store.find(chainId, parent);
  for (const header of headers) {
    const chain = engine.chain(header.chainId);
    const payload = store.payload(chain.id, header.payloadHash);
    assert(payload !== undefined, 'the way was looked at before');
    const prepare = prepareBlocks({ network, host: chain.host, parentOf });
    const checked = checkBlock(chain.state, { header, payload }, { prepare, isFirst: false });
    if (!checked.ok) return bad({ kind: 'invalid-block', header, why: checked.fault.kind });
    commitBlock(chain.state, checked.value);
    chain.line.push(header);
  }
  return good(undefined);
}

function inOrder(left: BlockHeader, right: BlockHeader): number {
  return left.height - right.height || left.chainId - right.chainId;
}
