// What a project file may hold, written once: the reader checks against it, and docs/pact.schema.json
// is made from it, for editors. It is the part of JSON Schema that is needed here.

import { closerStyles, indentLimits, widthLimits } from './format-limits.ts';

export type Schema =
  | {
      readonly type: 'object';
      readonly description: string;
      readonly properties: Readonly<Record<string, Schema>>;
      readonly required?: readonly string[];
    }
  /** Names that the user chooses. */
  | { readonly type: 'map'; readonly description: string; readonly values: Schema }
  | { readonly type: 'list'; readonly description: string; readonly items: Schema }
  | {
      readonly type: 'integer';
      readonly description: string;
      readonly least: number;
      readonly most: number;
    }
  | { readonly type: 'boolean'; readonly description: string }
  | { readonly type: 'choice'; readonly description: string; readonly choices: readonly string[] }
  | {
      readonly type: 'text';
      readonly description: string;
      readonly pattern?: string;
      /** What the pattern asks for, in words. */
      readonly what?: string;
    };

const path: Schema = {
  type: 'text',
  description: 'A file or a folder, from the folder of pact.yaml.',
};

const signer: Schema = {
  type: 'object',
  description: 'A key that signs: a key file here, or the public key of another signer.',
  properties: {
    file: {
      type: 'text',
      description: 'A key file, as pact key generate writes it: the key signs at once.',
    },
    public: {
      type: 'text',
      description: 'The public key of another signer: pact deploy writes what is to be signed.',
      pattern: '^[0-9a-f]{64}$',
      what: 'a public key: 64 hexadecimal digits',
    },
    caps: {
      type: 'list',
      description: 'The capabilities that it signs for; default everything.',
      items: { type: 'text', description: 'A capability with its arguments: (coin.GAS).' },
    },
  },
};

const network: Schema = {
  type: 'object',
  description: 'A network: where transactions are sent, and what they name.',
  properties: {
    host: {
      type: 'text',
      description:
        'The address of the server, without /api/v1; {networkId} and {chainId} are replaced by those of a transaction.',
      pattern: '^https?://[^\\s]+$',
      what: 'an address that begins with http:// or https://',
    },
    networkId: {
      type: 'text',
      description: 'The network id in transactions: mainnet01, development.',
      pattern: '^[A-Za-z0-9_-]+$',
      what: 'letters, digits, - and _',
    },
    chains: {
      type: 'list',
      description: 'The chains that transactions may name; default any.',
      items: {
        type: 'text',
        description: 'The number of a chain.',
        pattern: '^(0|[1-9][0-9]{0,3})$',
        what: 'the number of a chain',
      },
    },
    sender: {
      type: 'text',
      description: 'The account that pays the gas of pact deploy.',
    },
    gasLimit: {
      type: 'integer',
      description: 'The gas limit of a transaction of pact deploy; default 150000.',
      least: 1,
      most: 1_000_000_000,
    },
    gasPrice: {
      type: 'text',
      description: 'The gas price of a transaction of pact deploy; default 1e-8.',
      pattern: '^[0-9]{1,12}(\\.[0-9]{1,12})?([eE]-?[0-9]{1,2})?$',
      what: 'a decimal such as 1e-8',
    },
    ttl: {
      type: 'integer',
      description: 'Seconds that a transaction of pact deploy stays valid; default 600.',
      least: 60,
      most: 172_800,
    },
    confirmations: {
      type: 'integer',
      description: 'Blocks above a transaction before pact deploy takes it as done; default 0.',
      least: 0,
      most: 100,
    },
    dataFile: {
      type: 'text',
      description: 'A file with the data that contracts read when they are deployed: JSON or YAML.',
    },
    signers: {
      type: 'list',
      description: 'The keys that sign the transactions of pact deploy.',
      items: signer,
    },
  },
  required: ['host', 'networkId'],
};

const requirement: Schema = {
  type: 'object',
  description: 'A module that pact require fetches.',
  properties: {
    network: { type: 'text', description: 'The network that has it: a name under networks.' },
    chain: {
      type: 'text',
      description: 'The chain that it is fetched from; default 0.',
      pattern: '^(0|[1-9][0-9]{0,3})$',
      what: 'the number of a chain',
    },
  },
  required: ['network'],
};

export const projectSchema: Schema = {
  type: 'object',
  description: 'A Pact project: its files and settings.',
  properties: {
    sources: {
      type: 'list',
      description: 'Contracts: what pact check, doc, fmt, index and lint read without a path.',
      items: path,
    },
    tests: {
      type: 'list',
      description:
        'Scripts: what pact test and pact gas run without a path, and the other commands read too.',
      items: path,
    },
    testing: {
      type: 'object',
      description:
        'Limits of scripts in pact test; a script that exceeds one is stopped and fails.',
      properties: {
        timeout: {
          type: 'integer',
          description: 'Seconds that a script may take.',
          least: 1,
          most: 999_999,
        },
        gasLimit: {
          type: 'integer',
          description: 'Gas that a script may use in all, by the table of chains.',
          least: 1,
          most: 1_000_000_000_000,
        },
      },
    },
    coverage: {
      type: 'object',
      description: 'What --coverage counts; see docs/coverage.md.',
      properties: {
        exclude: {
          type: 'list',
          description:
            'Files, folders and patterns to leave out. Default: everything outside sources; without ' +
            'sources, everything in tests.',
          items: path,
        },
      },
    },
    format: {
      type: 'object',
      description: 'The style of pact fmt; see docs/formatting.md.',
      properties: {
        width: {
          type: 'integer',
          description: 'Columns that a line should not exceed.',
          ...widthLimits,
        },
        indent: {
          type: 'integer',
          description: 'Columns that the parts of a form are indented.',
          ...indentLimits,
        },
        closers: {
          type: 'choice',
          description: 'Closing parentheses of long forms: stacked, or own-line.',
          choices: closerStyles,
        },
      },
    },
    lint: {
      type: 'object',
      description: 'What pact lint looks for; see docs/lint.md.',
      properties: {
        ignore: {
          type: 'list',
          description: 'Rules to leave out.',
          items: { type: 'text', description: 'The name of a rule.' },
        },
      },
    },
    gas: {
      type: 'object',
      description: 'Limits of the chain of the project.',
      properties: {
        limit: {
          type: 'integer',
          description:
            'Gas limit of a transaction: pact test and pact gas report modules that cost more to deploy.',
          least: 1,
          most: 1_000_000_000,
        },
      },
    },
    networks: {
      type: 'map',
      description: 'Networks by name, for --network of pact, pact deploy, pact send and pact poll.',
      values: network,
    },
    requirements: {
      type: 'map',
      description: 'Modules of networks by name, for pact require; see docs/requirements.md.',
      values: requirement,
    },
  },
};
