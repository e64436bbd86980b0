// `pact network ACTION`: networks of several nodes.

import {
  type GivenOptions,
  misuse,
  type Misuse,
  secondsFault,
  wholeNumberFault,
} from '../options.ts';
import type { CommandDefinition } from './define.ts';
import { simulateMisuse, simulateOptionNames, simulateOptions } from './simulate-options.ts';

/** The folder of a network, unless an operand names another one. */
export const usualNetworkFolder = 'network';

const actions: ReadonlyMap<string, { readonly options: readonly string[]; readonly max: number }> =
  new Map([
    [
      'new',
      {
        options: [
          'nodes',
          'hosts',
          'chains',
          'block-time',
          'name',
          'miners',
          'proof-of-work',
          'development',
          'port',
          'p2p-port',
        ],
        max: 2,
      },
    ],
    ['up', { options: ['json', 'log-level'], max: 2 }],
    ['simulate', { options: simulateOptionNames, max: 1 }],
  ]);

const portFault = wholeNumberFault({ min: 1, max: 65_000 });

export const network: CommandDefinition = {
  name: 'network',
  summary: 'create a network of several nodes, run it, or plan it in a simulation',
  description: `Networks of your own, on this machine or on several ones. FOLDER is 'network' if it is left out.

  new [FOLDER]  writes a network file, the first block, the key of an account with coins, and a
                folder for each node, with its configuration and its certificate: the nodes know
                each other. Nothing that exists is overwritten.
  up [FOLDER]   runs all nodes of the folder on this machine, with one log. Ctrl-C stops them all.
  simulate      runs many nodes in one process and in simulated time, with partitions, restarts and
                wrong clocks, and checks that they agree in the end. With --plan, says what to
                expect of a network before it exists: which part of its blocks is lost, how long
                transactions take, what it sends. Neither needs a folder.

Without proof of work, the nodes trust each other: they accept blocks only from the nodes in their
configuration. docs/operations.md describes a network on three machines.`,
  operands: { usage: 'ACTION [FOLDER]', min: 1, max: 2 },
  actions,
  options: [
    {
      long: 'nodes',
      argument: { name: 'N', fault: wholeNumberFault({ min: 1, max: 100_000 }) },
      help: 'the number of nodes (default 3, or one per host)',
    },
    {
      long: 'hosts',
      argument: { name: 'ADDRESSES', fault: hostsFault },
      help: 'for new: the machines, separated by commas (default 127.0.0.1)',
    },
    {
      long: 'chains',
      argument: { name: 'N', choices: ['1', '2', '3', '10', '20'] },
      help: '1, 2, 3 (default), 10 or 20 chains',
    },
    {
      long: 'block-time',
      argument: { name: 'SECONDS', fault: secondsFault({ min: 0.1, max: 3600 }) },
      help: 'the time between two blocks of a chain (default 5)',
    },
    {
      long: 'name',
      argument: {
        name: 'NAME',
        fault: (text) =>
          /^[a-z][a-z0-9-]{0,31}$/.test(text)
            ? undefined
            : `takes lower-case letters, digits and -, at most 32 of them, not ${text}`,
      },
      help: 'for new: the name of the network (default my-network)',
    },
    {
      long: 'miners',
      argument: { name: 'N', fault: wholeNumberFault({ min: 0, max: 50 }) },
      help: 'nodes that make blocks (default for new: 1, all with proof of work)',
    },
    {
      long: 'proof-of-work',
      help: 'for new: blocks need a proof of work; others may join the network',
    },
    {
      long: 'development',
      help: 'for new: accounts with public keys, sender00 to sender09',
    },
    {
      long: 'port',
      argument: { name: 'PORT', fault: portFault },
      help: 'for new: the port for clients of the first node (default 1848)',
    },
    {
      long: 'p2p-port',
      argument: { name: 'PORT', fault: portFault },
      help: 'for new: the port for nodes of the first node (default 1789)',
    },
    {
      long: 'log-level',
      argument: { name: 'LEVEL', choices: ['error', 'warn', 'info', 'debug'] },
      help: 'for up: error, warn, info (default) or debug',
    },
    {
      long: 'json',
      help: 'for up: a line of JSON once nodes are ready; for simulate: all as JSON',
    },
    ...simulateOptions,
  ],
  examples: [
    {
      command: 'pact network new --nodes 3',
      does: 'write a network of three nodes for this machine',
    },
    { command: 'pact network up', does: 'run it' },
    {
      command: 'pact network new ours --hosts 10.0.0.1,10.0.0.2,10.0.0.3 --chains 20',
      does: 'write a network of twenty chains for three machines',
    },
    {
      command: 'pact network simulate --plan --chains 20 --nodes 50 --shares 40,30,30',
      does: 'say which part of the blocks will be lost, and how long transactions take',
    },
    {
      command: 'pact network simulate --seeds 1-500 --workers 2',
      does: 'test the nodes in 500 simulated networks in which much goes wrong',
    },
  ],
  misuse: networkMisuse,
  run: async (given) => (await import('../network/run-network.ts')).runNetwork(given),
};

function networkMisuse(given: GivenOptions): Misuse | undefined {
  const { operands, options } = given;
  const [name = ''] = operands;
  const action = actions.get(name);
  if (action === undefined) {
    return misuse(`there is no pact network ${name}: use ${[...actions.keys()].join(', ')}`);
  }
  const foreign = [...options.keys()].find((long) => !action.options.includes(long));
  if (foreign !== undefined) return misuse(`pact network ${name} does not take --${foreign}`);
  return name === 'simulate' ? simulateMisuse(given) : newMisuse(given);
}

/** The most nodes of `new`. */
const maxNodes = 50;

function newMisuse({ options }: GivenOptions): Misuse | undefined {
  const count = (long: string): number | undefined => {
    const text = options.get(long)?.at(-1);
    return text === undefined ? undefined : Number(text);
  };
  const hosts = options.get('hosts')?.at(-1)?.split(',').length ?? 1;
  const nodes = count('nodes') ?? (options.has('hosts') ? hosts : 3);
  if (nodes > maxNodes) return misuse(`pact network new writes at most ${maxNodes} nodes`);
  if (nodes < hosts) {
    return misuse(`--nodes ${nodes} is less than the ${hosts} machines of --hosts`);
  }
  const miners = count('miners');
  return miners !== undefined && miners > nodes
    ? misuse(`--miners ${miners} is more than the ${nodes} nodes`)
    : undefined;
}

/** The addresses themselves are checked when the files are written: the rules are those of nodes. */
function hostsFault(text: string): string | undefined {
  const hosts = text.split(',').map((each) => each.trim());
  if (hosts.includes('')) return `takes addresses separated by commas, not ${text}`;
  return hosts.length > 50 ? 'takes at most 50 addresses' : undefined;
}
