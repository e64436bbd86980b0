// The configuration of a node from defaults, a file, the environment and flags, and messages about common mistakes.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  configurationText,
  readConfiguration,
} from '../../../../src/node/configuration/node-configuration.ts';
import { environmentName, nodeOptions } from '../../../../src/node/configuration/options.ts';
import type { ConfigurationSources } from '../../../../src/node/configuration/node-configuration.ts';

const key = 'a'.repeat(64);

function read(sources: Partial<ConfigurationSources> & { readonly text?: string } = {}) {
  const { text, ...others } = sources;
  const file = text === undefined ? undefined : { path: 'conf/node.yaml', text };
  return readConfiguration({ environment: {}, flags: [], file, ...others });
}

function good(sources: Parameters<typeof read>[0]) {
  const answer = read(sources);
  if (!answer.ok) throw new Error(answer.fault.join('\n'));
  return answer.value;
}

function faults(sources: Parameters<typeof read>[0]): readonly string[] {
  const answer = read(sources);
  return answer.ok ? [] : answer.fault;
}

test('by default a node stores nothing and mines nothing', () => {
  const { configuration } = good({});
  expect(configuration).toMatchObject({
    network: 'development',
    data: undefined,
    service: { host: '127.0.0.1', port: 1848, productWord: 'multichain', aliases: [] },
    gas: { limit: 150_000n, minimumPrice: 10_000n },
    mining: { coordination: false, own: undefined, allowed: undefined, refreshMs: 15_000 },
    stateDepth: 480,
    payloadDepth: undefined,
    backups: undefined,
  });
});

test('flags override the environment, which overrides the file', () => {
  const text = 'service: { port: 1, host: a.example }\ngas: { limit: 5 }\n';
  const environment = {
    PACT_NODE_SERVICE_PORT: '2',
    PACT_NODE_SERVICE_HOST: 'b.example',
    PATH: 'x',
  };
  const flags = [{ flag: '--port', key: 'service.port', text: '3' }];
  const { configuration, values } = good({ text, environment, flags });
  expect(configuration.service).toMatchObject({ port: 3, host: 'b.example' });
  expect(configuration.gas.limit).toBe(5n);
  const sources = ['service.port', 'service.host', 'gas.limit', 'data'].map(
    (name) => values.get(name)?.source,
  );
  expect(sources).toEqual(['--port', 'PACT_NODE_SERVICE_HOST', 'conf/node.yaml:2:15', 'default']);
});

test('paths in a file are relative to its folder', () => {
  const { configuration } = good({ text: '{"data": "data", "network": "./own.yaml"}' });
  expect(configuration.network).toBe('conf/own.yaml');
  expect(configuration.data).toMatch(/\/conf\/data$/);
});

test('lists of the environment are separated by commas', () => {
  const environment = { PACT_NODE_SERVICE_ALIASES: 'chainweb, other' };
  expect(good({ environment }).configuration.service.aliases).toEqual(['chainweb', 'other']);
});

test.each([
  ['1e-8', 10_000n],
  ['0.00000001', 10_000n],
  ['0.000000000001', 1n],
  ['1.5e-6', 1_500_000n],
  ['2', 2_000_000_000_000n],
])('a price of %s', (text, units) => {
  const flags = [{ flag: '--set', key: 'gas.minimumPrice', text }];
  expect(good({ flags }).configuration.gas.minimumPrice).toBe(units);
});

test.each([
  [
    'service:\n  prot: 1848\n',
    'conf/node.yaml:2:3: service.prot is not known (did you mean port?)',
  ],
  ['networks: development\n', 'conf/node.yaml:1:1: networks is not known (did you mean network?)'],
  [
    'service:\n  port: 70000\n',
    'conf/node.yaml:2:9: service.port must be a whole number from 0 to 65535, not 70000',
  ],
  [
    'service:\n  port: "1848"\n',
    'conf/node.yaml:2:9: service.port must be a whole number from 0 to 65535, not a string in quotes',
  ],
  ['service:\n\tport: 1848\n', 'conf/node.yaml:2:1: '],
  ['data: a\ndata: b\n', 'conf/node.yaml:2:1: data appears twice'],
  [
    'log: { level: loud }\n',
    'conf/node.yaml:1:15: log.level must be error or warn or info or debug, not loud',
  ],
  [
    'mining: { keys: [abc] }\n',
    'conf/node.yaml:1:18: an item of mining.keys must be a public key: 64 digits of 0-9 and a-f, not abc',
  ],
  [
    'gas: { minimumPrice: 1e-15 }\n',
    'conf/node.yaml:1:22: gas.minimumPrice must be a price such as 1e-8 or 0.00000001, of at most 12 decimal places, not 1e-15',
  ],
  [
    'multichainVersion: mainnet01\n',
    'conf/node.yaml:1:1: multichainVersion is not known: it is called network here',
  ],
  [
    'gasLimitOfBlock: 1\n',
    'conf/node.yaml:1:1: gasLimitOfBlock is not known: it is called gas.limit here',
  ],
  [
    'mining:\n  enabled: true\n',
    'mining.account is missing: mining.enabled needs an account for the rewards',
  ],
  [
    `mining: { enabled: true, account: "k:${'b'.repeat(64)}", keys: [${key}] }\n`,
    'mining.account is a k: account, so its key must be the only key in mining.keys',
  ],
  ['prune:\n  payloads: 10\n', 'prune.payloads must be 0 or at least state.depth (480), not 10'],
  ['backup: { enabled: true }\n', 'backup.enabled needs data'],
])('the file %j', (text, sentence) => {
  expect(faults({ text }).join('\n')).toContain(sentence);
});

test('keys of the configuration of other nodes are answered with their names here', () => {
  const text = 'chainweb:\n  chainwebVersion: x\n  mining:\n    nodeMining:\n      enabled: true\n';
  expect(faults({ text })).toEqual(
    expect.arrayContaining([
      'conf/node.yaml:2:3: chainwebVersion is not known: it is called network here',
      'conf/node.yaml:4:5: mining.nodeMining is not known',
      'conf/node.yaml:5:7: mining.nodeMining.enabled is not known: it is called mining.enabled here',
    ]),
  );
});

test('names of the environment and of --set are checked as well', () => {
  expect(faults({ environment: { PACT_NODE_SERVICE_PROT: '1' } })).toEqual([
    'PACT_NODE_SERVICE_PROT is not known (did you mean PACT_NODE_SERVICE_PORT?)',
  ]);
  expect(faults({ environment: { PACT_NODE_SERVICE_PORT: 'x' } })).toEqual([
    'PACT_NODE_SERVICE_PORT: service.port must be a whole number from 0 to 65535, not x',
  ]);
  expect(faults({ flags: [{ flag: '--set', key: 'minGasPrice', text: '1' }] })).toEqual([
    '--set: minGasPrice is not known: it is called gas.minimumPrice here',
  ]);
});

test('the printed configuration can be used as input', () => {
  const { values, configuration } = good({
    text: `data: /tmp/d\nmining: { enabled: true, keys: [${key}] }\nservice: { aliases: [chainweb] }`,
  });
  expect(configuration.mining.own?.miner).toEqual({
    account: `k:${key}`,
    predicate: 'keys-all',
    publicKeys: [key],
  });
  const again = good({ text: configurationText(values) });
  expect(again.configuration).toEqual(configuration);
});

test('the page lists every key, its default and its environment variable', () => {
  const page = readFileSync('docs/node.md', 'utf8');
  for (const option of nodeOptions) {
    expect(page).toContain(`| \`${option.key}\``);
  }
  expect(environmentName('service.payloadBatchLimit')).toBe(
    'PACT_NODE_SERVICE_PAYLOAD_BATCH_LIMIT',
  );
});
