// The options of `pact network simulate` that its other actions do not have.

import {
  type GivenOptions,
  misuse,
  type Misuse,
  type Option,
  wholeNumberFault,
} from '../options.ts';

/** Those that it shares with `pact network new`. */
const shared = ['nodes', 'chains', 'block-time', 'miners', 'json'] as const;

export const simulateOptions: readonly Option[] = [
  {
    long: 'plan',
    help: 'for simulate: estimate lost blocks, confirmation times and traffic',
  },
  {
    long: 'shares',
    argument: { name: 'PERCENT', fault: sharesFault },
    help: 'for simulate --plan: work of each miner, as 60,20,20 (default equal)',
  },
  {
    long: 'delay',
    argument: { name: 'SECONDS', fault: delayFault },
    help: 'for simulate --plan: seconds to other miners (default estimated)',
  },
  {
    long: 'transactions',
    argument: { name: 'N', fault: rateFault },
    help: 'for simulate --plan: transactions a second (default 1)',
  },
  {
    long: 'transaction-bytes',
    argument: { name: 'N', fault: wholeNumberFault({ min: 100, max: 2_000_000 }) },
    help: 'for simulate --plan: the size of a transaction (default 1000)',
  },
  {
    long: 'block-transactions',
    argument: { name: 'N', fault: wholeNumberFault({ min: 1, max: 100_000 }) },
    help: 'for simulate --plan: how many fit into a block (default 250)',
  },
  {
    long: 'seed',
    argument: { name: 'N', fault: wholeNumberFault({ min: 0, max: 4_294_967_295 }) },
    help: 'for simulate: what chance begins with (default 1)',
  },
];

/** The names of all options that `pact network simulate` takes. */
export const simulateOptionNames: readonly string[] = [
  ...shared,
  ...simulateOptions.map(({ long }) => long),
];

export function simulateMisuse({ options, operands }: GivenOptions): Misuse | undefined {
  const [, beyond] = operands;
  if (beyond !== undefined) return misuse(`pact network simulate does not take ${beyond}`);
  if (!options.has('plan')) return misuse('pact network simulate needs --plan');
  const shares = options.get('shares')?.at(-1)?.split(',').length;
  const miners = options.get('miners')?.at(-1);
  if (miners === '0') return misuse('a network without miners makes no blocks: --miners 1');
  return shares !== undefined && miners !== undefined && Number(miners) !== shares
    ? misuse(`--shares names ${shares} miners, and --miners ${miners}`)
    : undefined;
}

/** The percentages of a list, if all of them are positive. */
export function sharesOf(text: string): readonly number[] | undefined {
  const parts = text.split(',');
  const isList = parts.every((part) => /^\d{1,3}(\.\d{1,3})?$/.test(part) && Number(part) > 0);
  return isList && parts.length <= 100 ? parts.map(Number) : undefined;
}

function sharesFault(text: string): string | undefined {
  const shares = sharesOf(text);
  if (shares === undefined) return `takes at most 100 percentages, as 60,20,20, not ${text}`;
  const sum = shares.reduce((all, each) => all + each, 0);
  return Math.abs(sum - 100) <= 1 ? undefined : `takes percentages with the sum 100, not ${text}`;
}

function delayFault(text: string): string | undefined {
  const isAllowed = /^\d{1,4}(\.\d{1,3})?$/.test(text) && Number(text) <= 3600;
  return isAllowed ? undefined : `takes seconds from 0 to 3600, not ${text}`;
}

function rateFault(text: string): string | undefined {
  const isAllowed = /^\d{1,6}(\.\d{1,3})?$/.test(text);
  return isAllowed ? undefined : `takes a number from 0 to 999999, not ${text}`;
}
