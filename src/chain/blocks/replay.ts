// Executes blocks of one chain in order, each on the state after the previous one: what a node does with a received
// block, and what reproduces a chain from its payloads alone.

import { equalBytes } from '../../base/bytes.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { blockHash } from '../model/block-hash.ts';
import type { BlockHeader, Hash } from '../model/header.ts';
import type { ChainState, StateFailure } from '../state/chain-state.ts';
import type { WorkingBlock } from '../state/working-block.ts';
import type { BlockFailure } from './block-failure.ts';
import type { ExecutedBlock, GivenPayload } from './block-run.ts';
import type { BlockPort, BlockTransaction } from './port.ts';
import { validateBlock } from './validate-block.ts';

export type ChainBlock = { readonly header: BlockHeader; readonly payload: GivenPayload };

/** The parts that execute the block of a header. The header's own rules are checked elsewhere. */
export type PreparedBlock<T extends BlockTransaction> = {
  readonly port: BlockPort<T>;
  /** That of the payload, serialized again. */
  readonly minerData: Uint8Array;
};

export type Prepare<T extends BlockTransaction> = (
  block: ChainBlock,
) => Result<PreparedBlock<T>, string>;

export type AcceptFailure =
  | BlockFailure
  /** The hash of the header does not match its content. */
  | { readonly kind: 'wrong-header-hash'; readonly found: Hash }
  /** The block cannot be executed at all: for example, its miner data cannot be read. */
  | { readonly kind: 'unfit'; readonly text: string }
  /** Its parent is not known, or no longer stored. */
  | { readonly kind: 'no-parent'; readonly state: StateFailure }
  /** It is a first block, and the chain already has one. */
  | { readonly kind: 'not-first' };

/** A valid block that is not committed. */
export type AcceptedBlock = ExecutedBlock & { readonly header: BlockHeader };

/** Executes a block on its parent. `isFirst`: it is the first of its chain, which has no parent. */
export function checkBlock<T extends BlockTransaction>(
  chain: ChainState,
  block: ChainBlock,
  { prepare, isFirst }: { readonly prepare: Prepare<T>; readonly isFirst: boolean },
): Result<AcceptedBlock, AcceptFailure> {
  const { header, payload } = block;
  const hash = blockHash(header);
  if (!equalBytes(hash, header.hash)) return bad({ kind: 'wrong-header-hash', found: hash });
  const working = isFirst ? openFirst(chain, header) : openOnParent(chain, header);
  if (!working.ok) return working;
  const prepared = prepare(block);
  if (!prepared.ok) return bad({ kind: 'unfit', text: prepared.fault });
  const parts = { ...prepared.value, block: working.value };
  const executed = validateBlock({ ...parts, payload, payloadHash: header.payloadHash });
  return executed.ok ? good({ ...executed.value, header }) : executed;
}

/** Commits a block that was made on the newest one. */
export function commitBlock(chain: ChainState, { state, header }: AcceptedBlock): void {
  chain.commit(state, header.hash);
}

export type ReplayFailure = { readonly height: number; readonly failure: AcceptFailure };

/**
 * Executes blocks in ascending order and commits each. It stops at the first invalid one; those before it stay.
 * `onBlock` is called for each one.
 */
export function replayBlocks<T extends BlockTransaction>(
  chain: ChainState,
  blocks: Iterable<ChainBlock>,
  {
    prepare,
    onBlock,
  }: { readonly prepare: Prepare<T>; readonly onBlock?: (block: AcceptedBlock) => void },
): Result<number, ReplayFailure> {
  let count = 0;
  for (const block of blocks) {
    const isFirst = chain.head === undefined;
    const checked = checkBlock(chain, block, { prepare, isFirst });
    if (!checked.ok) return bad({ height: block.header.height, failure: checked.fault });
    commitBlock(chain, checked.value);
    onBlock?.(checked.value);
    count++;
  }
  return good(count);
}

function openFirst(chain: ChainState, header: BlockHeader): Result<WorkingBlock, AcceptFailure> {
  const block = chain.openFirst(header.height);
  return block === undefined ? bad({ kind: 'not-first' }) : good(block);
}

function openOnParent(chain: ChainState, header: BlockHeader): Result<WorkingBlock, AcceptFailure> {
  const opened = chain.open({ height: header.height - 1, hash: header.parent });
  return opened.ok ? opened : bad({ kind: 'no-parent', state: opened.fault });
}
