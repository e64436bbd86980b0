// `pact send [FILE]`.

import { misuse, wholeNumberFault, type GivenOptions, type Misuse } from '../options.ts';
import { isCodeOperand } from '../send/code-operand.ts';
import type { CommandDefinition } from './define.ts';
import { targetMisuse, targetOptions, waitMisuse, waitOptions } from './server-options.ts';

export const send: CommandDefinition = {
  name: 'send',
  summary: 'send transactions to a server or a network, and wait for the results',
  description: `Sends the output of pact -a, add-sig or combine-sigs: one signed transaction, or a batch. Without
an operand, or with -, it is read from standard input. Hashes, signatures, code, network and chain
are checked before anything is sent.

CODE, or a file of code whose name ends in .pact, becomes a transaction that --sign signs at once,
and whose result is printed. --sign takes a key file, or on development networks sender00 to
sender09, whose keys are public knowledge. The account of the first one pays the gas, or that of
--sender. The signatures are for the capabilities of --cap; without --cap those of a transfer follow
from its code, and other code gets signatures for everything that it does.

It prints the request keys, one per line; with --wait, the results instead as they arrive, one line
of JSON each. With --local the server executes one transaction, returns its result, and keeps
nothing. The exit status is 1 if anything was refused, or if a result is a failure.

Networks are defined in pact.yaml: see docs/requests.md. The network development is that of pact
devnet, and needs no definition. pact poll shows results later.`,
  operands: { usage: '[CODE|FILE]', most: 1 },
  options: [
    ...targetOptions,
    {
      long: 'chain',
      argument: { name: 'N' },
      help: 'the chain of CODE; a signed transaction must be for it',
    },
    {
      long: 'sign',
      argument: { name: 'KEYFILE' },
      help: 'sign CODE with this key, or as sender00; may be repeated',
    },
    {
      long: 'cap',
      argument: { name: 'CAP' },
      help: 'sign for (coin.TRANSFER "a" "b" 1.0), for example; may be repeated',
    },
    {
      long: 'sender',
      argument: { name: 'ACCOUNT' },
      help: 'the account that pays the gas of CODE',
    },
    {
      long: 'data',
      argument: { name: 'JSON' },
      help: 'data for CODE: JSON that begins with {, or a file with JSON',
    },
    {
      long: 'gas-limit',
      argument: { name: 'N', fault: wholeNumberFault({ least: 1, most: 1_000_000_000 }) },
      help: 'the gas limit of CODE; default 150000',
    },
    { long: 'local', short: 'l', help: 'execute on the server, and keep nothing' },
    ...waitOptions,
  ],
  examples: [
    {
      command: `pact send -n development --chain 0 --sign sender00 '(coin.transfer "sender00" "sender01" 1.0)'`,
      does: 'transfer coins on a running pact devnet',
    },
    {
      command: `pact send -n development --chain 0 --local '(coin.get-balance "sender00")'`,
      does: 'read from it',
    },
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
      : isCodeOperand(file)
        ? '. For a running pact devnet: --network development'
        : '';
    const missing = `pact send needs --network or --host: the server to send to${first}`;
    const wrong = targetMisuse(given, { missing }) ?? codeMisuse(given);
    if (wrong !== undefined) return wrong;
    if (given.options.has('local') && given.options.has('wait')) {
      return misuse('with --local there is nothing to wait for: remove --wait');
    }
    return waitMisuse(given);
  },
  run: async (given, stage) => (await import('../send/run-send.ts')).runSend(given, stage),
};

/** Options about code need code: a signed transaction cannot be changed. */
function codeMisuse({ options, operands }: GivenOptions): Misuse | undefined {
  const [operand = '-'] = operands;
  if (isCodeOperand(operand)) {
    return options.has('host') ? misuse('code needs --network instead of --host') : undefined;
  }
  const idle = ['sign', 'cap', 'sender', 'data', 'gas-limit'].find((name) => options.has(name));
  if (idle === undefined) return undefined;
  return misuse(
    `the option --${idle} needs code: text that begins with (, or a file whose name ends in .pact`,
  );
}
