// `pact send [FILE]`.

import { misuse, wholeNumberFault } from '../options.ts';
import type { CommandDefinition } from './define.ts';

export const send: CommandDefinition = {
  name: 'send',
  summary: 'send signed commands to a server or a network, and wait for what comes of them',
  description: `Sends what pact -a, add-sig and combine-sigs write: a batch of signed commands, or one command.
Without FILE, or with -, it reads the standard input. Before anything is sent, hashes, signatures
and code are checked, and that the commands name the network, and a chain of it.

It shows the request keys, one a line; with --wait the results instead, one line of JSON each, as
they come. With --local the server executes the command, answers with its result, and keeps nothing.
The exit status is 1 if anything was refused, or a result is a failure.

Networks stand in pact.yaml; docs/requests.md shows how.`,
  operands: { usage: '[FILE]', most: 1 },
  options: [
    { long: 'network', short: 'n', argument: { name: 'NAME' }, help: 'a network of pact.yaml' },
    {
      long: 'host',
      argument: {
        name: 'ADDRESS',
        fault: (text) =>
          /^https?:\/\/[^\s]+$/.test(text) && URL.canParse(text)
            ? undefined
            : `takes an address that begins with http:// or https://, not ${text}`,
      },
      help: 'the server, above /api/v1, in place of a network',
    },
    { long: 'local', short: 'l', help: 'execute on the server and keep nothing' },
    { long: 'wait', short: 'w', help: 'wait for the results, and show them' },
    {
      long: 'timeout',
      argument: { name: 'SECONDS', fault: wholeNumberFault({ least: 1, most: 86_400 }) },
      help: 'how long to wait for the results: 300',
    },
  ],
  examples: [
    { command: 'pact send -n development -w send.json', does: 'send, and show the results' },
    {
      command: 'pact send --host http://127.0.0.1:9001 --local command.json',
      does: "try a command on a server of one's own",
    },
    {
      command: 'pact send --network testnet -',
      does: 'send what stands on the standard input: pact -a request.yaml | pact send -n testnet',
    },
  ],
  misuse: ({ options }) => {
    const named = ['network', 'host'].filter((name) => options.has(name));
    if (named.length === 0) return misuse('pact send needs --network or --host: where to send to');
    if (named.length === 2) return misuse('--network and --host exclude one another');
    if (options.has('local') && options.has('wait')) {
      return misuse('with --local there is nothing to wait for: leave out --wait');
    }
    if (options.has('timeout') && !options.has('wait')) {
      return misuse('the option --timeout goes with --wait');
    }
    return undefined;
  },
  run: async (given, stage) => (await import('../send/run-send.ts')).runSend(given, stage),
};
