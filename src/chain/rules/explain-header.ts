// Explains why a header is refused, for people: every rule, and whether the header satisfies it.

import type { BlockHeader, Micros } from '../model/header.ts';
import type { HeaderFailure } from './header-failure.ts';
import type { Network } from './network.ts';
import {
  findParents,
  intrinsicChecks,
  ownParentChecks,
  parentChecks,
  validateHeader,
  validateIntrinsic,
  type HeaderLookup,
} from './validate-header.ts';

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
