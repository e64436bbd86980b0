// Why a header is refused, for people: every rule, and whether the header keeps it.

import type { BlockHeader, Micros } from '../model/header.ts';
import type { HeaderFailure } from './header-failure.ts';
import type { Network } from './network.ts';
import {
  findParents,
  intrinsicChecks,
  parentChecks,
  validateHeader,
  validateIntrinsic,
  type HeaderLookup,
} from './validate-header.ts';

/** Every rule once, in the order of the checks: what holds, what fails, and what could not be checked. */
export function explainHeader(
  network: Network,
  header: BlockHeader,
  { now, ...lookup }: HeaderLookup & { readonly now: Micros },
): readonly CheckedRule[] {
  const step = findParents(network, header, lookup);
  const failures = step.ok
    ? validateHeader(step.value, now)
    : [...validateIntrinsic({ network, header }, now), step.fault];
  const checked = step.ok ? [...intrinsicChecks, ...parentChecks] : intrinsicChecks;
  const rules = new Set([...checked.map(({ failure }) => failure), ...failures]);
  const unchecked = parentChecks.filter(({ failure }) => !step.ok && !rules.has(failure));
  return [
    ...[...rules].map((rule) => ({ rule, fails: failures.includes(rule) })),
    ...unchecked.map(({ failure }) => ({ rule: failure, fails: undefined })),
  ];
}

export type CheckedRule = {
  readonly rule: HeaderFailure;
  /** `undefined` where a parent is missing that the check needs. */
  readonly fails: boolean | undefined;
};
