// `pact export`: the blocks of a node as rows.

import { type GivenOptions, misuse, type Misuse, wholeNumberFault } from '../options.ts';
import type { CommandDefinition } from './define.ts';

/** The service port of a node on this machine. */
export const usualNode = 'http://127.0.0.1:1848';

export const exportCommand: CommandDefinition = {
  name: 'export',
  summary: 'print the blocks of a node as rows, and keep following it',
  description: `Writes blocks, transactions, events, transfers, signers, calls and balance changes of a node into
lines of JSON, one for each row. Any node will do that serves the usual service interface. What it
sends is checked: the hash of every header and payload must be right, and every block must follow
the one below it.

It ends at the newest blocks of its start; with --follow it goes on with new ones. Blocks that a
reorganisation removes are taken back by a line of their own.

docs/export.md describes the rows.`,
  options: [
    {
      long: 'node',
      argument: {
        name: 'URL',
        fault: (text) =>
          /^https?:\/\/[^\s]+$/.test(text) && URL.canParse(text)
            ? undefined
            : `takes the address of a node's service port, such as ${usualNode}, not ${text}`,
      },
      help: `the service port of the node; default ${usualNode}`,
    },
    {
      long: 'to',
      argument: {
        name: 'PLACE',
        fault: (text) => (text === '-' ? undefined : `takes - for standard output, not ${text}`),
      },
      help: '-: lines of JSON on standard output',
    },
    {
      long: 'chains',
      argument: {
        name: 'LIST',
        fault: (text) =>
          /^\d{1,4}(,\d{1,4})*$/.test(text) ? undefined : `takes chains such as 0,1,2, not ${text}`,
      },
      help: 'export these chains only: 0,1,2',
    },
    {
      long: 'from',
      argument: {
        name: 'HEIGHT',
        fault: wholeNumberFault({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      },
      help: 'the lowest height; default: go on with what is stored, or begin with the first blocks',
    },
    { long: 'follow', short: 'f', help: 'go on with new blocks until Ctrl-C' },
    { long: 'quiet', help: 'print no progress' },
  ],
  examples: [
    {
      command: 'pact export --from 1000 --to - > rows.jsonl',
      does: 'write the rows of a node or devnet on this machine into a file',
    },
    {
      command: 'pact export --node https://node.example --chains 0 --follow --to -',
      does: 'print one chain of another node, and follow it',
    },
  ],
  misuse: exportMisuse,
  run: 'main-thread',
};

function exportMisuse({ options }: GivenOptions): Misuse | undefined {
  return options.has('to')
    ? undefined
    : misuse('pact export needs --to -, which prints lines of JSON');
}
