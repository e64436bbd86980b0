// The time limits of a transaction in a block: its times are compared with the time of the parent block.
// Source: Chainweb/Pact/Transactions (timingsCheck), Chainweb/Pact5/Validations.hs; consensus reference, section 6.5.

import type { Micros } from '../../model/header.ts';

export type TransactionTiming = {
  /** How many seconds a transaction may be dated later than the parent block. */
  readonly mostAheadSeconds: bigint;
  /** The longest time to live. */
  readonly longestLifeSeconds: bigint;
};

export type TransactionTimes = {
  /** Whole seconds since the Unix epoch. */
  readonly creationTime: bigint;
  readonly ttl: bigint;
};

/** `ahead`: it is dated too far ahead. `expired`: its time to live is over, or invalid. */
export type TimingFault = 'ahead' | 'expired';

/** Returns all faults, in the order of the reference. */
export function timingFaults(
  timing: TransactionTiming,
  transaction: TransactionTimes,
  parentTime: Micros,
): readonly TimingFault[] {
  const faults: TimingFault[] = [];
  const latest = parentTime + timing.mostAheadSeconds * second;
  if (microsOf(transaction.creationTime) > latest) faults.push('ahead');
  if (!isAlive(timing, transaction, parentTime)) faults.push('expired');
  return faults;
}

/** The half of the check that preflight makes. */
export function isAlive(
  { longestLifeSeconds }: TransactionTiming,
  { creationTime, ttl }: TransactionTimes,
  parentTime: Micros,
): boolean {
  return (
    ttl > 0n &&
    ttl <= longestLifeSeconds &&
    parentTime >= 0n &&
    creationTime >= 0n &&
    microsOf(creationTime + ttl) > parentTime
  );
}

const second = 1_000_000n;

/** In 64 bits, with the same overflow as in the reference. */
function microsOf(seconds: bigint): Micros {
  return BigInt.asIntN(64, BigInt.asIntN(64, seconds) * second);
}

/** The values that existing networks agree on. */
export const usualTiming: TransactionTiming = {
  mostAheadSeconds: 95n,
  longestLifeSeconds: 172_800n,
};
