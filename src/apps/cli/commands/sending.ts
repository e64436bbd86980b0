// The commands that send requests to servers: send, poll.

import {
  type GivenOptions,
  misuse,
  type Misuse,
  type Option,
  wholeNumberFault,
} from '../options.ts';
import type { CommandDefinition } from './define.ts';
import { isCodeOperand } from '../shared-options.ts';

/** Options for the address of a server. */
const targetOptions: readonly Option[] = [
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
    help: 'the address of the server, without /api/v1, instead of a network',
  },
];

/** Options for waiting for results. */
const waitOptions: readonly Option[] = [
  { long: 'wait', short: 'w', help: 'wait for the results, and show them' },
  {
    long: 'timeout',
    argument: { name: 'SECONDS', fault: wholeNumberFault({ min: 1, max: 86_400 }) },
    help: 'how long to wait for the results; default 300',
  },
];

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

What pact seal wrote goes to the request private of a node, a devnet or pact serve; only servers of
its recipients tell the result: see docs/private.md.

Networks are defined in pact.yaml: see docs/requests.md. The network development is that of pact
devnet, and needs no definition. pact poll shows results later.`,
  operands: { usage: '[CODE|FILE]', max: 1 },
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
      argument: { name: 'N', fault: wholeNumberFault({ min: 1, max: 1_000_000_000 }) },
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

/** `missing`: the message when no server is given. */
function targetMisuse(
  { options }: GivenOptions,
  { missing }: { readonly missing: string },
): Misuse | undefined {
  const named = ['network', 'host'].filter((name) => options.has(name));
  if (named.length === 0) return misuse(missing);
  if (named.length === 2) return misuse('use --network or --host, not both');
  return undefined;
}

function waitMisuse({ options }: GivenOptions): Misuse | undefined {
  const isLone = options.has('timeout') && !options.has('wait');
  return isLone ? misuse('the option --timeout needs --wait') : undefined;
}
