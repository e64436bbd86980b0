// The commands for keys and signatures: add-sig, combine-sigs, sign, key, seal.

import type { CommandDefinition } from './define.ts';
import { entityFault } from '../shared-options.ts';
import { maxIndex } from '../../request/keys/wallet-path.ts';
import { type GivenOptions, misuse, type Misuse, wholeNumberFault } from '../options.ts';
import { isCodeOperand } from '../shared-options.ts';

export const addSig: CommandDefinition = {
  name: 'add-sig',
  summary: 'add a signature to a transaction with several signers',
  description: `Signs the transaction in a signature file, as pact --unsigned writes it, with the given key files.
The file is read from standard input. While signatures are missing, the output is a signature file
again (YAML); once all are there, it is the complete transaction (JSON), checked and ready to send.
For a development network, sender00 to sender09 name the keys of these accounts.

The file may lack its cmd: this condensed form is enough to sign on a machine without a network,
and pact combine-sigs joins it with the full file.`,
  operands: { usage: 'KEYFILE...', min: 1 },
  options: [
    { long: 'local', short: 'l', help: 'write the transaction for /local instead of /send' },
  ],
  examples: [
    { command: 'pact add-sig alice.yaml < unsigned.yaml', does: 'sign for Alice' },
    {
      command: 'pact add-sig alice.yaml bob.yaml < unsigned.yaml > send.json',
      does: 'sign for both, and write the body of /send',
    },
  ],
  run: async (given, stage) =>
    (await import('../request/collect-signatures.ts')).runAddSig(given, stage),
};

export const combineSigs: CommandDefinition = {
  name: 'combine-sigs',
  summary: 'combine the signatures of one transaction',
  description: `Combines signature files of the same transaction. While signatures are missing, the output is a
signature file (YAML); once all are there, it is the complete transaction (JSON), checked and ready
to send. One of the files must hold the cmd; the others may be condensed.`,
  operands: { usage: 'FILE...', min: 1 },
  options: [
    { long: 'local', short: 'l', help: 'write the transaction for /local instead of /send' },
  ],
  examples: [
    {
      command: 'pact combine-sigs unsigned.yaml alice.sig.yaml bob.sig.yaml > send.json',
      does: 'combine the files that two signers sent back',
    },
  ],
  run: async (given, stage) =>
    (await import('../request/collect-signatures.ts')).runCombineSigs(given, stage),
};

export const sign: CommandDefinition = {
  name: 'sign',
  summary: 'sign the hash of a transaction',
  description: `Reads the hash of a transaction (base64url) from standard input, and writes one signature per key
file, as YAML: public key, signature.`,
  operands: { usage: 'KEYFILE...', min: 1 },
  options: [],
  examples: [
    {
      command: 'pact sign key.yaml < hash.txt',
      does: 'sign a hash without its transaction',
    },
  ],
  run: async (given) => (await import('../request/collect-signatures.ts')).runSign(given),
};

type Action = {
  readonly options: readonly string[];
  readonly needs: readonly string[];
  /** The least and the most files. */
  readonly min: number;
  readonly max: number;
};

const actions: ReadonlyMap<string, Action> = new Map([
  ['generate', { options: ['out'], needs: ['out'], min: 0, max: 0 }],
  ['phrase', { options: ['out', 'words'], needs: ['out'], min: 0, max: 0 }],
  [
    'derive',
    { options: ['out', 'index', 'count', 'path', 'passphrase'], needs: [], min: 1, max: 1 },
  ],
  ['public', { options: ['out'], needs: [], min: 1, max: 1 }],
  ['show', { options: [], needs: [], min: 1, max: Infinity }],
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
  operands: { usage: 'ACTION [FILE...]', min: 1 },
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
      argument: { name: 'N', fault: wholeNumberFault({ min: 0, max: maxIndex }) },
      help: 'the index of the key; default 0',
    },
    {
      long: 'count',
      argument: { name: 'N', fault: wholeNumberFault({ min: 1, max: 1000 }) },
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
  if (files.length < action.min) return misuse(`pact key ${name} needs a file`);
  const beyond = files[action.max];
  if (beyond !== undefined) return misuse(`pact key ${name} does not take ${beyond}`);
  const both = options.has('path') && (options.has('index') || options.has('count'));
  return both ? misuse('--path names one key: leave out --index and --count') : undefined;
}

export const seal: CommandDefinition = {
  name: 'seal',
  summary: 'encrypt a signed transaction for the entities that may read it',
  description: `Encrypts a signed transaction for the entities in its private metadata, and writes what pact send
sends to a node, a devnet or pact serve. FILE holds the signed transaction as JSON; - is standard
input. Only servers with the key of a recipient can read it: docs/private.md shows it with two
entities.

CODE, or a file of code whose name ends in .pact, becomes a transaction of the entity --from for the
entities of --to. With --network and --chain it is for nodes, which carry it until --ttl is over;
without, it is for pact serve. --sign and --cap sign within the seal, for keysets that the code
checks; nobody pays gas.

With --genkey, makes a key pair for an entity instead. Only you can read the file, and an existing
file is never overwritten; the public key is printed, for you to give to the other entities.`,
  operands: { usage: '[CODE|FILE]', max: 1 },
  options: [
    {
      long: 'genkey',
      argument: { name: 'FILE' },
      help: 'make a key pair, and write it to this file',
    },
    { long: 'key', argument: { name: 'FILE' }, help: 'the key file of the sending entity' },
    {
      long: 'to',
      argument: {
        name: 'NAME=KEY',
        fault: entityFault,
      },
      help: 'the public key of a recipient; may be repeated',
    },
    {
      long: 'from',
      argument: {
        name: 'NAME',
        fault: (text) =>
          /^[A-Za-z0-9_-]{1,64}$/.test(text)
            ? undefined
            : 'takes the name of an entity: letters, digits, - and _',
      },
      help: 'the name of the sending entity of CODE',
    },
    {
      long: 'network',
      short: 'n',
      argument: { name: 'NAME' },
      help: 'the network of CODE, of pact.yaml or development',
    },
    { long: 'chain', argument: { name: 'N' }, help: 'the chain of CODE' },
    {
      long: 'ttl',
      argument: {
        name: 'SECONDS',
        fault: wholeNumberFault({ min: 60, max: 172_800 }),
      },
      help: 'how long nodes carry CODE; default 28800',
    },
    {
      long: 'sign',
      argument: { name: 'KEYFILE' },
      help: 'sign CODE with this key, or as sender00; may be repeated',
    },
    {
      long: 'cap',
      argument: { name: 'CAP' },
      help: 'sign CODE for this capability only; may be repeated',
    },
    {
      long: 'data',
      argument: { name: 'JSON' },
      help: 'data for CODE: JSON that begins with {, or a file with JSON',
    },
  ],
  examples: [
    { command: 'pact seal --genkey alice.key', does: 'make a key pair for an entity' },
    {
      command: `pact seal --key a.key --to b=${'8'.repeat(64)} -`,
      does: 'seal the transaction on standard input for entity b',
    },
  ],
  misuse: ({ options, operands }) => {
    if (options.has('genkey')) {
      return operands.length === 0 ? undefined : misuse('--genkey takes no file to seal');
    }
    const [operand] = operands;
    if (operand === undefined) return misuse('pact seal needs a file with a transaction, or code');
    if (!options.has('key')) return misuse('pact seal needs --key, the key of the sender');
    if (!options.has('to')) return misuse('pact seal needs --to, the key of a recipient');
    return sealedCodeMisuse(operand, options);
  },
  run: async (given, stage) => (await import('../seal/run-seal.ts')).runSeal(given, stage),
};

function sealedCodeMisuse(operand: string, options: GivenOptions['options']): Misuse | undefined {
  const ofCode = ['from', 'network', 'chain', 'ttl', 'sign', 'cap', 'data'];
  const first = ofCode.find((name) => options.has(name));
  if (!isCodeOperand(operand)) {
    return first === undefined
      ? undefined
      : misuse(
          `the option --${first} needs code: text that begins with (, or a file whose name ends in .pact`,
        );
  }
  if (!options.has('from')) return misuse('code needs --from, the name of the sending entity');
  const ofNodes = ['chain', 'ttl'].find((name) => options.has(name));
  if (ofNodes !== undefined && !options.has('network')) {
    return misuse(`--${ofNodes} needs --network: pact serve has no chains`);
  }
  return undefined;
}
