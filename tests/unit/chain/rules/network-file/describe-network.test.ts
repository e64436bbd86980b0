import { expect, test } from 'vitest';
import { bad, good } from '../../../../../src/base/result.ts';
import { describeNetwork } from '../../../../../src/chain/rules/network-file/describe-network.ts';
import { executionRules } from '../../../../../src/chain/rules/execution-rules.ts';
import { coinText, minerReward } from '../../../../../src/chain/rules/execution/rewards.ts';
import { genesisHeader } from '../../../../../src/chain/rules/network.ts';
import { networkNamed } from '../../../../../src/chain/rules/networks/index.ts';
import { readNetworkText } from '../../../../../src/base/config/network-file.ts';
import { describedNetwork, networkOfFile } from '../../../../support/network-files.ts';
import { recapDevelopment } from '../../../../support/recap-development.ts';

const small = `
name: small
code: 0x00010007
graphs: singleton
blockDelay: 500ms
genesis:
  time: 2026-02-16T08:15:00Z
  chains:
    - { chains: 0, target: easiest }
`;

const command = '{"hash":"h","sigs":[{"sig":"ab"}],"cmd":"{}"}';

test("omitted settings have today's values", () => {
  const network = networkOfFile(small);
  expect(network).toMatchObject({
    name: 'small',
    code: 0x10007,
    blockDelay: 500_000n,
    window: 120,
    maxForkNumber: 0,
    voteCastingLength: 14_280,
    isPowDisabled: false,
    isFirstEpochAdjusted: false,
  });
  expect(network.genesis.time).toBe(1_771_229_700_000_000n);
  expect(network.forks).toEqual(networkNamed('development')!.forks);
  const rules = executionRules(network, { chain: 0, height: 1, forkNumber: 0 });
  const today = executionRules(networkNamed('development')!, {
    chain: 0,
    height: 1,
    forkNumber: 0,
  });
  expect(rules).toEqual({ ...today, verifiers: [], minerReward: 23_045_230_000_000n });
  expect(genesisHeader(network, 0)?.networkCode).toBe(0x10007);
});

test('the names for exchanges are settings', () => {
  expect(networkOfFile(small).rosetta).toEqual({
    blockchain: undefined,
    symbol: 'COIN',
    decimals: 12,
  });
  const named = networkOfFile(`${small}rosetta: { blockchain: island, symbol: ISL, decimals: 6 }`);
  expect(named.rosetta).toEqual({ blockchain: 'island', symbol: 'ISL', decimals: 6 });
});

test('every rule of an independent network is a setting', () => {
  const network = networkOfFile(
    `
name: island
code: 0x15
graphs:
  - { from: 0, graph: [[1], [0]] }
  - { from: 60, graph: triangle }
blockDelay: 30s
window: 60
maxForkNumber: 2
voteCastingLength: 100
proofOfWork: false
firstEpochFromBlockOne: true
forks: { chainweb32: fork 1, pact42: 7, coinV2: [{ chains: 1, from: 9 }] }
genesis:
  time: 2026-01-01T00:00:00.5Z
  chains:
    - { chains: 0, target: easiest / 1000, transactions: [a.json] }
    - { chains: '1, 2', target: 0xff, payload: p.json }
blockGasLimit: [{ from: genesis, value: none }, { from: 5, value: 500000 }]
initialGas: { proofFactor: 2, signatureFactor: 3, ed25519: 4, webauthn: 5 }
gasSchedule: 5.0
minimumGasPrice:
  first: 0.00000001
  rise: { step: 0.000000000001, everySeconds: 10800, most: 0.0000004 }
spvWindow: [{ from: 100, value: 50 }, { from: fork 1, value: none }]
verifiers: [b, a]
rewards: [{ upTo: 10, reward: 4.604266176 }, { upTo: 20, reward: 1 }]
coinbase:
  showsChain: true
  capabilities: [{ name: coin.COINBASE }, { name: coin.DEBIT, arguments: [miner] }]
transactionTimes: { mostAheadSeconds: 10 }
upgrades:
  - { at: 30, chains: 0, transactions: [up.json] }
  - { at: 31, keysets: { names: [k], keyset: { keys: [a], predicate: keys-all } } }
gasQuirks: [{ chain: 1, height: 4, index: 2, gas: 99 }]
`,
    new Map([['up.json', `[${command}]`]]),
  );
  const at = (height: number, forkNumber = 0, chain = 0) =>
    executionRules(network, { chain, height, forkNumber });
  expect(network).toMatchObject({ isPowDisabled: true, isFirstEpochAdjusted: true, window: 60 });
  expect(network.graphs.map(({ from, graph }) => [from, graph.order])).toEqual([
    [0, 2],
    [60, 3],
  ]);
  expect([0, 1, 2].map(network.genesis.target)).toEqual([(2n ** 256n - 1n) / 1000n, 255n, 255n]);
  expect([at(4).blockGasLimit, at(5).blockGasLimit]).toEqual([undefined, 500_000n]);
  expect([at(101).spv.window, at(100).spv.window, at(101, 1).spv.window]).toEqual([
    50,
    undefined,
    undefined,
  ]);
  expect(at(1)).toMatchObject({
    release: '5.4',
    gasRelease: '5.0',
    verifiers: ['a', 'b'],
    initialGas: { proofFactor: 2n, signatureFactor: 3n, perSigner: { ED25519: 4n, WebAuthn: 5n } },
    timing: { mostAheadSeconds: 10n, longestLifeSeconds: 172_800n },
    minimumGasPrice: {
      first: 10_000n,
      rise: { step: 1n, everySeconds: 10_800n, max: 400_000n },
    },
    coinbase: {
      showsChain: true,
      capabilities: [
        { name: 'coin.COINBASE', arguments: [] },
        { name: 'coin.DEBIT', arguments: ['miner'] },
      ],
    },
  });
  expect(at(1, 1).release).toBe('5.4.1');
  expect([10, 11, 21].map((height) => coinText(minerReward(network, height)))).toEqual([
    '2.302133088',
    '0.5',
    '0',
  ]);
  expect(at(30).upgrades).toEqual([
    { kind: 'transactions', transactions: [new TextEncoder().encode(command)] },
  ]);
  expect(at(30, 0, 1).upgrades).toEqual([]);
  expect(at(31, 0, 1).upgrades).toMatchObject([{ kind: 'keysets', names: ['k'] }]);
  expect(at(4, 0, 1).gasOverrides).toEqual(new Map([[2, 99n]]));
});

test('sources of first payloads', () => {
  const file = (more: string) => small.replace('target: easiest', `target: easiest, ${more}`);
  const sourceOf = (more: string) => describedNetwork(file(more)).genesisSource(0);
  expect(describedNetwork(small).genesisSource(0)).toEqual({ kind: 'empty' });
  expect(sourceOf('payload: p.json')).toEqual({ kind: 'payload', file: 'p.json' });
  expect(sourceOf('transactions: [a, b]')).toEqual({ kind: 'transactions', files: ['a', 'b'] });
  const hash = '5TWTF5R6Vc85vWHqcklTY91ljkV6mJ1wYfDJShooTCw';
  expect(sourceOf(`payloadHash: ${hash}`)).toMatchObject({ kind: 'hash' });
});

test('the network of a file has the rules that it had in code', () => {
  const at = (height: number, chain = 0) =>
    executionRules(recapDevelopment, { chain, height, forkNumber: 0 });
  expect(at(691).initialGas.proofFactor).toBe(0n);
  expect(at(692).initialGas.proofFactor).toBe(1n);
  expect(at(600).verifiers).toEqual(['allow', 'hyperlane_v3_message', 'signed_list']);
  expect(at(700).flags.transaction).not.toContain('DisablePact54Fix');
});

function faultsOf(text: string): readonly string[] {
  const read = readNetworkText(text);
  if (!read.ok) return read.fault.map(({ message }) => message);
  const described = describeNetwork(read.value.value, {
    file: (path) => (path === 'bad.json' ? good('{"hash":1}') : bad('there is no such file')),
  });
  return described.ok ? [] : described.fault.map(({ path, message }) => `${path} ${message}`);
}

test.each<[string, string, string]>([
  ['name: small', 'name: Small Net', 'name must be a name of lower-case letters, digits and -'],
  ['code: 0x00010007', 'code: 4294967296', 'code must be a whole number from 0 to 4294967295'],
  ['code: 0x00010007', 'colour: 1', 'colour is not known'],
  [
    'blockDelay',
    'rosetta: { symbl: X }\nblockDelay',
    'rosetta.symbl is not known (did you mean symbol?)',
  ],
  [
    'blockDelay',
    'rosetta: { symbol: A B }\nblockDelay',
    'rosetta.symbol must be a name without spaces, such as COIN',
  ],
  [
    'blockDelay',
    'rosetta: { decimals: 19 }\nblockDelay',
    'rosetta.decimals must be a whole number from 0 to 18',
  ],
  ['code: 0x00010007\n', '', 'code is missing'],
  [
    'singleton',
    'singelton',
    'graphs must be singleton or pair or triangle or petersen or twenty (did you mean singleton?)',
  ],
  [
    'singleton',
    '[[1], [2], [0]]',
    'graphs is not a chain graph: chain 0 names chain 1, but chain 1 does not name chain 0',
  ],
  [
    'singleton',
    '[[], []]',
    'graphs is not a chain graph: chain 0 has no neighbour: only the graph of a single chain has none',
  ],
  [
    'singleton',
    '[[1], [0], [3], [2]]',
    'graphs is not a chain graph: no path leads from chain 0 to chain 2',
  ],
  [
    'singleton',
    '[{ from: 1, graph: singleton }]',
    'graphs[0].from must be 0: the first graph begins there',
  ],
  [
    'singleton',
    '[{ from: 0, graph: pair }, { from: 0, graph: singleton }]',
    'graphs[1].from must be above the height before it',
  ],
  [
    'singleton',
    '[{ from: 0, graph: pair }, { from: 9, graph: singleton }]',
    'graphs[1].graph must have all chains of the graph before it',
  ],
  ['singleton', 'pair', 'genesis.chains must also name chain 1'],
  ['chains: 0,', 'chains: 0-1,', 'genesis.chains[0].chains names chain 1, which no graph has'],
  ['chains: 0,', 'chains: "0, 0",', 'genesis.chains[0].chains names chain 0 a second time'],
  ['chains: 0,', 'chains: 5-2,', 'genesis.chains[0].chains must be chains from 0 to 1023'],
  ['chains: 0,', 'chains: 1024,', 'genesis.chains[0].chains must be chains from 0 to 1023'],
  ['500ms', '0s', 'blockDelay must be a duration such as 30s or 500ms'],
  ['08:15', '25:15', 'genesis.time must be a time such as 2026-02-16T08:15:00Z'],
  ['02-16', '02-31', 'genesis.time must be a time such as 2026-02-16T08:15:00Z'],
  [
    'target: easiest',
    'target: 0',
    'genesis.chains[0].target must be easiest, easiest / and a divisor',
  ],
  ['target: easiest', `target: 0x1${'0'.repeat(64)}`, 'genesis.chains[0].target must be easiest'],
  [
    'target: easiest',
    'target: easiest, payload: a, payloadHash: 5TWTF5R6Vc85vWHqcklTY91ljkV6mJ1wYfDJShooTCw',
    'genesis.chains[0] must have one of payloadHash, payload and transactions, not several',
  ],
  [
    'target: easiest',
    'target: easiest, payloadHash: abc',
    'genesis.chains[0].payloadHash must be a hash',
  ],
  [
    'genesis:',
    'forks: { pact6: genesis }\ngenesis:',
    'forks.pact6 is not known (did you mean pact5?)',
  ],
  [
    'genesis:',
    'forks: { pact5: fork 1 }\ngenesis:',
    'forks.pact5 must be genesis, never or a height: only chainweb32 can begin at a fork number',
  ],
  [
    'genesis:',
    'forks: { pact5: soon }\ngenesis:',
    'forks.pact5 must be genesis, never, the number of a height, or fork and a number from 1',
  ],
  [
    'genesis:',
    'forks: { chainweb32: fork 0 }\ngenesis:',
    'forks.chainweb32 must be genesis, never',
  ],
  [
    'genesis:',
    'spvWindow: [{ from: 9, value: 1 }, { from: 9, value: 2 }]\ngenesis:',
    'spvWindow[1] must be from a later position than the item before it',
  ],
  [
    'genesis:',
    'spvWindow: [{ from: fork 1, value: 1 }, { from: 9, value: 2 }]\ngenesis:',
    'spvWindow[1] must be from a later position',
  ],
  [
    'genesis:',
    'rewards: [{ upTo: 9, reward: 1 }, { upTo: 9, reward: 2 }]\ngenesis:',
    'rewards[1].upTo must be above the height before it',
  ],
  [
    'genesis:',
    'rewards: [{ upTo: 9, reward: 0.0000000000001 }]\ngenesis:',
    'rewards[0].reward must be an amount with at most 12 places',
  ],
  [
    'genesis:',
    'gasSchedule: newest\ngenesis:',
    'gasSchedule must be a release of Pact, such as 5.4 or 5.4.1',
  ],
  [
    'genesis:',
    'initialGas: prooofs\ngenesis:',
    'initialGas must be payload or proofs or signatures (did you mean proofs?)',
  ],
  [
    'genesis:',
    'upgrades: [{ at: 3 }]\ngenesis:',
    'upgrades[0] must have one of transactions and keysets',
  ],
  [
    'genesis:',
    'upgrades: [{ at: genesis, transactions: [x.json] }]\ngenesis:',
    'upgrades[0].at must be the number of a height',
  ],
  [
    'genesis:',
    'upgrades: [{ at: 3, transactions: [x.json] }]\ngenesis:',
    'upgrades[0].transactions[0] names x.json: there is no such file',
  ],
  [
    'genesis:',
    'upgrades: [{ at: 3, transactions: [bad.json] }]\ngenesis:',
    'upgrades[0].transactions[0] names bad.json: transaction 1: the member hash of the transaction must be a string',
  ],
  [
    'genesis:',
    'coinbase: { capabilities: [{ name: COINBASE }] }\ngenesis:',
    'coinbase.capabilities[0].name must be a name with its module, such as coin.COINBASE',
  ],
  ['genesis:', 'window: 0\ngenesis:', 'window must be a whole number from 1 to 1000000'],
  ['genesis:', 'proofOfWork: maybe\ngenesis:', 'proofOfWork must be true or false'],
  ['genesis:', 'window: 60\nwindow: 60\ngenesis:', 'window appears twice'],
  [small, '[]', ' must be an object with name, code, graphs'],
])('%j changed to %j: %s', (from, to, fault) => {
  const text = small.replace(from, to);
  expect(text).not.toBe(small);
  const faults = faultsOf(text);
  expect(
    faults.some((each) => each.startsWith(fault)),
    faults.join('\n'),
  ).toBe(true);
});
