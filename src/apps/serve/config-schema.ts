// The schema of the server's configuration: the reader checks against it, and docs/serve.md lists it. It has
// the keys of both releases of the reference. `pragmas` has no effect: it configures how SQLite uses a disk,
// and SQLite runs in memory here.

import type { Schema } from '../../base/config/schema.ts';
import { limits } from './limits.ts';

const seconds = { type: 'integer', least: 1, most: 86_400 } as const;

const entityName: Schema = {
  type: 'text',
  description: 'The name of an entity.',
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  what: 'a name of letters, digits, - and _',
};

const properties = {
  port: {
    type: 'integer',
    description: `The port for requests; default ${limits.defaultPort}; 0 takes any free one.`,
    least: 0,
    most: 65_535,
  },
  host: {
    type: 'text',
    description: 'The address to listen on; default 127.0.0.1; 0.0.0.0 listens on all addresses.',
  },
  persistDir: {
    type: 'text',
    description:
      'The folder that keeps the state. Without it, the state is lost when the server stops.',
  },
  logDir: {
    type: 'text',
    description: 'The folder of pact-server.log, which has a line for each request.',
  },
  verbose: { type: 'boolean', description: 'Whether to print a line for each request.' },
  gasLimit: {
    type: 'integer',
    description:
      'The gas limit of a command, metered as on a chain; a smaller limit in the command takes precedence. 0 is no limit.',
    least: 0,
    most: 1_000_000_000,
  },
  gasRate: {
    type: 'integer',
    description:
      'The gas of each step, instead of the costs of a chain. 0 uses the costs of a chain.',
    least: 0,
    most: 1_000_000_000,
  },
  execConfig: {
    type: 'list',
    description: 'Flags of the language, as in (env-exec-config); see docs/flags.md.',
    items: { type: 'text', description: 'The name of a flag.' },
  },
  timeLimit: {
    ...seconds,
    description: `The time limit of a command, in seconds; default ${limits.timeLimitSeconds}.`,
  },
  listenTimeout: {
    ...seconds,
    description: `The time that listen waits, in seconds; default ${limits.listenTimeoutSeconds}.`,
  },
  logSize: {
    type: 'integer',
    description: `The size in KiB at which commands.log is compacted; default ${limits.logKib}.`,
    least: 16,
    most: 1_048_576,
  },
  entity: {
    ...entityName,
    description: 'The entity name of this server, in the addresses of sealed commands.',
  },
  entityKey: {
    type: 'text',
    description: 'The key file of this entity, made by pact seal --genkey.',
  },
  entities: {
    type: 'map',
    description: 'The public keys of the entities that send sealed commands.',
    values: {
      type: 'text',
      description: 'A public key.',
      pattern: '^[0-9a-fA-F]{64}$',
      what: 'a public key of 64 hexadecimal digits',
    },
  },
  pragmas: {
    type: 'list',
    description: 'Accepted for compatibility with older servers; has no effect.',
    items: { type: 'text', description: 'A pragma of SQLite.' },
  },
} as const satisfies Readonly<Record<string, Schema>>;

export const configSchema: Schema = {
  type: 'object',
  description: 'The configuration of pact serve.',
  properties,
};
