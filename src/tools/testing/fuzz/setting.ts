// The settings that change before a call: its signers, and the time. Time-dependent bugs typically appear a second before
// or after a time that matters to a module: one that it mentions or has in its rows, or its usual periods.

import type { FuzzSession } from './fuzz-session.ts';
import type { Random } from './random.ts';
import { TimeValue, prettyValueText, timeFromPosixMicros } from '../../../lang/session/run.ts';
import type { Dictionary } from './dictionary.ts';

/** `undefined`: unchanged. */
export type Setting = {
  readonly signers: readonly string[] | undefined;
  readonly chain: { readonly time: bigint; readonly height: bigint } | undefined;
};

export const sameSetting: Setting = { signers: undefined, chain: undefined };

const secondsPerBlock = 30n;

/** `moments`: given if the module reads the time. */
export function makeSetting(
  session: FuzzSession,
  moments: (() => Moments) | undefined,
  random: Random,
): Setting {
  const signers = random.oneIn(3) ? someSigners(session.signers, random) : undefined;
  if (moments === undefined || !random.oneIn(4)) return { signers, chain: undefined };
  const now = moments();
  const time = laterMoment(now, random);
  const height = session.publicData.blockHeight + (time - now.now) / secondsPerBlock + 1n;
  return { signers, chain: { time, height } };
}

/**
 * Returns all keys that had signed, or one of them: a signer may choose which calls to sign. Never other keys, because
 * the signers of the script define what is permitted.
 */
function someSigners(all: readonly string[], random: Random): readonly string[] | undefined {
  const one = random.pick(all);
  return one === undefined ? undefined : random.oneIn(2) ? all : [one];
}

export function chainText({ chain }: Setting): readonly string[] {
  if (chain === undefined) return [];
  const { time, height } = chain;
  return [`(env-chain-data {"block-time": ${timeExpression(time)}, "block-height": ${height}})`];
}

/** Returns settings with fewer changes. */
export function simplerSettings({ signers, chain }: Setting): readonly Setting[] {
  const fewer: Setting[] = [];
  if (signers !== undefined && chain !== undefined) fewer.push(sameSetting);
  if (signers !== undefined) fewer.push({ signers: undefined, chain });
  if (chain !== undefined) fewer.push({ signers, chain: undefined });
  return fewer;
}

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
const maxMultiples = 14;

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
  const multiples = random.oneIn(2) ? 1 : 1 + random.below(maxMultiples);
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
