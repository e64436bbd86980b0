// The plan of a new network: which node is where, and the texts of its files.
import { expect, test } from 'vitest';
import { parseArguments } from '../../../../../src/apps/cli/arguments.ts';
import { Given } from '../../../../../src/apps/cli/commands/define.ts';
import { network as definition } from '../../../../../src/apps/cli/commands/network.ts';
import { networkFileText, nodeFileText } from '../../../../../src/apps/cli/network/file-texts.ts';
import { planNetwork, reservedRanges } from '../../../../../src/apps/cli/network/plan-network.ts';
import { toBase64Url } from '../../../../../src/base/base64url.ts';
import { readNetworkText } from '../../../../../src/base/config/network-file.ts';
import { describeNetwork } from '../../../../../src/chain/rules/network-file/describe-network.ts';
import { readConfiguration } from '../../../../../src/node/configuration/node-configuration.ts';
import { keyOf } from '../../../../../src/p2p/address/peer-info.ts';

function planOf(line: string) {
  const parsed = parseArguments(['network', 'new', ...line.split(' ').filter(Boolean)]);
  if (parsed.kind !== 'command') throw new Error(JSON.stringify(parsed));
  return planNetwork(new Given(definition, parsed.given));
}

function goodPlan(line: string) {
  const plan = planOf(line);
  if (!plan.ok) throw new Error(plan.fault);
  return plan.value;
}

const placesOf = (line: string) =>
  goodPlan(line).nodes.map(
    ({ name, address, servicePort, isMining }) =>
      `${name} ${keyOf(address)} ${servicePort}${isMining ? ' mines' : ''}`,
  );

test('nodes of one machine have ports one after the other, and one of them mines', () => {
  expect(placesOf('')).toEqual([
    'node-1 127.0.0.1:1789 1848 mines',
    'node-2 127.0.0.1:1790 1849',
    'node-3 127.0.0.1:1791 1850',
  ]);
});

test('nodes are dealt out to machines, which use the same ports', () => {
  expect(placesOf('--hosts a.example,10.0.0.2 --nodes 3 --proof-of-work')).toEqual([
    'node-1 a.example:1789 1848 mines',
    'node-2 10.0.0.2:1789 1848 mines',
    'node-3 a.example:1790 1849 mines',
  ]);
  expect(goodPlan('--hosts a.example,b.example').nodes).toHaveLength(2);
});

test.each([
  ['--hosts 127.1', '--hosts: 127.1: a host is a name such as'],
  ['--hosts a.example,A.example', '--hosts names a.example twice'],
  ['--port 1790 --nodes 5', 'the ports of clients and of nodes overlap'],
])('%s', (line, sentence) => {
  expect(planOf(line)).toEqual({ ok: false, fault: expect.stringContaining(sentence) as string });
});

test.each([
  ['--nodes 51', 'pact network new writes at most 50 nodes'],
  ['--nodes 2 --hosts a,b,c', '--nodes 2 is less than the 3 machines of --hosts'],
  ['--nodes 2 --miners 3', '--miners 3 is more than the 2 nodes'],
  ['--block-time 0.01', 'the option --block-time takes seconds from 0.1 to 3600, not 0.01'],
  ['--hosts a,,b', 'the option --hosts takes addresses separated by commas, not a,,b'],
  ['--name Mine', 'the option --name takes lower-case letters'],
  ['--json', 'pact network new does not take --json'],
])('misuse: %s', (line, sentence) => {
  expect(parseArguments(['network', 'new', ...line.split(' ')])).toMatchObject({
    kind: 'misuse',
    reason: expect.stringContaining(sentence) as string,
  });
});

test('private addresses are allowed by each node, and no others', () => {
  const plan = goodPlan('--hosts 10.0.0.1,9.9.9.9,fd00::1,node.example');
  expect(reservedRanges(plan)).toEqual(['10.0.0.1/32', 'fd00::1/128']);
});

test.each([
  '',
  '--chains 1 --proof-of-work',
  '--hosts 10.0.0.1,9.9.9.9 --chains 20 --block-time 0.5',
])('the files that are written are valid: %s', (line) => {
  const plan = goodPlan(line);
  const numbers = { code: 0x01020304, genesisMs: 1_790_000_000_000 };
  const read = readNetworkText(networkFileText(plan, numbers, { withBlock: true }));
  expect(
    read.ok && describeNetwork(read.value.value, { file: () => ({ ok: true, value: '' }) }),
  ).toMatchObject({
    ok: true,
    value: { chains: Array.from({ length: plan.chains }, (_, i) => i) },
  });
  const ids = new Map(
    plan.nodes.map(({ name }, i) => [name, toBase64Url(new Uint8Array(32).fill(i))]),
  );
  for (const node of plan.nodes) {
    const text = nodeFileText(plan, node, { ids, minerKey: 'a'.repeat(64) });
    const configuration = readConfiguration({
      file: { path: '/n/node-1/node.yaml', text },
      environment: {},
      flags: [],
    });
    expect(configuration).toMatchObject({
      ok: true,
      value: {
        configuration: {
          network: '/n/network.yaml',
          data: '/n/node-1/data',
          p2p: {
            port: node.address.port,
            isPrivate: !plan.isProven,
            friends: plan.nodes
              .filter((each) => each !== node)
              .map(({ name, address }) => ({ id: ids.get(name), address })),
          },
        },
      },
    });
  }
});
