// `pact poll [KEY...]`.

import type { CommandDefinition } from './define.ts';
import { targetMisuse, targetOptions, waitMisuse, waitOptions } from './server-options.ts';

export const poll: CommandDefinition = {
  name: 'poll',
  summary: 'show the results of transactions that were sent',
  description: `Reads the results of transactions from a server or a network by their request keys, and shows each
as a line of JSON. Without KEY, or with -, the keys are read from standard input, in the format that
pact send writes.

Keys without a result are listed on standard error; --wait keeps polling for them. The exit status
is 1 if a result is missing or is a failure.`,
  operands: { usage: '[KEY...]', hashes: true },
  options: [
    ...targetOptions,
    {
      long: 'chain',
      argument: {
        name: 'NUMBER',
        fault: (text) =>
          /^(0|[1-9]\d{0,3})$/.test(text) ? undefined : `takes the number of a chain, not ${text}`,
      },
      help: 'the chain, if the network has more than one',
    },
    ...waitOptions,
  ],
  examples: [
    {
      command: 'pact poll -n testnet --chain 1 tMNOm4rmCPDgQfPPl92phGjMLw5qJGnvp1yvuQ7qJCk',
      does: 'show the result of one transaction, if there is one',
    },
    {
      command: 'pact poll -n development --wait --timeout 60 - < keys.txt',
      does: 'wait for several, after pact send -n development send.json > keys.txt',
    },
  ],
  misuse: (given) =>
    targetMisuse(given, { missing: 'pact poll needs --network or --host: the server to ask' }) ??
    waitMisuse(given),
  run: async (given) => (await import('../send/run-poll.ts')).runPoll(given),
};
