// The options of `pact network simulate` that its other actions do not have.

import {
  type GivenOptions,
  misuse,
  type Misuse,
  type Option,
  secondsFault,
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
    argument: { name: 'SECONDS', fault: secondsFault({ min: 0, max: 3600 }) },
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
  {
    long: 'seeds',
    argument: { name: 'FIRST-LAST', fault: seedsFault },
    help: 'for simulate: several seeds (default 1-10)',
  },
  {
    long: 'minutes',
    argument: { name: 'N', fault: wholeNumberFault({ min: 3, max: 1440 }) },
    help: 'for simulate: the length of each run, in its own time (default 10)',
  },
  {
    long: 'faults',
    argument: { name: 'NUMBERS', fault: faultsFault },
    help: 'for simulate: only these faults, as 0,2, or none (default all)',
  },
  {
    long: 'attack',
    argument: { name: 'NUMBER', fault: attackFault },
    help: 'for simulate: a hostile peer, or none (default in half of the seeds)',
  },
  {
    long: 'workers',
    argument: { name: 'N', fault: wholeNumberFault({ min: 1, max: 256 }) },
    help: 'for simulate: processes that share the seeds (default 1)',
  },
  { long: 'log', help: 'for simulate: print everything that happens' },
];

/** The names of all options that `pact network simulate` takes. */
export const simulateOptionNames: readonly string[] = [
  ...shared,
  ...simulateOptions.map(({ long }) => long),
];

export function simulateMisuse(given: GivenOptions): Misuse | undefined {
  const { options, operands } = given;
  const [, beyond] = operands;
  if (beyond !== undefined) return misuse(`pact network simulate does not take ${beyond}`);
  const isPlan = options.has('plan');
  const ofOther = isPlan ? runOnly : planOnly;
  const foreign = ofOther.find((long) => options.has(long));
  if (foreign !== undefined) {
    return misuse(`pact network simulate ${isPlan ? '--plan ' : ''}does not take --${foreign}`);
  }
  return isPlan ? planMisuse(given) : runMisuse(given);
}

const planOnly = ['miners', 'shares', 'delay', 'transaction-bytes', 'block-transactions'] as const;
const runOnly = ['seeds', 'minutes', 'faults', 'attack', 'workers', 'log'] as const;

function planMisuse({ options }: GivenOptions): Misuse | undefined {
  const shares = options.get('shares')?.at(-1)?.split(',').length;
  const miners = options.get('miners')?.at(-1);
  if (miners === '0') return misuse('a network without miners makes no blocks: --miners 1');
  return shares !== undefined && miners !== undefined && Number(miners) !== shares
    ? misuse(`--shares names ${shares} miners, and --miners ${miners}`)
    : undefined;
}

/** More nodes take longer than anybody waits. */
const maxSimulatedNodes = 20;

function runMisuse({ options }: GivenOptions): Misuse | undefined {
  if (options.has('seed') && options.has('seeds'))
    return misuse('--seed and --seeds exclude each other');
  const nodes = Number(options.get('nodes')?.at(-1) ?? 2);
  if (nodes < 2 || nodes > maxSimulatedNodes) {
    return misuse(`a simulation has 2 to ${maxSimulatedNodes} nodes; --plan takes more`);
  }
  const isOne = options.has('seed');
  return options.has('log') && !isOne
    ? misuse('--log needs --seed: the events of one run')
    : undefined;
}

/** The first and the last seed. */
export function seedsOf(text: string): readonly [number, number] | undefined {
  const [, first, last] = /^(\d{1,9})-(\d{1,9})$/.exec(text) ?? [];
  const range = [Number(first), Number(last)] as const;
  return last !== undefined && range[0] <= range[1] ? range : undefined;
}

function seedsFault(text: string): string | undefined {
  return seedsOf(text) === undefined ? `takes two numbers, as 1-500, not ${text}` : undefined;
}

/** The positions of faults in the plan of a seed; `none` is an empty list. */
export function faultsOf(text: string): readonly number[] | undefined {
  if (text === 'none') return [];
  return /^\d{1,3}(,\d{1,3})*$/.test(text) ? text.split(',').map(Number) : undefined;
}

function attackFault(text: string): string | undefined {
  return /^([1-9]\d?|none)$/.test(text)
    ? undefined
    : `takes a number from 1 to 60, or none, not ${text}`;
}

function faultsFault(text: string): string | undefined {
  return faultsOf(text) === undefined ? `takes numbers, as 0,2, or none, not ${text}` : undefined;
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

function rateFault(text: string): string | undefined {
  const isAllowed = /^\d{1,6}(\.\d{1,3})?$/.test(text);
  return isAllowed ? undefined : `takes a number from 0 to 999999, not ${text}`;
}
