// The releases of gas, oldest first. Code that runs for a chain is charged by the release in force at
// its height, everything else by the newest one.

import type { GasSchedule } from '../schedule.ts';
import { pact50 } from './pact-5.0.ts';

const gasReleases: readonly GasSchedule[] = [pact50];

export const newestGasSchedule: GasSchedule = gasReleases.at(-1) ?? pact50;

/** What a release of Pact charges: `5.4.1` as `5.0`. `undefined` of releases before the first. */
export function gasScheduleOf(release: string): GasSchedule | undefined {
  if (release !== lastAsked.release) {
    const schedule = gasReleases.findLast((each) => !isBefore(release, each.release));
    lastAsked = { release, schedule };
  }
  return lastAsked.schedule;
}

/** Every transaction of a chain asks for the same one. */
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
