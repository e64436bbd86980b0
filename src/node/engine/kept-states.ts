// Opens the stored states of chains, and brings them up to the stored blocks.

import { bad, good, type Result } from '../../base/result.ts';
import { cutOf } from '../../chain/choice/cut.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import { ChainState } from '../../chain/state/chain-state.ts';
import { lineInfo } from '../../lang/session/store.ts';
import type { VersionedEntries } from '../../storage/entries/index.ts';
import type { BlockStore } from './block-store.ts';
import type { Engine } from './engine.ts';

/** `depth`: how many blocks of a chain can be taken back. */
export function statesOn(
  entries: ReadonlyMap<ChainId, VersionedEntries>,
  depth: number,
): ReadonlyMap<ChainId, ChainState> {
  return new Map(
    [...entries].map(([chain, own]) => [
      chain,
      new ChainState({ entries: own, depth, info: lineInfo }),
    ]),
  );
}

/** The blocks at which the states are. */
export function headsOfStates(
  store: BlockStore,
  states: ReadonlyMap<ChainId, ChainState>,
): ReadonlyMap<ChainId, BlockHeader> {
  return new Map(
    [...states].flatMap(([chain, { head }]) => {
      const header = head && store.find(chain, head.hash);
      return header === undefined ? [] : [[chain, header] as const];
    }),
  );
}

/**
 * Executes the blocks that the states lack up to these heads: none, unless the file of a state was lost. A fault is a
 * sentence.
 */
export function catchUp(
  engine: Engine,
  heads: ReadonlyMap<ChainId, BlockHeader>,
  onTrouble: (sentence: string) => void,
): Result<void, string> {
  const now = engine.cut.heads;
  const behind = [...heads].filter(([chain, { height }]) => (now.get(chain)?.height ?? 0) < height);
  if (behind.length === 0) return good(undefined);
  const chains = behind.map(([chain]) => chain).join(', ');
  onTrouble(`the state of chain ${chains} is missing: its blocks are executed again`);
  const moved = engine.moveTo(cutOf(engine.network, new Map([...now, ...heads])));
  if (moved.ok) return good(undefined);
  return bad(`a block cannot be executed again: ${moved.fault.kind}; restore a backup`);
}
