// Times that matter to a module: those that it mentions, those in its rows, and its usual periods. Time-dependent bugs
// typically appear a second before or after one of them.

import { prettyValueText, timeFromPosixMicros, TimeValue } from '../../../lang/session/run.ts';
import type { Dictionary } from './dictionary.ts';
import type { FuzzSession } from './fuzz-session.ts';
import type { Random } from './random.ts';

const microsPerSecond = 1_000_000n;
const epoch = timeFromPosixMicros(0n).micros;

/** Returns whole seconds since 1970. */
export function secondsOf({ micros }: TimeValue): bigint {
  return (micros - epoch) / microsPerSecond;
}

export function timeExpression(seconds: bigint): string {
  return `(time ${prettyValueText(timeFromPosixMicros(seconds * microsPerSecond))})`;
}

const hour = 3600n;
const day = 24n * hour;
const usualSpans = [1n, 60n, hour, day, 7n * day, 30n * day, 365n * day];
/** Longer numbers are not seconds: contracts may count in other units. */
const longestSpan = 1000n * 365n * day;
const mostMultiples = 14;

export type Moments = {
  readonly now: bigint;
  readonly times: readonly bigint[];
  readonly spans: readonly bigint[];
};

export function momentsOf(
  { integers, decimals, times, state }: Dictionary,
  { publicData }: FuzzSession,
): Moments {
  const whole = [...decimals, ...state.decimals].map(
    ({ mantissa, places }) => mantissa / 10n ** BigInt(places),
  );
  const all = [...integers, ...state.integers, ...whole];
  return {
    now: secondsOf(publicData.blockTime),
    times: [...times, ...state.times],
    spans: all.filter((span) => span > 1n && span < longestSpan),
  };
}

/** Returns a random time that may matter. */
export function momentNear({ now, times, spans }: Moments, random: Random): bigint {
  const from = random.oneIn(3) ? now : (random.pick(times) ?? now);
  const near = random.oneIn(2) ? 0n : BigInt(random.below(3) - 1);
  if (random.oneIn(2)) return from + near;
  const span = random.pick(random.oneIn(2) ? spans : usualSpans) ?? day;
  const multiples = random.oneIn(2) ? 1 : 1 + random.below(mostMultiples);
  return from + span * BigInt(multiples) + near;
}

/** Returns a later time: time never goes back. */
export function laterMoment(moments: Moments, random: Random): bigint {
  for (let tries = 3; tries > 0; tries--) {
    const moment = momentNear(moments, random);
    if (moment > moments.now) return moment;
  }
  return moments.now + (random.pick(usualSpans) ?? day);
}
