// `pact send [FILE]`.

import { misuse } from '../options.ts';
import type { CommandDefinition } from './define.ts';
import { targetMisuse, targetOptions, waitMisuse, waitOptions } from './server-options.ts';

export const send: CommandDefinition = {
  name: 'send',
  summary: 'send signed commands to a server or a network, and wait for what comes of them',
  description: `Sends what pact -a, add-sig and combine-sigs write: a batch of signed commands, or one command.
Without FILE, or with -, it reads the standard input. Before anything is sent, hashes, signatures
and code are checked, and that the commands name the network, and a chain of it.

It shows the request keys, one a line; with --wait the results instead, one line of JSON each, as
they come. With --local the server executes the command, answers with its result, and keeps nothing.
The exit status is 1 if anything was refused, or a result is a failure.

Networks stand in pact.yaml; docs/requests.md shows how. pact poll asks for results later.`,
  operands: { usage: '[FILE]', most: 1 },
  options: [
    ...targetOptions,
    { long: 'local', short: 'l', help: 'execute on the server and keep nothing' },
    ...waitOptions,
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
  misuse: (given) => {
    const [file = ''] = given.operands;
    const first = /\.ya?ml$/.test(file)
      ? `. A request file is signed first: pact -a ${file} > send.json`
      : '';
    const missing = `pact send needs --network or --host: where to send to${first}`;
    const wrong = targetMisuse(given, { missing });
    if (wrong !== undefined) return wrong;
    if (given.options.has('local') && given.options.has('wait')) {
      return misuse('with --local there is nothing to wait for: leave out --wait');
    }
    return waitMisuse(given);
  },
  run: async (given, stage) => (await import('../send/run-send.ts')).runSend(given, stage),
};
