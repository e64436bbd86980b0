// The reward of the miner of a block.
// Source: Chainweb/MinerReward.hs (blockMinerReward); consensus reference, section 6.1.

import { countLeading } from '../../../base/binary-search.ts';
import { lazily } from '../../../base/lazily.ts';
import { graphAt, type Network } from '../network.ts';
import { mainRewards, type RewardRow } from './reward-table.ts';

/** `main`: the table of existing networks. Custom rows must be in ascending order of heights. */
export type RewardTable = 'main' | readonly RewardRow[];

const mainTable = lazily(mainRewards);

/**
 * In units of 10^-12 of the coin: the share of one chain in the reward of the height, rounded half to even. Above
 * the last row it is 0.
 */
export function minerReward(
  network: Pick<Network, 'graphs' | 'execution'>,
  height: number,
): bigint {
  const { rewards } = network.execution;
  const row = firstUpTo(rewards === 'main' ? mainTable() : rewards, height);
  return row === undefined
    ? 0n
    : divideHalfEven(row.reward, BigInt(graphAt(network, height).order));
}

/** Coins as a decimal without trailing zeros: `2.304523`, `0`. */
export function coinText(units: bigint): string {
  const digits = units.toString().padStart(13, '0');
  const fraction = digits.slice(-12).replace(/0+$/, '');
  return `${digits.slice(0, -12)}${fraction === '' ? '' : `.${fraction}`}`;
}

function firstUpTo(rows: readonly RewardRow[], height: number): RewardRow | undefined {
  return rows[countLeading(rows.length, (i) => (rows[i]?.upTo ?? 0) < height)];
}

/** Only for numbers that are not negative. */
function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const twice = 2n * (dividend - quotient * divisor);
  const isUp = twice > divisor || (twice === divisor && quotient % 2n === 1n);
  return isUp ? quotient + 1n : quotient;
}
