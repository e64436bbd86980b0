// `pact devnet [ACTION]`.

import { misuse, wholeNumberFault, type GivenOptions, type Misuse } from '../options.ts';
import type { CommandDefinition } from './define.ts';

/** Fewest and most operands after the action. */
const actions: ReadonlyMap<string, { readonly least: number; readonly most: number }> = new Map([
  ['balance', { least: 2, most: 2 }],
  ['impersonate', { least: 1, most: 1 }],
  ['invalidate', { least: 1, most: 1 }],
  ['mine', { least: 0, most: 1 }],
  ['reset', { least: 0, most: 0 }],
  ['revert', { least: 0, most: 1 }],
  ['snapshot', { least: 0, most: 0 }],
  ['status', { least: 0, most: 0 }],
  ['travel', { least: 1, most: 1 }],
]);

const controlOptions = ['chain', 'control-port', 'json', 'out'];

export const devnet: CommandDefinition = {
  name: 'devnet',
  summary: 'run a network of chains for development in this process, and control it',
  description: `Without ACTION, runs a complete network of the version 'development': nothing to download,
contracts and funded accounts in the first blocks, and a block as soon as a transaction is sent.
Clients talk to it on http://127.0.0.1:1848 as to any node. Ctrl-C ends it.

Another 'pact devnet' controls the one that runs, by its control port, which only this machine
reaches:

  mine [BLOCKS]           makes blocks: rounds of all chains, or of --chain
  travel SECONDS          moves the time forward, and makes a round of blocks
  snapshot                remembers the state; with --out FILE, writes the network to a file
  revert [SNAPSHOT]       returns to a snapshot, or to the last one
  invalidate HASH         takes back the block of --chain, and all above it
  balance ACCOUNT AMOUNT  sets the coins of an account on --chain
  impersonate FILE        sends the unsigned transaction in a file (its "cmd") as if it were signed
  reset                   returns to the first blocks
  status                  shows heights, time, snapshots and accounts

The keys of sender00 to sender09 are public: never use them elsewhere. docs/devnet.md says more.`,
  operands: { usage: '[ACTION]', most: 3 },
  actions: new Map(
    [...actions.keys()].map((name) => [
      name,
      { options: controlOptions, most: actions.get(name)?.most ?? 0 },
    ]),
  ),
  options: [
    {
      long: 'chains',
      argument: { name: 'N', choices: ['1', '2', '3', '10', '20'] },
      help: 'how many chains it has: 1, 2, 3, 10 or 20 (default)',
    },
    {
      long: 'port',
      argument: { name: 'PORT', fault: wholeNumberFault({ least: 0, most: 65_535 }) },
      help: 'the port for clients, 1848 by default; 0: any free one',
    },
    { long: 'host', argument: { name: 'ADDRESS' }, help: 'the address for clients (127.0.0.1)' },
    {
      long: 'control-port',
      argument: { name: 'PORT', fault: wholeNumberFault({ least: 0, most: 65_535 }) },
      help: 'the port for its control: 1849 by default',
    },
    {
      long: 'metrics-port',
      argument: { name: 'PORT', fault: wholeNumberFault({ least: 0, most: 65_535 }) },
      help: 'serve metrics for Prometheus on this port; 0: any free one',
    },
    {
      long: 'log-format',
      argument: { name: 'FORMAT', choices: ['text', 'json'] },
      help: 'log requests and blocks on standard error, as text or as json',
    },
    {
      long: 'log-folder',
      argument: { name: 'DIR' },
      help: 'log to the file devnet.log of this folder',
    },
    {
      long: 'block-time',
      argument: { name: 'SECONDS', fault: secondsFault },
      help: 'make the blocks of each chain at this interval, not when one is needed',
    },
    {
      long: 'accounts',
      argument: { name: 'N', fault: wholeNumberFault({ least: 0, most: 1000 }) },
      help: 'how many fresh accounts are made, funded and printed: none by default',
    },
    {
      long: 'state',
      argument: { name: 'DIR' },
      help: 'keep the network in this folder; a second start continues it',
    },
    {
      long: 'snapshot',
      argument: { name: 'FILE' },
      help: "start a new network from this file of 'pact devnet snapshot --out'",
    },
    {
      long: 'genesis',
      argument: { name: 'DIR' },
      help: 'first blocks: chain-0.json and other-chains.json of this folder',
    },
    { long: 'json', help: 'print what is ready, and answers, as one line of JSON' },
    { long: 'quiet', help: 'print only that it is ready' },
    {
      long: 'out',
      argument: { name: 'FILE' },
      help: "where 'snapshot' writes the whole network, for --snapshot",
    },
    {
      long: 'chain',
      argument: { name: 'N', fault: wholeNumberFault({ least: 0, most: 999 }) },
      help: 'the chain that an action is about',
    },
  ],
  examples: [
    { command: 'pact devnet', does: 'run 20 chains on http://127.0.0.1:1848' },
    { command: 'pact devnet --state .devnet', does: 'the same, and continue where it ended' },
    { command: 'pact devnet --chains 2 --block-time 5', does: 'run two chains, a block each 5 s' },
    { command: 'pact devnet mine 5', does: 'make five blocks on every chain of the one that runs' },
    { command: 'pact devnet travel 86400', does: 'let a day pass' },
  ],
  misuse: devnetMisuse,
  run: 'main-thread',
};

function devnetMisuse({ operands }: GivenOptions): Misuse | undefined {
  const [name, ...rest] = operands;
  if (name === undefined) return undefined;
  const action = actions.get(name);
  if (action === undefined) {
    return misuse(`there is no pact devnet ${name}: use ${[...actions.keys()].join(', ')}`);
  }
  if (rest.length < action.least) return misuse(`pact devnet ${name} needs more: see --help`);
  const beyond = rest[action.most];
  return beyond === undefined ? undefined : misuse(`pact devnet ${name} does not take ${beyond}`);
}

function secondsFault(text: string): string | undefined {
  return /^\d{1,6}(\.\d{1,3})?$/.test(text) && Number(text) > 0
    ? undefined
    : `takes a number of seconds, not ${text}`;
}
