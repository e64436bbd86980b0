// The servers that run transactions without other nodes: devnet, serve.

import { type GivenOptions, misuse, type Misuse, wholeNumberFault } from '../options.ts';
import type { CommandDefinition } from './define.ts';
import { entityFault } from '../shared-options.ts';

/** Where `pact devnet` serves clients, unless options say otherwise. */
export const developmentAddress = 'http://127.0.0.1:1848';

/** The least and the most operands after each action. */
const actions: ReadonlyMap<string, { readonly min: number; readonly max: number }> = new Map([
  ['balance', { min: 2, max: 2 }],
  ['impersonate', { min: 1, max: 1 }],
  ['invalidate', { min: 1, max: 1 }],
  ['mine', { min: 0, max: 1 }],
  ['reset', { min: 0, max: 0 }],
  ['revert', { min: 0, max: 1 }],
  ['snapshot', { min: 0, max: 0 }],
  ['status', { min: 0, max: 0 }],
  ['travel', { min: 1, max: 1 }],
]);

const controlOptions = ['chain', 'control-port', 'json', 'out'];

export const devnet: CommandDefinition = {
  name: 'devnet',
  summary: 'run a network of chains for development in this process, and control it',
  description: `Without ACTION, runs a complete network of the version 'development': no downloads,
contracts and funded accounts in the first blocks, and a block as soon as a transaction is sent.
Clients connect to http://127.0.0.1:1848 as to any node. Ctrl-C stops it.

With ACTION, 'pact devnet' controls the running network through its control port, which is open only
to this machine:

  mine [BLOCKS]           mines blocks on all chains, or only on --chain
  travel SECONDS          moves the time forward, and makes a round of blocks
  snapshot                remembers the state; with --out FILE, writes the network to a file
  revert [SNAPSHOT]       returns to a snapshot, or to the last one
  invalidate HASH         removes a block of --chain and all blocks above it
  balance ACCOUNT AMOUNT  sets the coin balance of an account on --chain
  impersonate FILE        sends the unsigned transaction in a file (its "cmd") as if it were signed
  reset                   returns to the first block of each chain
  status                  shows heights, time, snapshots and accounts

The keys of sender00 to sender09 are public: never use them elsewhere. docs/devnet.md says more.`,
  operands: { usage: '[ACTION]', max: 3, hashes: true },
  actions: new Map(
    [...actions.keys()].map((name) => [
      name,
      { options: controlOptions, max: actions.get(name)?.max ?? 0 },
    ]),
  ),
  options: [
    {
      long: 'chains',
      argument: { name: 'N', choices: ['1', '2', '3', '10', '20'] },
      help: 'the number of chains: 1, 2, 3, 10 or 20 (default)',
    },
    {
      long: 'port',
      argument: { name: 'PORT', fault: wholeNumberFault({ min: 0, max: 65_535 }) },
      help: 'the port for clients; default 1848; 0: any free one',
    },
    {
      long: 'host',
      argument: { name: 'ADDRESS' },
      help: 'the address for clients; default 127.0.0.1',
    },
    {
      long: 'control-port',
      argument: { name: 'PORT', fault: wholeNumberFault({ min: 0, max: 65_535 }) },
      help: 'the control port; default 1849',
    },
    {
      long: 'metrics-port',
      argument: { name: 'PORT', fault: wholeNumberFault({ min: 0, max: 65_535 }) },
      help: 'serve metrics for Prometheus on this port; 0: any free one',
    },
    { long: 'rosetta', help: 'answer the Rosetta interface, and keep the history of balances' },
    {
      long: 'log-format',
      argument: { name: 'FORMAT', choices: ['text', 'json'] },
      help: 'log requests and blocks on standard error, as text or as json',
    },
    {
      long: 'log-folder',
      argument: { name: 'DIR' },
      help: 'log to the file devnet.log in this folder',
    },
    {
      long: 'block-time',
      argument: { name: 'SECONDS', fault: secondsFault },
      help: 'mine each chain at this interval instead of on demand',
    },
    {
      long: 'accounts',
      argument: { name: 'N', fault: wholeNumberFault({ min: 0, max: 1000 }) },
      help: 'create, fund and print this number of accounts; default none',
    },
    {
      long: 'state',
      argument: { name: 'DIR' },
      help: 'keep the network in this folder; the next start continues it',
    },
    {
      long: 'snapshot',
      argument: { name: 'FILE' },
      help: "start a new network from this file of 'pact devnet snapshot --out'",
    },
    {
      long: 'entity',
      argument: {
        name: 'NAME',
        fault: (text) =>
          /^[A-Za-z0-9_-]{1,64}$/.test(text)
            ? undefined
            : 'takes a name of letters, digits, - and _',
      },
      help: 'execute commands that are sealed for this entity; needs --entity-key',
    },
    {
      long: 'entity-key',
      argument: { name: 'FILE' },
      help: "the key file of the entity, made by 'pact seal --genkey'",
    },
    {
      long: 'entities',
      argument: { name: 'NAME=KEY', fault: entityFault },
      help: 'the public key of an entity that sends to it; may be repeated',
    },
    {
      long: 'genesis',
      argument: { name: 'DIR' },
      help: 'first blocks: chain-0.json and other-chains.json in this folder',
    },
    { long: 'json', help: 'print the ready message and responses as one line of JSON each' },
    { long: 'quiet', help: 'print only the ready message' },
    {
      long: 'out',
      argument: { name: 'FILE' },
      help: "the file that 'snapshot' writes the network to, for --snapshot",
    },
    {
      long: 'chain',
      argument: { name: 'N', fault: wholeNumberFault({ min: 0, max: 999 }) },
      help: 'the chain of an action',
    },
  ],
  examples: [
    { command: 'pact devnet', does: 'run 20 chains on http://127.0.0.1:1848' },
    { command: 'pact devnet --state .devnet', does: 'the same, continuing where it stopped' },
    { command: 'pact devnet --chains 2 --block-time 5', does: 'run two chains, a block every 5 s' },
    {
      command: 'pact devnet mine 5',
      does: 'mine five blocks on every chain of the running network',
    },
    { command: 'pact devnet travel 86400', does: 'move the time forward by a day' },
  ],
  misuse: devnetMisuse,
  run: 'main-thread',
};

function devnetMisuse({ operands, options }: GivenOptions): Misuse | undefined {
  const [name, ...rest] = operands;
  if (name === undefined) return entityMisuse(options);
  const action = actions.get(name);
  if (action === undefined) {
    return misuse(`there is no pact devnet ${name}: use ${[...actions.keys()].join(', ')}`);
  }
  if (rest.length < action.min)
    return misuse(`pact devnet ${name} needs more arguments: see --help`);
  const beyond = rest[action.max];
  return beyond === undefined ? undefined : misuse(`pact devnet ${name} does not take ${beyond}`);
}

function entityMisuse(options: GivenOptions['options']): Misuse | undefined {
  if (options.has('entity') && !options.has('entity-key')) {
    return misuse("--entity needs --entity-key FILE, which 'pact seal --genkey FILE' makes");
  }
  if (options.has('entity')) return undefined;
  const alone = ['entity-key', 'entities'].find((each) => options.has(each));
  return alone === undefined
    ? undefined
    : misuse(`--${alone} needs --entity, the name of the entity of this devnet`);
}

function secondsFault(text: string): string | undefined {
  return /^\d{1,6}(\.\d{1,3})?$/.test(text) && Number(text) > 0
    ? undefined
    : `takes a number of seconds, not ${text}`;
}

export const serve: CommandDefinition = {
  name: 'serve',
  summary: 'run a server that executes transactions over HTTP',
  description: `Runs the stand-alone server: it accepts signed transactions, executes them in order, and returns
their results. It has no chain: use it for development, or for applications that need none.

CONFIG is a YAML file; without it the server listens on http://127.0.0.1:9001 and keeps nothing.
Every key is optional: port, host, persistDir, logDir, verbose, gasLimit, gasRate, execConfig,
timeLimit, listenTimeout, logSize, entity, entityKey, entities. docs/serve.md explains them.

Ctrl-C stops it after the work in progress. With persistDir, accepted transactions that were not
executed yet are executed at the next start. 'pact -s CONFIG' is the same command.`,
  operands: { usage: '[CONFIG]', max: 1 },
  options: [],
  examples: [
    { command: 'pact serve', does: 'run a server that keeps everything in memory' },
    { command: 'pact serve server.yaml', does: 'run a server with the settings in a file' },
  ],
  run: 'main-thread',
};
