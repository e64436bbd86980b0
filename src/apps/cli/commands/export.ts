// `pact export`: the blocks of a node in a database.

import { type GivenOptions, misuse, type Misuse, wholeNumberFault } from '../options.ts';
import type { CommandDefinition } from './define.ts';

/** The service port of a node on this machine. */
export const usualNode = 'http://127.0.0.1:1848';

/** The schema in PostgreSQL. */
export const usualSchema = 'pact';

export const exportCommand: CommandDefinition = {
  name: 'export',
  summary: 'write the blocks of a node into PostgreSQL, and keep following it',
  description: `Writes blocks, transactions, events, transfers, signers, calls and balance changes of a node into
tables of PostgreSQL, or as lines of JSON to standard output. Any node will do that serves the usual
service interface. What it sends is checked: the hash of every header and payload must be right, and
every block must follow the one below it.

It ends at the newest blocks of its start; with --follow it goes on with new ones, and corrects what
a reorganisation changes. Every block is stored once, in one transaction of the database with all of
its rows: interrupted at any time, the same command goes on where it stopped.

docs/export.md says more; docs/export-queries.md describes the tables, and answers common questions.`,
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
        name: 'DATABASE',
        fault: (text) =>
          text === '-' || /^postgres(ql)?:\/\//.test(text)
            ? undefined
            : 'takes postgres://user@host:5432/database, or - for lines of JSON',
      },
      help: 'postgres://user@host:5432/database (see PGPASSWORD), or - for JSON',
    },
    {
      long: 'schema',
      argument: { name: 'NAME' },
      help: `the schema in PostgreSQL that gets the tables; default ${usualSchema}`,
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
      help: 'the lowest height; default: what is stored, or the first block',
    },
    { long: 'follow', short: 'f', help: 'go on with new blocks until Ctrl-C' },
    { long: 'quiet', help: 'print no progress' },
  ],
  examples: [
    {
      command: 'pact export --to postgres://localhost/chain --follow',
      does: 'export a node or devnet on this machine, and follow it',
    },
    {
      command: 'pact export --node https://node.example --to postgres://localhost/chain --chains 0',
      does: 'export one chain of another node, up to its newest block',
    },
    {
      command: 'pact export --from 1000 --to -',
      does: 'write rows as JSON, without a database',
    },
  ],
  misuse: exportMisuse,
  run: 'main-thread',
};

function exportMisuse({ options }: GivenOptions): Misuse | undefined {
  const [to] = options.get('to') ?? [];
  if (to === undefined) {
    return misuse(
      'pact export needs --to: postgres://user@host:5432/database, or - for lines of JSON',
    );
  }
  return to === '-' && options.has('schema')
    ? misuse('the option --schema needs a database: --to - prints lines of JSON')
    : undefined;
}
