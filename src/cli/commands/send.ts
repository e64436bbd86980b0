// `pact send [FILE]`.

import { misuse } from '../options.ts';
import type { CommandDefinition } from './define.ts';
import { targetMisuse, targetOptions, waitMisuse, waitOptions } from './server-options.ts';

export const send: CommandDefinition = {
  name: 'send',
  summary: 'send signed transactions to a server or a network, and wait for the results',
  description: `Sends the output of pact -a, add-sig or combine-sigs: one signed transaction, or a batch. Without
FILE, or with -, it is read from standard input. Hashes, signatures, code, network and chain are
checked before anything is sent.

It prints the request keys, one per line; with --wait, the results instead as they arrive, one line
of JSON each. With --local the server executes one transaction, returns its result, and keeps
nothing. The exit status is 1 if anything was refused, or if a result is a failure.

Networks are defined in pact.yaml: see docs/requests.md. pact poll shows results later.`,
  operands: { usage: '[FILE]', most: 1 },
  options: [
    ...targetOptions,
    { long: 'local', short: 'l', help: 'execute on the server, and keep nothing' },
    ...waitOptions,
  ],
  examples: [
    { command: 'pact send -n development -w send.json', does: 'send, and show the results' },
    {
      command: 'pact send --host http://127.0.0.1:9001 --local command.json',
      does: 'try a transaction on your own server',
    },
    {
      command: 'pact send --network testnet -',
      does: 'send standard input: pact -a request.yaml | pact send -n testnet -',
    },
  ],
  misuse: (given) => {
    const [file = ''] = given.operands;
    const first = /\.ya?ml$/.test(file)
      ? `. Sign a request file first: pact -a ${file} > send.json`
      : '';
    const missing = `pact send needs --network or --host: the server to send to${first}`;
    const wrong = targetMisuse(given, { missing });
    if (wrong !== undefined) return wrong;
    if (given.options.has('local') && given.options.has('wait')) {
      return misuse('with --local there is nothing to wait for: remove --wait');
    }
    return waitMisuse(given);
  },
  run: async (given, stage) => (await import('../send/run-send.ts')).runSend(given, stage),
};
