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

const network: Schema = {
  type: 'object',
  description: 'What commands for a network name, and where they are sent.',
  properties: {
    host: {
      type: 'text',
      description:
        'Where a server is, above /api/v1; {networkId} and {chainId} stand for those of a command.',
      pattern: '^https?://[^\\s]+$',
      what: 'an address that begins with http:// or https://',
    },
    networkId: {
      type: 'text',
      description: 'What transactions name: mainnet01, development.',
      pattern: '^[A-Za-z0-9_-]+$',
      what: 'letters, digits, - and _',
    },
    chains: {
      type: 'list',
      description: 'The chains that commands may name; any where nothing is said.',
      items: {
        type: 'text',
        description: 'The number of a chain.',
        pattern: '^(0|[1-9][0-9]{0,3})$',
        what: 'the number of a chain',
      },
    },
  },
  required: ['host', 'networkId'],
};

export const projectSchema: Schema = {
  type: 'object',
  description: 'A Pact project: what its commands work on, and how.',
  properties: {
    sources: {
      type: 'list',
      description: 'Contracts: what pact check, doc, fmt, index and lint look at without a path.',
      items: path,
    },
    tests: {
      type: 'list',
      description:
        'Scripts: what pact test and pact gas run without a path, and the others look at too.',
      items: path,
    },
    testing: {
      type: 'object',
      description: 'How far a script of pact test may go; what goes further is ended and fails.',
      properties: {
        timeout: {
          type: 'integer',
          description: 'Seconds that it may take.',
          least: 1,
          most: 999_999,
        },
        gasLimit: {
          type: 'integer',
          description: 'Gas that it may take in all, by the table of chains.',
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
            'Files, folders and patterns that are left out. Without it: all that is outside of sources; without ' +
            'sources all that is in tests.',
          items: path,
        },
      },
    },
    format: {
      type: 'object',
      description: 'How pact fmt lays source out; see docs/formatting.md.',
      properties: {
        width: {
          type: 'integer',
          description: 'Columns that a line should not exceed.',
          ...widthLimits,
        },
        indent: {
          type: 'integer',
          description: 'Columns that the rest of a form stands further in.',
          ...indentLimits,
        },
        closers: {
          type: 'choice',
          description: 'Where the last parentheses of long forms stand.',
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
          description: 'Rules that are left out.',
          items: { type: 'text', description: 'The name of a rule.' },
        },
      },
    },
    gas: {
      type: 'object',
      description: 'What the chain of the project allows.',
      properties: {
        limit: {
          type: 'integer',
          description:
            'Gas of a transaction: pact test and pact gas point out modules that take more to deploy.',
          least: 1,
          most: 1_000_000_000,
        },
      },
    },
    networks: {
      type: 'map',
      description: 'Networks by name, for --network of pact, pact send and pact poll.',
      values: network,
    },
  },
};
