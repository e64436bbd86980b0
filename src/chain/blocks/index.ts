// The public interface for building and validating blocks, and for replaying chains of them. Everything is pure and
// synchronous; the caller passes state, proofs and limits of the process.
//
// - Prepare: `executionHost` once; then `contextOn` a parent and `chainPort`, or `genesisPort` for a first block.
// - Build:   `buildBlock` from transactions in their order, or `BlockBuilding` one by one; `leftOut` lists the
//            transactions that cannot be in it, with the reasons.
// - Accept:  `checkBlock` executes a block that came from elsewhere; `commitBlock` makes it the newest one.
// - Replay:  `replayBlocks` executes and commits blocks in ascending order, `ChainsReplay` those of several chains.

export { blockFailureText } from './block-failure.ts';
export { BlockBuilding, buildBlock, type BuiltBlock, type LeftOut } from './build-block.ts';
export { chainPort, contextOn, type ExecutionHost, genesisPort } from './chain-port.ts';
export {
  CheckedTransactions,
  type KnownTransaction,
  type MemoryOfTransactions,
} from './checked-transactions.ts';
export { executionHost, hostOver } from './chain-port.ts';
export { type CoinWrites } from './coin-record.ts';
export { inputsOf } from './block-run.ts';
export { makeGenesis } from './make-genesis.ts';
export { prepareBlocks } from './replay.ts';
export {
  type AcceptedBlock,
  type AcceptFailure,
  type ChainBlock,
  checkBlock,
  checkSteps,
  commitBlock,
  replayBlocks,
} from './replay.ts';
export { brokenRules, ChainsReplay, type Refusal, type ReplayedChain } from './replay-chains.ts';
export { validateBlock } from './validate-block.ts';
