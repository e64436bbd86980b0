// Reads the configuration of the server, a YAML file. Reports all errors at once, each with its place.

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
import { configSchema } from './config-schema.ts';
import { limits } from './limits.ts';

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
  /** KiB of commands.log above which it is shortened. */
  readonly logBytes: number;
  readonly entity: string | undefined;
  /** The file with its secret key. */
  readonly entityKey: string | undefined;
  /** Public keys in hexadecimal, by entity name. */
  readonly entities: ReadonlyMap<string, string>;
};

/** Characters. A configuration has a few hundred. */
const longestFile = 65_536;

export type ReadConfig = Result<Config, readonly Fault[]>;

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
    logBytes: 1024 * (number('logSize') ?? limits.logKib),
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
