// The settings that change before a call: its signers and the time.

import type { FuzzSession } from './fuzz-session.ts';
import { laterMoment, timeExpression, type Moments } from './moments.ts';
import type { Random } from './random.ts';

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
