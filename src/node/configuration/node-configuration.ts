// The configuration of a node: defaults, file, environment and flags, merged in that order; later sources win. It is
// printed as a file that can be used again, each value with the source that set it. No key holds a secret: a miner needs
// public keys only.

import { isAbsolute, dirname, join, resolve } from 'node:path';
import type { LogLevel } from '../../base/ports/logger.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { Miner } from '../../chain/model/payload-json.ts';
import { entityConfigurationOf, entityFaults, type EntityConfiguration } from './entity-options.ts';
import { nodeOptions, pathKeys } from './options.ts';
import type { OptionValue } from './option.ts';
import {
  peerFaults,
  peersConfigurationOf,
  type PeersConfiguration,
} from './peers-configuration.ts';
import {
  valuesOfEnvironment,
  valuesOfFile,
  valuesOfFlags,
  type FlagValue,
  type Given,
} from './sources.ts';
import { yamlText } from '../../base/config/write-yaml.ts';

export type NodeConfiguration = {
  /** A name, or the path of a file. */
  readonly network: string;
  readonly data: string | undefined;
  /** `headers`: blocks are not executed, only their headers and payload roots are checked. */
  readonly follow: 'everything' | 'headers';
  /** The file of trusted headers at which following begins; `undefined`: the first blocks. */
  readonly followFrom: string | undefined;
  /** `undefined`: it executes no sealed commands. */
  readonly entity: EntityConfiguration | undefined;
  /** `undefined`: it does not connect to other nodes. */
  readonly p2p: PeersConfiguration | undefined;
  readonly service: {
    readonly host: string;
    readonly port: number;
    readonly productWord: string;
    readonly aliases: readonly string[];
    readonly headerStream: boolean;
    readonly payloadBatchLimit: number;
    /** `undefined`: the code of `local` runs as long as its gas lasts. */
    readonly localLimitMs: number | undefined;
    /** `port` is `undefined`: no metrics. */
    readonly metrics: { readonly host: string; readonly port: number | undefined };
    /** Also: whether the changes of the coin table are kept. */
    readonly rosetta: boolean;
    readonly rosettaConstruction: boolean;
  };
  readonly gas: {
    readonly limit: bigint;
    /** In units of 10^-12 of the coin. */
    readonly minimumPrice: bigint;
  };
  readonly mempool: { readonly transactions: number; readonly bytes: number };
  readonly mining: {
    readonly coordination: boolean;
    /** Accounts that may request work; `undefined`: every account. */
    readonly allowed: ReadonlySet<string> | undefined;
    /** `undefined`: this process does not mine. */
    readonly own: { readonly miner: Miner; readonly threads: number } | undefined;
    readonly refreshMs: number;
    readonly refreshEvents: boolean;
    readonly transactions: number;
  };
  readonly stateDepth: number;
  readonly storage: {
    readonly cacheBytes: number;
  };
  /** How many blocks keep their payload; `undefined`: all. */
  readonly payloadDepth: number | undefined;
  /** The folder for backups; `undefined`: clients cannot make backups. */
  readonly backups: string | undefined;
  /** Milliseconds between two backups, at least. */
  readonly backupIntervalMs: number;
  readonly log: {
    readonly level: LogLevel;
    readonly format: 'text' | 'json';
    readonly folder: string | undefined;
  };
};

export type ConfigurationSources = {
  readonly file?: { readonly path: string; readonly text: string } | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly flags: readonly FlagValue[];
};

export type Effective = {
  readonly configuration: NodeConfiguration;
  /** Values by key, each with the source that set it. */
  readonly values: ReadonlyMap<string, Given>;
};

const byDefault = 'default';

/** Merges all sources. Returns all faults at once, as sentences. */
export function readConfiguration({
  file,
  environment,
  flags,
}: ConfigurationSources): Result<Effective, readonly string[]> {
  const sources = [
    ...(file === undefined ? [] : [valuesOfFile(file.text, file.path)]),
    valuesOfEnvironment(environment),
    valuesOfFlags(flags),
  ];
  const values = new Map<string, Given>(
    nodeOptions.map((option) => [option.key, { value: option.default, source: byDefault }]),
  );
  for (const [i, source] of sources.entries()) {
    const isFile = file !== undefined && i === 0;
    for (const [key, given] of source.values) {
      values.set(key, isFile ? fromFolder(key, given, dirname(file.path)) : given);
    }
  }
  const faults = sources.flatMap((source) => source.faults);
  const wrong = faults.length > 0 ? faults : contradictions(values);
  return wrong.length > 0 ? bad(wrong) : good({ configuration: configurationOf(values), values });
}

/** Resolves a path relative to the folder of the file. A network counts as a path if it looks like one. */
function fromFolder(key: string, given: Given, folder: string): Given {
  const { value } = given;
  if (typeof value !== 'string' || isAbsolute(value)) return given;
  const isPath = pathKeys.has(key) || (key === 'network' && /[./\\]/.test(value));
  if (!isPath) return given;
  const joined = join(folder, value);
  // Without a dot or a slash, it would be read as the name of a network.
  return { ...given, value: /[./\\]/.test(joined) ? joined : `./${joined}` };
}

/** Checks rules that involve several keys. */
function contradictions(values: ReadonlyMap<string, Given>): readonly string[] {
  const faults: string[] = [];
  const given = (key: string): Given => values.get(key) ?? { value: undefined, source: byDefault };
  const say = (key: string, message: string): void => {
    const { source } = given(key);
    faults.push(source === byDefault ? `${key} ${message}` : `${source}: ${key} ${message}`);
  };
  const number = (key: string): number => Number(given(key).value);
  const keys = listIn(given('mining.keys').value);
  const account = given('mining.account').value;
  minerFaults({ isEnabled: given('mining.enabled').value === true, account, keys }, say);
  const pruned = number('prune.payloads');
  const depth = number('state.depth');
  if (pruned !== 0 && pruned < depth) {
    say('prune.payloads', `must be 0 or at least state.depth (${depth}), not ${pruned}`);
  }
  if (given('backup.enabled').value === true && given('data').value === undefined) {
    say('backup.enabled', 'needs data: a node that is in memory only cannot be backed up');
  }
  if (listIn(given('service.aliases').value).includes(String(given('service.productWord').value))) {
    say('service.aliases', 'contains the product word itself: remove it');
  }
  const isHeadersOnly = given('follow').value === 'headers';
  for (const key of ['mining.enabled', 'mining.coordination', 'service.rosetta']) {
    if (isHeadersOnly && given(key).value === true) {
      say(key, 'does not go with follow: headers, which executes nothing');
    }
  }
  if (!isHeadersOnly && given('followFrom').value !== undefined) {
    say('followFrom', 'needs follow: headers: states cannot begin in the middle of a network');
  }
  const read = {
    raw: (key: string) => given(key).value,
    list: (key: string) => listIn(given(key).value),
  };
  entityFaults(read, say);
  peerFaults(read, say);
  return faults;
}

function minerFaults(
  miner: {
    readonly isEnabled: boolean;
    readonly account: OptionValue;
    readonly keys: readonly string[];
  },
  say: (key: string, message: string) => void,
): void {
  const { isEnabled, account, keys } = miner;
  if (isEnabled && account === undefined && keys.length !== 1) {
    say('mining.account', 'is missing: mining.enabled needs an account for the rewards');
  } else if (isEnabled && keys.length === 0) {
    say('mining.keys', 'is empty: mining.enabled needs the public keys of the account');
  }
  const isOfOneKey = typeof account === 'string' && account.startsWith('k:') && keys.length > 0;
  if (isOfOneKey && (keys.length !== 1 || account !== `k:${keys[0] ?? ''}`)) {
    say('mining.account', 'is a k: account, so its key must be the only key in mining.keys');
  }
}

function configurationOf(values: ReadonlyMap<string, Given>): NodeConfiguration {
  const raw = (key: string): OptionValue => values.get(key)?.value;
  const text = (key: string): string => String(raw(key));
  const number = (key: string): number => Number(raw(key));
  const path = (key: string): string | undefined =>
    raw(key) === undefined ? undefined : resolve(text(key));
  const data = path('data');
  const allowed = listIn(raw('mining.allowed'));
  const megabytes = (key: string): number => number(key) * 1024 * 1024;
  const backups = path('backup.folder') ?? (data === undefined ? undefined : join(data, 'backups'));
  return {
    network: text('network'),
    data,
    follow: raw('follow') === 'headers' ? 'headers' : 'everything',
    followFrom: path('followFrom'),
    entity: entityConfigurationOf({ raw, list: (key) => listIn(raw(key)) }, path),
    p2p: peersConfigurationOf({ raw, path, list: (key) => listIn(raw(key)) }),
    service: {
      host: text('service.host'),
      port: number('service.port'),
      productWord: text('service.productWord'),
      aliases: listIn(raw('service.aliases')),
      headerStream: raw('service.headerStream') === true,
      payloadBatchLimit: number('service.payloadBatchLimit'),
      localLimitMs:
        raw('service.localSeconds') === undefined
          ? undefined
          : 1000 * number('service.localSeconds'),
      metrics: {
        host: text('service.metricsHost'),
        port: raw('service.metricsPort') === undefined ? undefined : number('service.metricsPort'),
      },
      rosetta: raw('service.rosetta') === true,
      rosettaConstruction: raw('service.rosettaConstruction') === true,
    },
    gas: {
      limit: BigInt(number('gas.limit')),
      minimumPrice: priceUnits(text('gas.minimumPrice')),
    },
    mempool: {
      transactions: number('mempool.transactions'),
      bytes: megabytes('mempool.megabytes'),
    },
    mining: {
      coordination: raw('mining.coordination') === true,
      allowed: allowed.length === 0 ? undefined : new Set(allowed),
      own: ownMining(raw),
      refreshMs: 1000 * number('mining.refreshSeconds'),
      refreshEvents: raw('mining.refreshEvents') === true,
      transactions: number('mining.transactions'),
    },
    stateDepth: number('state.depth'),
    storage: {
      cacheBytes: megabytes('storage.cacheMegabytes'),
    },
    payloadDepth: number('prune.payloads') === 0 ? undefined : number('prune.payloads'),
    backups: raw('backup.enabled') === true ? backups : undefined,
    backupIntervalMs: 1000 * number('backup.intervalSeconds'),
    log: {
      level: text('log.level') as LogLevel,
      format: text('log.format') === 'json' ? 'json' : 'text',
      folder: path('log.folder'),
    },
  };
}

function ownMining(raw: (key: string) => OptionValue): NodeConfiguration['mining']['own'] {
  if (raw('mining.enabled') !== true) return undefined;
  const publicKeys = listIn(raw('mining.keys'));
  const account = String(raw('mining.account') ?? `k:${publicKeys[0] ?? ''}`);
  const miner = { account, predicate: String(raw('mining.predicate')), publicKeys };
  return { miner, threads: Number(raw('mining.threads')) };
}

function listIn(value: OptionValue): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

/** Converts a price that matches the pattern to units of 10^-12; further decimal places are cut off. */
function priceUnits(price: string): bigint {
  const [, whole = '0', fraction = '', exponent = '0'] =
    /^(\d+)(?:\.(\d+))?(?:[eE](-\d+))?$/.exec(price) ?? [];
  const places = 12 + Number(exponent);
  return BigInt(`${whole}${fraction.padEnd(places, '0').slice(0, places)}`);
}

export function configurationText(values: ReadonlyMap<string, Given>): string {
  const lines: string[] = [];
  let group = '';
  for (const { key, unset } of nodeOptions) {
    const { value, source } = values.get(key) ?? { value: undefined, source: byDefault };
    const [first = '', second] = key.split('.');
    if (second !== undefined && first !== group) lines.push(`${first}:`);
    group = second === undefined ? '' : first;
    const name = second === undefined ? first : `  ${second}`;
    const said = isUnset(value) && unset !== undefined ? `${source}: ${unset}` : source;
    // A key without a value would be an error in the file, so it becomes a comment.
    if (value === undefined) lines.push(`${name.replace(/\S/, '# $&')}: (${said})`);
    else lines.push(`${name}: ${valueText(value)} # ${said}`);
  }
  return lines.join('\n');
}

/** Returns JSON with the values alone, by key. */
export function configurationJson(values: ReadonlyMap<string, Given>): string {
  return JSON.stringify(
    Object.fromEntries(nodeOptions.map(({ key }) => [key, values.get(key)?.value ?? null])),
    undefined,
    2,
  );
}

const isUnset = (value: OptionValue): boolean =>
  value === undefined || (Array.isArray(value) && value.length === 0);

function valueText(value: Exclude<OptionValue, undefined>): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return yamlText(value);
  return `[${value.map(yamlText).join(', ')}]`;
}
