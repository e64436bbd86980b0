// Reads the configuration of the server, a YAML file. Reports all errors at once, each with its place. docs/serve.md
// lists its schema, which has the keys of both releases of the reference. `pragmas` has no effect: it configures how
// SQLite uses a disk, and SQLite runs in memory here.

import { bad, good, type Result } from '../../base/result.ts';
import { isExecutionFlag, type ExecutionFlag } from '../../lang/session/run.ts';
import { checkValue } from '../../base/config/check.ts';
import {
  type Fault,
  type Located,
  type LineColumn,
  entriesOf,
  fieldOf,
  textIn,
  wholeNumberIn,
  jsonOf,
} from '../../base/config/located.ts';
import { readYaml } from '../../base/config/read-yaml.ts';
import { limits } from './limits.ts';
import type { Schema } from '../../base/config/schema.ts';

export type Config = {
  readonly port: number;
  readonly host: string;
  readonly persistDir: string | undefined;
  readonly logDir: string | undefined;
  readonly verbose: boolean;
  /** Gas is not metered if this and `gasRate` are both 0. */
  readonly gasLimit: number;
  readonly gasRate: number;
  readonly flags: readonly ExecutionFlag[];
  readonly timeLimitMs: number;
  readonly listenTimeoutMs: number;
  readonly entity: string | undefined;
  /** The file with its secret key. */
  readonly entityKey: string | undefined;
  /** Public keys in hexadecimal, by entity name. */
  readonly entities: ReadonlyMap<string, string>;
};

/** Characters. A configuration has a few hundred. */
const longestFile = 65_536;

type ReadConfig = Result<Config, readonly Fault[]>;

export function readConfig(text: string): ReadConfig {
  const read = readYaml(text, longestFile);
  if (!read.ok) return read;
  const root = read.value;
  const faults = [...checkValue(root, configSchema, ''), ...flagFaults(root), ...keyFaults(root)];
  return faults.length > 0 ? bad(faults) : good(configOf(root));
}

/** The configuration if no file is given. */
export function defaultConfig(): Config {
  return configOf({ kind: 'map', entries: [], place: { line: 1, column: 1 } });
}

function configOf(root: Located): Config {
  const text = (name: string): string | undefined => textIn(fieldOf(root, name));
  const number = (name: string): number | undefined => wholeNumberIn(fieldOf(root, name));
  const verbose = fieldOf(root, 'verbose');
  return {
    port: number('port') ?? limits.defaultPort,
    host: text('host') ?? '127.0.0.1',
    persistDir: text('persistDir'),
    logDir: text('logDir'),
    verbose: verbose !== undefined && jsonOf(verbose) === true,
    gasLimit: number('gasLimit') ?? 0,
    gasRate: number('gasRate') ?? 0,
    flags: flagsIn(root)
      .map(({ name }) => name)
      .filter(isExecutionFlag),
    timeLimitMs: 1000 * (number('timeLimit') ?? limits.timeLimitSeconds),
    listenTimeoutMs: 1000 * (number('listenTimeout') ?? limits.listenTimeoutSeconds),
    entity: text('entity'),
    entityKey: text('entityKey'),
    entities: new Map(
      entriesOf(fieldOf(root, 'entities')).map(({ key, value }) => [
        key,
        (textIn(value) ?? '').toLowerCase(),
      ]),
    ),
  };
}

function flagFaults(root: Located): readonly Fault[] {
  return flagsIn(root)
    .filter(({ name }) => !isExecutionFlag(name))
    .map(({ name, place }) => ({ message: `execConfig has no flag ${name}`, place }));
}

function keyFaults(root: Located): readonly Fault[] {
  const key = fieldOf(root, 'entityKey');
  if (key === undefined || fieldOf(root, 'entity') !== undefined) return [];
  return [
    { message: 'entityKey needs entity, the name that the key belongs to', place: key.place },
  ];
}

type PlacedFlag = { readonly name: string; readonly place: LineColumn };

function flagsIn(root: Located): readonly PlacedFlag[] {
  const list = fieldOf(root, 'execConfig');
  if (list?.kind !== 'list') return [];
  return list.items.map((item) => ({ name: textIn(item) ?? '', place: item.place }));
}

const seconds = { type: 'integer', least: 1, max: 86_400 } as const;

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
    max: 65_535,
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
    max: 1_000_000_000,
  },
  gasRate: {
    type: 'integer',
    description:
      'The gas of each step, instead of the costs of a chain. 0 uses the costs of a chain.',
    least: 0,
    max: 1_000_000_000,
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
    description: 'Accepted for compatibility with earlier versions; has no effect.',
    least: 16,
    max: 1_048_576,
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

const configSchema: Schema = {
  type: 'object',
  description: 'The configuration of pact serve.',
  properties,
};
