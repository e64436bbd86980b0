// `pact chain ACTION`.

import { misuse, type GivenOptions, type Misuse } from '../options.ts';
import type { CommandDefinition } from './define.ts';

/** The least and the most operands after each action. */
const actions: ReadonlyMap<string, { readonly min: number; readonly max: number }> = new Map([
  ['genesis', { min: 1, max: 1 }],
  ['header', { min: 1, max: Infinity }],
  ['network', { min: 0, max: 1 }],
  ['payload', { min: 1, max: Infinity }],
  ['proof', { min: 1, max: Infinity }],
  ['replay', { min: 1, max: Infinity }],
]);

export const chain: CommandDefinition = {
  name: 'chain',
  summary: 'decode and check block headers and payloads; show networks and their first blocks',
  description: `Reads files; needs no node.

  genesis   builds the first block of each chain of a network, and prints its hashes and its header;
            transactions that the network file names are executed
  header    decodes block headers and reports which rules each one meets. A file holds one or more
            headers, as base64url (one per line) or as JSON from a node. Parents are looked
            up in the same files; rules that need a missing parent are not checked.
  network   shows one network, or all known networks without a name
  payload   decodes block payloads in JSON files, with or without outputs, and checks their hashes
  proof     decodes a proof in a JSON or base64url file and computes its root, which must be the
            hash of a header in the other files, if there are any
  replay    executes the blocks of files from the first one of each chain, and reports the first
            that is refused, check by check. A file holds a block per line, as JSON with header and
            payloadWithOutputs, or pages of blocks from a node; docs/networks.md has the format.

A network is a known name, or a file that describes one: docs/networks.md has the format.

With --network, blocks and headers can also belong to a network that a file describes.

A file named - is standard input. The exit status is 1 if a header, payload, proof or block is not
valid.`,
  operands: { usage: 'ACTION [FILE...]', min: 1 },
  actions,
  options: [
    { long: 'json', help: 'write the result as JSON' },
    {
      long: 'network',
      argument: { name: 'NETWORK' },
      help: 'for header and replay: the network of the headers and blocks',
    },
  ],
  examples: [
    { command: 'pact chain network mainnet01', does: 'show graphs, times, targets and forks' },
    {
      command: 'pact chain header headers.json',
      does: 'decode headers, and report why any are invalid',
    },
    {
      command: 'pact chain genesis my-network.yaml',
      does: 'check a network file, and print the first block of each chain',
    },
    { command: 'pact chain payload payload.json', does: 'list the transactions of a block' },
    { command: 'pact chain proof proof.json headers.json', does: 'check the root of a proof' },
    {
      command: 'pact chain replay blocks.jsonl --network my-network.yaml',
      does: 'execute the blocks of a chain, and compare every hash',
    },
  ],
  misuse: chainMisuse,
  run: async (given) => (await import('../chain/run-chain.ts')).runChain(given),
};

function chainMisuse({ operands }: GivenOptions): Misuse | undefined {
  const [name = '', ...rest] = operands;
  const action = actions.get(name);
  if (action === undefined) {
    return misuse(`there is no pact chain ${name}: use ${[...actions.keys()].join(', ')}`);
  }
  if (rest.length < action.min) {
    return misuse(`pact chain ${name} needs a ${name === 'genesis' ? 'network' : 'file'}`);
  }
  const beyond = rest[action.max];
  return beyond === undefined ? undefined : misuse(`pact chain ${name} does not take ${beyond}`);
}
