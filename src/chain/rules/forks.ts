// The forks that change the rules of existing networks, when each begins, and in which sense. A
// position is at genesis, at a block height, at a fork number (which miners vote for), or never, in
// this order.
// Source: Chainweb/Version.hs (ForkHeight), Chainweb/Version/Guards.hs; consensus reference, section
// 1.4; delta, sections 1.1 and 2.

import type { ChainId } from '../graph/chain-graph.ts';

export type ForkPosition =
  | { readonly kind: 'genesis' }
  | { readonly kind: 'height'; readonly height: number }
  | { readonly kind: 'fork-number'; readonly forkNumber: number }
  | { readonly kind: 'never' };

/**
 * The comparison that a guard of this fork makes. `before`: is the block below the position, so that the old rule
 * applies? `after`: is it above? `from`: is it at the position or above? `at`: is it exactly there?
 */
type Sense = 'before' | 'after' | 'from' | 'at';

const senses = {
  slowEpoch: 'before',
  vuln797Fix: 'from',
  coinV2: 'from',
  pactBackCompatV16: 'before',
  moduleNameFix: 'from',
  skipTxTimingValidation: 'before',
  oldTargetGuard: 'before',
  skipFeatureFlagValidation: 'before',
  moduleNameFix2: 'from',
  oldDaGuard: 'before',
  pactEvents: 'from',
  spvBridge: 'from',
  pact4Coin3: 'after',
  enforceKeysetFormats: 'from',
  pact42: 'from',
  checkTxHash: 'from',
  chainweb213Pact: 'from',
  chainweb214Pact: 'after',
  chainweb215Pact: 'after',
  pact44NewTrans: 'from',
  chainweb216Pact: 'after',
  chainweb217Pact: 'after',
  chainweb218Pact: 'from',
  chainweb219Pact: 'from',
  chainweb220Pact: 'from',
  chainweb221Pact: 'from',
  chainweb222Pact: 'from',
  chainweb223Pact: 'from',
  chainweb224Pact: 'from',
  chainweb225Pact: 'from',
  pact5: 'from',
  chainweb228Pact: 'from',
  chainweb230Pact: 'from',
  chainweb231Pact: 'from',
  migratePlatformShare: 'at',
  chainweb31: 'from',
  chainweb32: 'from',
} as const satisfies Record<string, Sense>;

export type ForkName = keyof typeof senses;

export const forkNames: readonly ForkName[] = Object.keys(senses) as ForkName[];

/** Most forks have one position for all chains; a few of mainnet have one for each chain. */
export type ForkPositions = Readonly<
  Record<ForkName, ForkPosition | ((chain: ChainId) => ForkPosition)>
>;

/** The position for which a rule is looked up. */
export type RulePlace = {
  readonly chain: ChainId;
  readonly height: number;
  /** The fork number of the parent block. Only forks of `byForkNumber` use it. */
  readonly forkNumber: number;
};

/** Their guards use the fork number of the parent; all others use the height. */
const byForkNumber: ReadonlySet<ForkName> = new Set<ForkName>(['chainweb32']);

export const isForkByNumber = (name: ForkName): boolean => byForkNumber.has(name);

export const atGenesis: ForkPosition = { kind: 'genesis' };
export const never: ForkPosition = { kind: 'never' };
export const atHeight = (height: number): ForkPosition => ({ kind: 'height', height });
export const atForkNumber = (forkNumber: number): ForkPosition => ({
  kind: 'fork-number',
  forkNumber,
});

/** Returns the result of the guard, with the comparison of the fork. */
export function guardHolds(forks: ForkPositions, name: ForkName, place: RulePlace): boolean {
  const found = forks[name];
  const position = typeof found === 'function' ? found(place.chain) : found;
  const order = byForkNumber.has(name)
    ? compareForkNumber(place.forkNumber, position)
    : compareHeight(place.height, position);
  switch (senses[name]) {
    case 'before':
      return order < 0;
    case 'after':
      return order > 0;
    case 'from':
      return order >= 0;
    case 'at':
      return order === 0;
  }
}

/** A setting that changes: the value from each position on, in ascending order. */
export type ByPosition<T> = readonly { readonly from: ForkPosition; readonly value: T }[];

/**
 * Returns the current value: the last entry that is reached. A fork number above 0 is past every height. Returns
 * `undefined` before the first entry.
 */
export function valueAt<T>(
  settings: ByPosition<T>,
  place: Pick<RulePlace, 'height' | 'forkNumber'>,
): T | undefined {
  return settings.findLast(({ from }) => isReached(from, place))?.value;
}

/** Returns whether a block of this height is at the position itself: one-time changes happen there. */
export function isAtPosition(
  position: ForkPosition,
  { height }: Pick<RulePlace, 'height'>,
): boolean {
  return compareHeight(height, position) === 0;
}

export const always = <T>(value: T): ByPosition<T> => [{ from: atGenesis, value }];

function isReached(
  position: ForkPosition,
  { height, forkNumber }: Pick<RulePlace, 'height' | 'forkNumber'>,
): boolean {
  return forkNumber > 0
    ? compareForkNumber(forkNumber, position) >= 0
    : compareHeight(height, position) >= 0;
}

// Negative below the position, 0 at it, positive above. Every block is above the genesis position,
// every fork number above 0 is past every height, and every height is below every fork number.

function compareHeight(height: number, position: ForkPosition): number {
  if (position.kind === 'height') return height - position.height;
  return position.kind === 'genesis' ? 1 : -1;
}

function compareForkNumber(forkNumber: number, position: ForkPosition): number {
  if (position.kind === 'fork-number') return forkNumber - position.forkNumber;
  if (position.kind === 'height') return forkNumber > 0 ? 1 : -1;
  return position.kind === 'genesis' ? 1 : -1;
}
