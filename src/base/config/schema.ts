// The schema of a project file: the reader checks against it, and docs/pact.schema.json is generated from it for
// editors. It is the subset of JSON Schema that is needed here.

import { closerStyles, indentLimits, widthLimits } from './format-limits.ts';

export type Schema =
  | {
      readonly type: 'object';
      readonly description: string;
      readonly properties: Readonly<Record<string, Schema>>;
      readonly required?: readonly string[];
    }
  /** A map with names that the user chooses. */
  | { readonly type: 'map'; readonly description: string; readonly values: Schema }
  | { readonly type: 'list'; readonly description: string; readonly items: Schema }
  | {
      readonly type: 'integer';
      readonly description: string;
      readonly least: number;
      readonly max: number;
    }
  | { readonly type: 'boolean'; readonly description: string }
  | { readonly type: 'choice'; readonly description: string; readonly choices: readonly string[] }
  | {
      readonly type: 'text';
      readonly description: string;
      readonly pattern?: string;
      /** The pattern in words, for messages. */
      readonly what?: string;
    };

const path: Schema = {
  type: 'text',
  description: 'A file or folder, relative to the folder of pact.yaml.',
};

const signer: Schema = {
  type: 'object',
  description: 'A signing key: a local key file, or the public key of another signer.',
  properties: {
    file: {
      type: 'text',
      description: 'A key file written by pact key generate. pact deploy signs with it.',
    },
    account: {
      type: 'text',
      description:
        'An account of development networks, sender00 to sender09, whose key is known. It signs for no other network.',
    },
    public: {
      type: 'text',
      description: 'The public key of another signer. pact deploy writes a file for them to sign.',
      pattern: '^[0-9a-f]{64}$',
      what: 'a public key: 64 hexadecimal digits',
    },
    caps: {
      type: 'list',
      description: 'The capabilities that the key signs for; default all (unrestricted).',
      items: { type: 'text', description: 'A capability with its arguments: (coin.GAS).' },
    },
  },
};

const network: Schema = {
  type: 'object',
  description: 'A network: its address, and the network and chains of transactions.',
  properties: {
    host: {
      type: 'text',
      description:
        'The address of the server, without /api/v1. {networkId} and {chainId} are replaced by the values of a transaction.',
      pattern: '^https?://[^\\s]+$',
      what: 'an address that begins with http:// or https://',
    },
    networkId: {
      type: 'text',
      description: 'The network id in transactions, for example mainnet01 or development.',
      pattern: '^[A-Za-z0-9_-]+$',
      what: 'letters, digits, - and _',
    },
    chains: {
      type: 'list',
      description: 'The chains that transactions can use; default any.',
      items: {
        type: 'text',
        description: 'The number of a chain.',
        pattern: '^(0|[1-9][0-9]{0,3})$',
        what: 'the number of a chain',
      },
    },
    sender: {
      type: 'text',
      description: 'The account that pays the gas for pact deploy.',
    },
    gasLimit: {
      type: 'integer',
      description: 'The gas limit of a transaction of pact deploy; default 150000.',
      least: 1,
      max: 1_000_000_000,
    },
    gasPrice: {
      type: 'text',
      description: 'The gas price of a transaction of pact deploy; default 1e-8.',
      pattern: '^[0-9]{1,12}(\\.[0-9]{1,12})?([eE]-?[0-9]{1,2})?$',
      what: 'a decimal such as 1e-8',
    },
    ttl: {
      type: 'integer',
      description: 'How long a transaction of pact deploy stays valid, in seconds; default 600.',
      least: 60,
      max: 172_800,
    },
    confirmations: {
      type: 'integer',
      description:
        'The number of later blocks before pact deploy treats a transaction as final; default 0.',
      least: 0,
      max: 100,
    },
    dataFile: {
      type: 'text',
      description: 'A JSON or YAML file with the data that contracts read when they are deployed.',
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
    network: { type: 'text', description: 'The network to fetch it from: a name under networks.' },
    chain: {
      type: 'text',
      description: 'The chain to fetch it from; default 0.',
      pattern: '^(0|[1-9][0-9]{0,3})$',
      what: 'the number of a chain',
    },
  },
  required: ['network'],
};

const migration: Schema = {
  type: 'object',
  description: 'A migration of pact deploy: forms that run once, with the upgrade of a module.',
  properties: {
    file: { type: 'text', description: 'The file with the forms.' },
    module: {
      type: 'text',
      description: 'The module whose upgrade it belongs to, with its namespace.',
    },
    done: {
      type: 'text',
      description:
        'An expression that is true on chains where it has run, such as (free.bank.is-migrated).',
    },
  },
  required: ['file', 'module', 'done'],
};

export const projectSchema: Schema = {
  type: 'object',
  description: 'A Pact project: its files and settings.',
  properties: {
    sources: {
      type: 'list',
      description:
        'Contracts: pact check, doc, fmt, index and lint read these if they are given no path.',
      items: path,
    },
    tests: {
      type: 'list',
      description:
        'Scripts: pact test and pact gas run these if they are given no path; the other commands read them too.',
      items: path,
    },
    pact4: {
      type: 'boolean',
      description:
        'Whether modules may use builtins that only Pact 4 had, such as list; default false, as on chains.',
    },
    testing: {
      type: 'object',
      description:
        'Limits for scripts in pact test; a script that exceeds one is stopped and fails.',
      properties: {
        timeout: {
          type: 'integer',
          description: 'The time limit of a script, in seconds.',
          least: 1,
          max: 999_999,
        },
        gasLimit: {
          type: 'integer',
          description: 'The gas limit of a whole script, by the gas table of chains.',
          least: 1,
          max: 1_000_000_000_000,
        },
      },
    },
    coverage: {
      type: 'object',
      description: 'Settings of pact test --coverage; see docs/coverage.md.',
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
      description: 'Settings of pact fmt; see docs/formatting.md.',
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
          description: 'Closing parentheses of long forms: stacked or own-line.',
          choices: closerStyles,
        },
      },
    },
    lint: {
      type: 'object',
      description: 'Settings of pact lint; see docs/lint.md.',
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
      description: 'Gas limits of the chain that the project is for.',
      properties: {
        limit: {
          type: 'integer',
          description:
            'Gas limit of a transaction: pact test and pact gas report modules that cost more to deploy.',
          least: 1,
          max: 1_000_000_000,
        },
      },
    },
    migrations: {
      type: 'list',
      description: 'Migrations of pact deploy, in the order in which they run; see docs/deploy.md.',
      items: migration,
    },
    networks: {
      type: 'map',
      description:
        'Networks by name, for the option --network of pact, pact deploy, pact send and pact poll.',
      values: network,
    },
    requirements: {
      type: 'map',
      description: 'Modules to fetch from networks, by name; see docs/requirements.md.',
      values: requirement,
    },
  },
};
