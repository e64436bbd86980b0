// The faults that a header may have, and the rule behind each. The names are the reference's.
// Source: Chainweb/BlockHeader/Validation.hs (ValidationFailureType); consensus reference, section 4.4.
// `IncorrectGenesisParent` is missing: the reference's check can never fail.
import type { BlockHeader, Micros } from '../model/header.ts';
import type { Network } from './network.ts';
import {
  type HeaderLookup,
  findParents,
  intrinsicChecks,
  ownParentChecks,
  parentChecks,
  validateHeader,
  validateIntrinsic,
} from './validate-header.ts';

/**
 * `definite`: the block is wrong, whatever else a node knows. `later`: it may become valid when more is known.
 * `context`: it is wrong together with the blocks that it refers to.
 */
type Verdict = 'definite' | 'later' | 'context';

export const headerFailures = {
  MissingParent: { verdict: 'later', rule: 'the parent block must be known' },
  MissingAdjacentParent: {
    verdict: 'later',
    rule: 'the parent blocks on neighbouring chains must be known',
  },
  CreatedBeforeParent: {
    verdict: 'definite',
    rule: 'the block must be later than its parent and its adjacent parents',
  },
  VersionMismatch: {
    verdict: 'definite',
    rule: 'the block and its parent must belong to one network',
  },
  ChainMismatch: { verdict: 'definite', rule: 'the block and its parent must be on one chain' },
  AdjacentChainMismatch: {
    verdict: 'context',
    rule: 'the adjacent parents must be on the neighbouring chains of the graph',
  },
  AdjacentParentChainMismatch: {
    verdict: 'context',
    rule: 'each adjacent parent must be a block of the chain that the header names',
  },
  IncorrectHash: { verdict: 'definite', rule: 'the hash must be that of the header' },
  IncorrectPow: { verdict: 'definite', rule: 'the proof-of-work hash must be at most the target' },
  IncorrectHeight: { verdict: 'definite', rule: 'the height must be one above the parent' },
  IncorrectWeight: {
    verdict: 'definite',
    rule: "the weight must be the parent's plus the difficulty of the block",
  },
  IncorrectTarget: {
    verdict: 'definite',
    rule: 'the target must follow from the parent and the adjacent parents',
  },
  IncorrectEpoch: {
    verdict: 'definite',
    rule: 'the start of the epoch must follow from the parent',
  },
  IncorrectGenesisTarget: {
    verdict: 'definite',
    rule: 'the first block of a chain must have the target of the network',
  },
  BlockInTheFuture: { verdict: 'later', rule: 'the creation time must not be in the future' },
  InvalidAdjacentVersion: {
    verdict: 'context',
    rule: 'the adjacent parents must belong to the network of the block',
  },
  IncorrectForkNumber: {
    verdict: 'definite',
    rule: 'the fork number must follow from the fork number and votes of the parent',
  },
  UnknownForkNumber: {
    verdict: 'definite',
    rule: 'the fork number must be one that this release knows',
  },
  InvalidForkVotes: {
    verdict: 'definite',
    rule: 'the fork votes must follow from those of the parents',
  },
} as const satisfies Record<string, { readonly verdict: Verdict; readonly rule: string }>;

export type HeaderFailure = keyof typeof headerFailures;

// Explains why a header is refused, for people: every rule, and whether the header satisfies it.

/** Every rule once, in the order of the checks: satisfied, failed, or not checked. */
export function explainHeader(
  network: Network,
  header: BlockHeader,
  { now, ...lookup }: HeaderLookup & { readonly now: Micros },
): readonly CheckedRule[] {
  const step = findParents(network, header, lookup);
  if (step.ok) {
    const failures = validateHeader(step.value, now);
    return ruleList([...intrinsicChecks, ...parentChecks], failures);
  }
  const known = step.fault === 'MissingAdjacentParent' ? ownParentOf(network, header, lookup) : [];
  const failures = [
    ...validateIntrinsic({ network, header }, now),
    ...known.filter(({ fails }) => fails).map(({ rule }) => rule),
    step.fault,
  ];
  const checked = ruleList(intrinsicChecks, failures);
  const own = known.map(({ rule }) => rule);
  const rules = new Set([...checked.map(({ rule }) => rule), ...own]);
  const unchecked = parentChecks.filter(({ failure }) => !rules.has(failure));
  return [
    ...checked,
    ...known.filter(({ rule, fails }) => !fails && !checked.some((each) => each.rule === rule)),
    ...ruleList(unchecked, []).map(({ rule }) => ({ rule, fails: undefined })),
  ];
}

/** The rules of the parent on the same chain, if only the other parents are missing. */
function ownParentOf(
  network: Network,
  header: BlockHeader,
  { find, networkOf }: HeaderLookup,
): readonly { readonly rule: HeaderFailure; readonly fails: boolean }[] {
  const parent = find(header.chainId, header.parent);
  if (parent === undefined) return [];
  const parentNetwork = networkOf(parent.networkCode) ?? network;
  const step = { network, header, parent, parentNetwork, adjacentParents: new Map() };
  return ownParentChecks.map(({ failure, holds }) => ({ rule: failure, fails: !holds(step, 0n) }));
}

function ruleList(
  checks: readonly { readonly failure: HeaderFailure }[],
  failures: readonly HeaderFailure[],
): readonly CheckedRule[] {
  const rules = new Set([...checks.map(({ failure }) => failure), ...failures]);
  return [...rules].map((rule) => ({ rule, fails: failures.includes(rule) }));
}

export type CheckedRule = {
  readonly rule: HeaderFailure;
  /** `undefined` if a parent is missing that the check needs. */
  readonly fails: boolean | undefined;
};
