// Executes blocks of one chain in order, each on the state after the previous one: what a node does with a received
// block, and what reproduces a chain from its payloads alone.
import { equalBytes } from '../../base/bytes.ts';
import { type Result, bad, good } from '../../base/result.ts';
import { finishSteps, type Steps } from '../../base/steps.ts';
import { blockHash } from '../model/block-hash.ts';
import type { BlockHeader, Hash } from '../model/header.ts';
import type { ChainDraft } from '../state/chain-draft.ts';
import type { ChainState } from '../state/chain-state.ts';
import type { StateFailure } from '../state/state-failure.ts';
import type { WorkingBlock } from '../state/working-block.ts';
import type { BlockFailure } from './block-failure.ts';
import type { ExecutedBlock, GivenPayload } from './block-run.ts';
import {
  type BlockPort,
  type BlockTransaction,
  type ExecutionHost,
  chainPort,
  contextOn,
  genesisPort,
} from './chain-port.ts';
import { validationSteps } from './validate-block.ts';
import { decodeMiner, encodeMiner } from '../model/payload-json.ts';
import { type Network, adjacencyGraph, isGenesis } from '../rules/network.ts';
import type { KnownTransaction } from './checked-transactions.ts';

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
  const open = isFirst ? openFirst : openOnParent;
  return finishSteps(acceptSteps(block, { prepare, open: (header) => open(chain, header) }));
}

/** Executes a block on a draft in steps, between which others may use the state of the chain. */
export function checkSteps<T extends BlockTransaction>(
  draft: ChainDraft,
  block: ChainBlock,
  { prepare }: { readonly prepare: Prepare<T> },
): Steps<Result<AcceptedBlock, AcceptFailure>> {
  return acceptSteps(block, { prepare, open: (header) => openOnParent(draft, header) });
}

type AcceptParts<T extends BlockTransaction> = {
  readonly prepare: Prepare<T>;
  readonly open: (header: BlockHeader) => Result<WorkingBlock, AcceptFailure>;
};

function* acceptSteps<T extends BlockTransaction>(
  block: ChainBlock,
  { prepare, open }: AcceptParts<T>,
): Steps<Result<AcceptedBlock, AcceptFailure>> {
  const { header, payload } = block;
  const hash = blockHash(header);
  if (!equalBytes(hash, header.hash)) return bad({ kind: 'wrong-header-hash', found: hash });
  const working = open(header);
  if (!working.ok) return working;
  const prepared = prepare(block);
  if (!prepared.ok) return bad({ kind: 'unfit', text: prepared.fault });
  const parts = { ...prepared.value, block: working.value };
  const { payloadHash } = header;
  const executed = yield* validationSteps({ ...parts, payload, payloadHash });
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

function openOnParent(
  chain: Pick<ChainState, 'open'>,
  header: BlockHeader,
): Result<WorkingBlock, AcceptFailure> {
  const opened = chain.open({ height: header.height - 1, hash: header.parent });
  return opened.ok ? opened : bad({ kind: 'no-parent', state: opened.fault });
}

// Prepares the execution of blocks of a network: finds the context from a block's header, and the miner from its
// payload.

export type PrepareOptions = {
  readonly network: Network;
  readonly host: ExecutionHost;
  /** The header that `header` names as its parent. */
  readonly parentOf: (header: BlockHeader) => BlockHeader | undefined;
};

export function prepareBlocks(options: PrepareOptions): Prepare<KnownTransaction> {
  const { network, host, parentOf } = options;
  return ({ header, payload }) => {
    const miner = decodeMiner(payload.minerData);
    if (!miner.ok) return bad(miner.fault);
    const minerData = encodeMiner(miner.value);
    if (!refersToNeighbours(network, header)) {
      return bad('the header refers to chains that are not neighbours of its chain');
    }
    const isFirst = isGenesis(network, header);
    // A first block has the rules of the height above it.
    const parent = isFirst ? header : parentOf(header);
    if (parent === undefined) return bad('the header of the parent is not known');
    const context = contextOn(network, parent, miner.value, host);
    if (!context.rules.isPact5) {
      return bad(
        `${network.name} executes blocks of this height with Pact 4, which this program does not support`,
      );
    }
    const makePort = isFirst ? genesisPort : chainPort;
    return good({ port: makePort(context, host.transactions), minerData });
  };
}

/** The hash of a header does not cover these chain numbers, so they are checked here. */
function refersToNeighbours(network: Network, header: BlockHeader): boolean {
  const neighbours = adjacencyGraph(network, header).adjacentTo(header.chainId);
  return (
    neighbours.length === header.adjacents.length &&
    neighbours.every((chain, i) => header.adjacents[i]?.chainId === chain)
  );
}
