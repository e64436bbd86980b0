// `pact poll [KEY...]`.

import type { CommandDefinition } from './define.ts';
import { targetMisuse, targetOptions, waitMisuse, waitOptions } from './server-options.ts';

export const poll: CommandDefinition = {
  name: 'poll',
  summary: 'show the results of commands that were sent before',
  description: `Asks a server or a network for the results of commands, by their request keys, and shows them, one
line of JSON each. Without KEY, or with -, it reads the keys from the standard input, as pact send
shows them.

Keys that have no result yet are listed on the standard error; with --wait it goes on asking for
those. A key that begins with - stands behind --. The exit status is 1 if a result is missing, or is
a failure.`,
  operands: { usage: '[KEY...]' },
  options: [
    ...targetOptions,
    {
      long: 'chain',
      argument: {
        name: 'NUMBER',
        fault: (text) =>
          /^(0|[1-9]\d{0,3})$/.test(text) ? undefined : `takes the number of a chain, not ${text}`,
      },
      help: 'the chain, where the network has several',
    },
    ...waitOptions,
  ],
  examples: [
    {
      command: 'pact poll -n testnet --chain 1 tMNOm4rmCPDgQfPPl92phGjMLw5qJGnvp1yvuQ7qJCk',
      does: 'show the result of one command, if it is there',
    },
    {
      command: 'pact poll -n development --wait --timeout 60 - < keys.txt',
      does: 'wait for those of many: pact send -n development send.json > keys.txt',
    },
  ],
  misuse: (given) =>
    targetMisuse(given, { missing: 'pact poll needs --network or --host: whom to ask' }) ??
    waitMisuse(given),
  run: async (given) => (await import('../send/run-poll.ts')).runPoll(given),
};
