// The releases of gas prices, oldest first. Code on a chain is charged by the release in force at its
// height, everything else by the newest release.

import type { GasSchedule } from '../schedule.ts';
import { pact50 } from './pact-5.0.ts';

const gasReleases: readonly GasSchedule[] = [pact50];

export const newestGasSchedule: GasSchedule = gasReleases.at(-1) ?? pact50;

/** Returns the prices of a release of Pact: those of `5.0` for `5.4.1`. `undefined` before the first release. */
export function gasScheduleOf(release: string): GasSchedule | undefined {
  if (release !== lastAsked.release) {
    const schedule = gasReleases.findLast((each) => !isBefore(release, each.release));
    lastAsked = { release, schedule };
  }
  return lastAsked.schedule;
}

/** Remembers the last result, because all transactions of a chain use the same release. */
let lastAsked: {
  readonly release: string | undefined;
  readonly schedule: GasSchedule | undefined;
} = { release: undefined, schedule: undefined };

function isBefore(left: string, right: string): boolean {
  const parts = left.split('.').map(Number);
  const others = right.split('.').map(Number);
  for (let i = 0; i < Math.max(parts.length, others.length); i++) {
    const difference = (parts[i] ?? 0) - (others[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
