// The text of a plan: each figure with what it means for whoever runs the network.

import type { Plan, PlanRequest, Spread } from '../../../p2p/simulation/planner/plan.ts';
import { counted } from '../../../base/prose.ts';

export function planText(
  request: PlanRequest,
  plan: Plan,
  { isDelayKnown }: { readonly isDelayKnown: boolean },
): string {
  return [
    ...assumptions(request, plan, isDelayKnown),
    '',
    ...section('Lost blocks', lostBlocks(request, plan)),
    ...section('Blocks taken back', takenBack(request, plan)),
    ...section('Confirmation', confirmation(request, plan)),
    ...section('Between chains', betweenChains(plan)),
    ...section('Transactions', transactions(request, plan)),
    ...section('Traffic', traffic(request, plan)),
  ]
    .join('\n')
    .trimEnd();
}

function assumptions(request: PlanRequest, plan: Plan, isDelayKnown: boolean): readonly string[] {
  const { graph, blockTime, shares, delay, nodes } = request;
  const from = isDelayKnown
    ? 'as given'
    : `estimated for ${hopsText(plan.hops)}; --delay takes a measured one`;
  return [
    `${counted(graph.order, 'chain')}, a block on each every ${seconds(blockTime)}; ${counted(nodes, 'node')}, ${minersText(shares)}.`,
    `A block takes ${seconds(delay)} to other miners (${from}).`,
    `Simulated: ${counted(request.blocks, 'block')}, seed ${request.seed}.`,
  ];
}

const hopsText = (hops: number): string => (hops === 1 ? 'one hop' : `${number(hops)} hops`);

function minersText(shares: readonly number[]): string {
  const [first = 1] = shares;
  if (shares.length === 1) return 'one miner';
  if (shares.every((share) => share === first)) return `${shares.length} equal miners`;
  return `miners with ${shares.map((share) => number(100 * share)).join(', ')} % of the work`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), ''];
}

function lostBlocks({ shares }: PlanRequest, plan: Plan): readonly string[] {
  if (shares.length === 1) {
    return ['None: there is one miner. While it is down, the network stands still.'];
  }
  const { orphanShare, orphanFormula, meanGap } = plan;
  const meaning =
    orphanShare < 0.02
      ? 'That is little.'
      : orphanShare < 0.1
        ? 'That is usual for fast networks.'
        : 'That is much: choose a longer block time, or bring the miners closer.';
  return [
    `${percent(orphanShare)} of the blocks (${percent(orphanFormula)} by the formula): two miners were at work on one chain at once.`,
    `${meaning} Transactions of a lost block go into a later one.`,
    `A chain has a block every ${seconds(meanGap)}, until the difficulty makes up for what is lost.`,
  ];
}

function takenBack(request: PlanRequest, plan: Plan): readonly string[] {
  const { takenBackPerDay } = plan;
  if (request.shares.length === 1) return [];
  const days = (request.blocks * request.blockTime) / request.graph.order / 86_400;
  const deepest = takenBackPerDay.length;
  const rows = takenBackPerDay.map((times, at) => {
    const depth = at === 0 ? '1 block or more' : `${at + 1} or more`;
    return `${depth} of a chain: ${timesText(times)} on each miner`;
  });
  return [
    ...rows,
    `${deepest === 0 ? 'None' : `More than ${deepest}: not once`} in ${number(days)} days of each miner.`,
    `Rely on a transaction with ${counted(deepest + 1, 'block')} on top, if nobody attacks the network; with more of them`,
    'against somebody who has a large part of the work.',
  ];
}

function confirmation({ blockTime }: PlanRequest, { confirmed }: Plan): readonly string[] {
  const rows = confirmed.map(({ blocks, seconds: spread }) => {
    const what = blocks === 0 ? 'In a block' : `With ${blocks} blocks on top`;
    return `${what.padEnd(24)} ${spreadText(spread)}`;
  });
  const inBlock = confirmed[0]?.seconds.mean ?? 0;
  return inBlock < 5 * blockTime
    ? rows
    : [...rows, 'Transactions wait for room in blocks, longer and longer: see below.'];
}

function betweenChains({ crossChain }: Plan): readonly string[] {
  return crossChain.map(
    ({ distance, seconds: spread }) =>
      `${`${counted(distance, 'step')} apart`.padEnd(24)} ${spreadText(spread)}, from leaving until redeemed`,
  );
}

function transactions(request: PlanRequest, { capacity }: Plan): readonly string[] {
  const { transactionsPerSecond: wanted, blockTransactions } = request;
  const room = `Blocks of ${blockTransactions} have room for ${number(capacity)} a second; ${number(wanted)} are expected.`;
  if (wanted <= 0.7 * capacity) return [room];
  return wanted < capacity
    ? [room, 'That is close: now and then transactions wait for later blocks.']
    : [room, 'That is too many: choose more chains, a shorter block time, or larger blocks.'];
}

function traffic({ nodes, sessions }: PlanRequest, { bandwidth }: Plan): readonly string[] {
  const { blocks, cuts } = bandwidth;
  if (nodes === 1) return ['None: there is one node.'];
  return [
    `A node receives ${bytes(blocks + cuts)} a second: blocks ${bytes(blocks)}, news of ${counted(Math.min(sessions, nodes - 1), 'peer')} ${bytes(cuts)}.`,
    'It sends about as much. A node that joins fetches all blocks once, as fast as it can execute them.',
  ];
}

const spreadText = ({ mean, median, p95 }: Spread): string =>
  `${seconds(mean)} on average, half within ${seconds(median)}, 95 % within ${seconds(p95)}`;

function timesText(perDay: number): string {
  return perDay >= 1 ? `${number(perDay)} times a day` : `once in ${number(1 / perDay)} days`;
}

const percent = (share: number): string => `${number(100 * share)} %`;

const seconds = (value: number): string => `${number(value)} s`;

function bytes(value: number): string {
  if (value < 1000) return `${number(value)} bytes`;
  return value < 1_000_000 ? `${number(value / 1000)} kB` : `${number(value / 1_000_000)} MB`;
}

/** Two digits that count, or all before the point. */
function number(value: number): string {
  if (value === 0) return '0';
  const digits = Math.max(0, 1 - Math.floor(Math.log10(Math.abs(value))));
  return String(Number(value.toFixed(Math.min(digits, 6))));
}
