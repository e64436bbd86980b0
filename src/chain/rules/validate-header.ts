// All checks of a header: alone, with its parent, and with its neighbours. The payload is not checked here.
// Source: Chainweb/BlockHeader/Validation.hs; consensus reference, section 4.4; delta, section 2.

import { equalBytes } from '../../base/bytes.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { ChainId } from '../graph/chain-graph.ts';
import { blockHash, genesisParentHash, powHash } from '../model/block-hash.ts';
import {
  type BlockHeader,
  type Hash,
  type Micros,
  forkNumberOf,
  forkVotesOf,
} from '../model/header.ts';
import { word256Of } from '../model/binary.ts';
import { at, epochStartAbove, targetAbove, weightAbove } from './difficulty.ts';
import { countVotes, forkPhase, isDecided, voteStep } from './fork-votes.ts';
import { guardHolds } from './forks.ts';
import { type Network, adjacencyGraph, genesisHeader, isGenesis } from './network.ts';
import type { HeaderFailure } from './header-failure.ts';

type HeaderAlone = { readonly network: Network; readonly header: BlockHeader };

/** A header with the blocks that it refers to. The first block of a chain is its own parent. */
export type HeaderStep = HeaderAlone & {
  readonly parent: BlockHeader;
  /** The network of the parent: the same, unless the header is wrong. */
  readonly parentNetwork: Network;
  /** By the chain that the header names. */
  readonly adjacentParents: ReadonlyMap<ChainId, BlockHeader>;
};

type HeaderCheck<Step> = {
  readonly failure: HeaderFailure;
  readonly holds: (step: Step, now: Micros) => boolean;
};

export type HeaderLookup = {
  readonly networkOf: (code: number) => Network | undefined;
  readonly find: (chain: ChainId, hash: Hash) => BlockHeader | undefined;
};

/** Finds the blocks that a header refers to. Genesis parent hashes refer to genesis blocks. */
export function findParents(
  network: Network,
  header: BlockHeader,
  { networkOf, find }: HeaderLookup,
): Result<HeaderStep, HeaderFailure> {
  const adjacentParents = new Map<ChainId, BlockHeader>();
  for (const { chainId, hash } of header.adjacents) {
    const isGenesisParent = equalBytes(hash, genesisParentHash(network.code, chainId));
    const found = isGenesisParent ? genesisHeader(network, chainId) : find(chainId, hash);
    if (found === undefined) return bad('MissingAdjacentParent');
    adjacentParents.set(chainId, found);
  }
  const parent = isGenesis(network, header) ? header : find(header.chainId, header.parent);
  if (parent === undefined) return bad('MissingParent');
  const parentNetwork = networkOf(parent.networkCode) ?? network;
  return good({ network, header, parent, parentNetwork, adjacentParents });
}

/**
 * Returns the faults of a header, in the order of the reference. A failure may be listed more than once, because the
 * reference checks some rules in several places. `now` is the time of the node's clock.
 */
export function validateHeader(step: HeaderStep, now: Micros): readonly HeaderFailure[] {
  const failures: HeaderFailure[] = [];
  for (const { failure, holds } of intrinsicChecks) if (!holds(step, now)) failures.push(failure);
  for (const { failure, holds } of parentChecks) if (!holds(step, now)) failures.push(failure);
  return failures;
}

/** Returns the faults of the header alone: all that can be found before its parents are known. */
export function validateIntrinsic(step: HeaderAlone, now: Micros): readonly HeaderFailure[] {
  return intrinsicChecks.filter(({ holds }) => !holds(step, now)).map(({ failure }) => failure);
}

/** Checks the header alone, with the clock: what a node checks before it looks for parents. */
export const intrinsicChecks: readonly HeaderCheck<HeaderAlone>[] = [
  {
    failure: 'IncorrectHash',
    holds: ({ header }) => equalBytes(header.hash, blockHash(header)),
  },
  {
    failure: 'IncorrectPow',
    holds: ({ network, header }) =>
      network.isPowDisabled ||
      isGenesis(network, header) ||
      word256Of(powHash(header)) <= header.target,
  },
  {
    failure: 'IncorrectGenesisTarget',
    holds: ({ network, header }) =>
      !isGenesis(network, header) || header.target === network.genesis.target(header.chainId),
  },
  { failure: 'BlockInTheFuture', holds: ({ header }, now) => header.creationTime <= now },
  {
    failure: 'AdjacentChainMismatch',
    holds: ({ network, header }) => {
      const graph = adjacencyGraph(network, header);
      const neighbours = graph.adjacentTo(header.chainId);
      return (
        graph.has(header.chainId) &&
        header.adjacents.length === neighbours.length &&
        header.adjacents.every(({ chainId }, i) => chainId === neighbours[i])
      );
    },
  },
  {
    failure: 'InvalidForkVotes',
    holds: (step) => hasFreeForkState(step) || phaseOf(step) !== 'start' || isReset(step),
  },
  {
    failure: 'UnknownForkNumber',
    holds: (step) =>
      hasFreeForkState(step) || forkNumberOf(step.header.forkState) <= step.network.maxForkNumber,
  },
];

/** Checks with only the parent on the same chain. */
export const ownParentChecks: readonly HeaderCheck<HeaderStep>[] = [
  {
    failure: 'IncorrectHeight',
    holds: ({ network, header, parent }) =>
      header.height === (isGenesis(network, header) ? parent.height : parent.height + 1),
  },
  {
    failure: 'VersionMismatch',
    holds: ({ header, parent }) => header.networkCode === parent.networkCode,
  },
  {
    failure: 'IncorrectWeight',
    holds: ({ network, header, parent }) =>
      isGenesis(network, header)
        ? header.weight === parent.weight
        : header.target !== 0n && header.weight === weightAbove(parent, header.target),
  },
  { failure: 'ChainMismatch', holds: ({ header, parent }) => header.chainId === parent.chainId },
  {
    failure: 'InvalidForkVotes',
    holds: (step) => hasFreeForkState(step) || phaseOf(step) === 'count' || isVoted(step),
  },
  {
    failure: 'IncorrectForkNumber',
    holds: (step) =>
      hasFreeForkState(step) || forkNumberOf(step.header.forkState) === nextForkNumber(step),
  },
  {
    failure: 'IncorrectEpoch',
    holds: ({ network, header, parent, parentNetwork }) =>
      header.epochStart <= header.creationTime &&
      header.epochStart === epochStartAbove(parentNetwork, parent, header.creationTime) &&
      (!hasOldAdjustment(network, header) || parent.epochStart <= header.epochStart),
  },
];

/** Checks that also need the parents on neighbouring chains. */
const neighbourChecks: readonly HeaderCheck<HeaderStep>[] = [
  {
    failure: 'IncorrectTarget',
    holds: ({ header, parent, parentNetwork, adjacentParents }) =>
      header.target ===
      targetAbove(
        parentNetwork,
        { parent, adjacentParents: [...adjacentParents.values()] },
        header.creationTime,
      ),
  },
  { failure: 'CreatedBeforeParent', holds: isLaterThanParents },
  { failure: 'AdjacentParentChainMismatch', holds: hasRightAdjacents },
  {
    failure: 'InvalidAdjacentVersion',
    holds: ({ header, adjacentParents }) =>
      [...adjacentParents.values()].every(({ networkCode }) => networkCode === header.networkCode),
  },
  {
    failure: 'InvalidForkVotes',
    holds: (step) =>
      hasFreeForkState(step) || (phaseOf(step) === 'count' ? isCounted(step) : isVoted(step)),
  },
];

/** In the order of the reference. */
export const parentChecks: readonly HeaderCheck<HeaderStep>[] = [
  ...ownParentChecks,
  ...neighbourChecks,
];

/** Up to some height of old networks the fork state is not checked, because miners used it as a nonce. */
function hasFreeForkState({ network, header }: HeaderAlone): boolean {
  return guardHolds(network.forks, 'skipFeatureFlagValidation', at(header));
}

function hasOldAdjustment(network: Network, header: BlockHeader): boolean {
  return guardHolds(network.forks, 'oldDaGuard', at(header));
}

const phaseOf = ({ network, header }: HeaderAlone) => forkPhase(network, header.height);

function isReset({ header }: HeaderAlone): boolean {
  const votes = forkVotesOf(header.forkState);
  return votes === 0 || votes === voteStep;
}

/** The votes of the parent, or one more; from zero at the start of a fork epoch. */
function isVoted(step: HeaderStep): boolean {
  if (phaseOf(step) === 'start') return isReset(step);
  const added = forkVotesOf(step.header.forkState) - forkVotesOf(step.parent.forkState);
  return added === 0 || added === voteStep;
}

function isCounted({ header, parent, adjacentParents }: HeaderStep): boolean {
  const votes = [parent, ...adjacentParents.values()].map((each) => forkVotesOf(each.forkState));
  return forkVotesOf(header.forkState) === countVotes(votes);
}

function nextForkNumber(step: HeaderStep): number {
  const { forkState } = step.parent;
  const isNext = phaseOf(step) === 'start' && isDecided(step.network, forkVotesOf(forkState));
  return forkNumberOf(forkState) + (isNext ? 1 : 0);
}

function isLaterThanParents({ network, header, parent, adjacentParents }: HeaderStep): boolean {
  if (isGenesis(network, header)) return header.creationTime === parent.creationTime;
  const parents = hasOldAdjustment(network, header)
    ? [parent]
    : [parent, ...adjacentParents.values()];
  return parents.every(({ creationTime }) => header.creationTime > creationTime);
}

function hasRightAdjacents({ network, header, adjacentParents }: HeaderStep): boolean {
  return header.adjacents.every(({ chainId, hash }) => {
    if (isGenesis(network, header))
      return equalBytes(hash, genesisParentHash(network.code, chainId));
    const found = adjacentParents.get(chainId);
    return found !== undefined && found.chainId === chainId && equalBytes(hash, found.hash);
  });
}
