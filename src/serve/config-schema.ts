// The schema of the server's configuration: the reader checks against it, and docs/serve.md lists it. It has
// the keys of both releases of the reference. `pragmas` has no effect: it configures how SQLite uses a disk,
// and SQLite runs in memory here.

import type { Schema } from '../config/schema.ts';
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
    description: `Where requests are taken: ${limits.defaultPort} where nothing is said; 0 takes any free one.`,
    least: 0,
    most: 65_535,
  },
  host: {
    type: 'text',
    description:
      'The address to listen on: 127.0.0.1 where nothing is said; 0.0.0.0 is all of them.',
  },
  persistDir: {
    type: 'text',
    description: 'The folder that keeps the state. Without it, all is gone when the server ends.',
  },
  logDir: {
    type: 'text',
    description: 'The folder of pact-server.log, a line a request.',
  },
  verbose: { type: 'boolean', description: 'Whether each request is shown.' },
  gasLimit: {
    type: 'integer',
    description:
      'The most gas of a command, metered as on a chain; a smaller limit of the command itself counts. 0 is no limit.',
    least: 0,
    most: 1_000_000_000,
  },
  gasRate: {
    type: 'integer',
    description: 'What each step costs, in place of the costs of a chain. 0 is those of a chain.',
    least: 0,
    most: 1_000_000_000,
  },
  execConfig: {
    type: 'list',
    description: 'Flags of the language, as (env-exec-config) takes them; see docs/flags.md.',
    items: { type: 'text', description: 'The name of a flag.' },
  },
  timeLimit: {
    ...seconds,
    description: `Seconds that a command may run: ${limits.timeLimitSeconds} where nothing is said.`,
  },
  listenTimeout: {
    ...seconds,
    description: `Seconds that listen waits: ${limits.listenTimeoutSeconds} where nothing is said.`,
  },
  logSize: {
    type: 'integer',
    description: `KiB that commands.log may grow to before it is made short: ${limits.logKib} where nothing is said.`,
    least: 16,
    most: 1_048_576,
  },
  entity: {
    ...entityName,
    description: 'Who this server is, in the addresses of sealed commands.',
  },
  entityKey: {
    type: 'text',
    description: 'The file of the key of this entity, made by pact seal --genkey.',
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
    description: 'Known from older servers, and of no effect.',
    items: { type: 'text', description: 'A pragma of SQLite.' },
  },
} as const satisfies Readonly<Record<string, Schema>>;

export const configSchema: Schema = {
  type: 'object',
  description: 'How pact serve runs.',
  properties,
};
