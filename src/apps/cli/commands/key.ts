// `pact key ACTION`.

import { largestIndex } from '../../request/keys/wallet-path.ts';
import { misuse, wholeNumberFault, type GivenOptions, type Misuse } from '../options.ts';
import type { CommandDefinition } from './define.ts';

type Action = {
  readonly options: readonly string[];
  readonly needs: readonly string[];
  /** The least and the most files. */
  readonly least: number;
  readonly most: number;
};

const actions: ReadonlyMap<string, Action> = new Map([
  ['generate', { options: ['out'], needs: ['out'], least: 0, most: 0 }],
  ['phrase', { options: ['out', 'words'], needs: ['out'], least: 0, most: 0 }],
  [
    'derive',
    { options: ['out', 'index', 'count', 'path', 'passphrase'], needs: [], least: 1, most: 1 },
  ],
  ['public', { options: ['out'], needs: [], least: 1, most: 1 }],
  ['show', { options: [], needs: [], least: 1, most: Infinity }],
]);

export const key: CommandDefinition = {
  name: 'key',
  summary: 'make keys and recovery phrases, and derive keys from phrases and secrets',
  description: `Makes ED25519 keys for signing. Secrets are read from files, and written to files that only you can
read; no secret is ever shown, and no file is overwritten. In a project or a git repository, such a
file is added to .gitignore.

  generate  makes a key pair, in the file of --out
  phrase    makes a recovery phrase (BIP-39, English), in the file of --out
  derive    derives keys from the recovery phrase in a file (- is standard input), and shows their
            paths and public keys; with --out, writes the first one as a key file
  public    derives the public key from a secret one: 64 hexadecimal digits in a file (- is standard
            input), and shows it; with --out, writes both as a key file
  show      shows the public keys of key files

Keys are derived as in most wallets (SLIP-10, path m/44'/626'/INDEX'). Older wallets use another
path, for instance m/44'/626'/0'/0'/INDEX': set it with --path. Ledger devices and Chainweaver's
own phrases use other derivations, which are not supported.`,
  operands: { usage: 'ACTION [FILE...]', least: 1 },
  actions,
  options: [
    { long: 'out', short: 'o', argument: { name: 'FILE' }, help: 'the file to write' },
    {
      long: 'words',
      argument: { name: 'N', choices: ['12', '15', '18', '21', '24'] },
      help: 'the number of words of a new phrase: 12, 15, 18, 21 or 24 (default)',
    },
    {
      long: 'index',
      argument: { name: 'N', fault: wholeNumberFault({ least: 0, most: largestIndex }) },
      help: 'the index of the key; default 0',
    },
    {
      long: 'count',
      argument: { name: 'N', fault: wholeNumberFault({ least: 1, most: 1000 }) },
      help: 'the number of keys to show, from --index on; default 1',
    },
    { long: 'path', argument: { name: 'PATH' }, help: 'the path of the key, instead of --index' },
    {
      long: 'passphrase',
      argument: { name: 'FILE' },
      help: 'a file with the passphrase, if the phrase has one',
    },
  ],
  examples: [
    { command: 'pact key generate --out key.yaml', does: 'make a key pair to sign with' },
    { command: 'pact key phrase --out phrase.txt', does: 'make a recovery phrase' },
    { command: 'pact key derive phrase.txt --count 5', does: 'show the first five public keys' },
    {
      command: 'pact key public - --out key.yaml',
      does: 'type a secret key, and keep it as a key file',
    },
    {
      command: 'pact key derive phrase.txt --index 2 --out key.yaml',
      does: 'write the third key of a wallet to a key file',
    },
  ],
  misuse: keyMisuse,
  run: async (given) => (await import('../key/run-key.ts')).runKey(given),
};

function keyMisuse({ options, operands }: GivenOptions): Misuse | undefined {
  const [name = '', ...files] = operands;
  const names = [...actions.keys()];
  const action = actions.get(name);
  if (action === undefined) return misuse(`there is no pact key ${name}: use ${names.join(', ')}`);
  const idle = [...options.keys()].find((option) => !action.options.includes(option));
  if (idle !== undefined) return misuse(`pact key ${name} has no option --${idle}`);
  const needed = action.needs.find((option) => !options.has(option));
  if (needed !== undefined) return misuse(`pact key ${name} needs --${needed} FILE`);
  if (files.length < action.least) return misuse(`pact key ${name} needs a file`);
  const beyond = files[action.most];
  if (beyond !== undefined) return misuse(`pact key ${name} does not take ${beyond}`);
  const both = options.has('path') && (options.has('index') || options.has('count'));
  return both ? misuse('--path names one key: leave out --index and --count') : undefined;
}
