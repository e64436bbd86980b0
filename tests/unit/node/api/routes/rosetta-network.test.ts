// Rosetta: networks, and the identifier that every request about a chain has.
import { expect, test } from 'vitest';
import type { NodeApiOptions } from '../../../../../src/node/api/index.ts';
import { base, fakeApi } from '../../../../support/node-api.ts';

const identifier = {
  blockchain: 'kadena',
  network: 'development',
  sub_network_identifier: { network: '0' },
};

async function rosettaApi(options: Partial<NodeApiOptions> = {}) {
  const api = await fakeApi({ rosetta: true, ...options });
  const ask = async (path: string, body: unknown) => {
    const [status, text] = await api.post(`${base}/rosetta/${path}`, body);
    return [status, text.startsWith('{') ? (JSON.parse(text) as unknown) : text] as const;
  };
  return { ...api, ask };
}

test('without the setting there is no such path', async () => {
  const { post } = await fakeApi();
  const [status, text] = await post(`${base}/rosetta/network/list`, {});
  expect([status, text]).toEqual([
    404,
    `there is no ${base}/rosetta/network/list: GET /openapi.json lists what there is`,
  ]);
});

test('network/list has every chain, in order', async () => {
  const { ask } = await rosettaApi();
  const [status, body] = await ask('network/list', { metadata: {} });
  const { network_identifiers: listed } = body as { network_identifiers: (typeof identifier)[] };
  expect(status).toBe(200);
  expect(listed[0]).toEqual(identifier);
  expect(listed.map(({ sub_network_identifier: { network } }) => Number(network))).toEqual(
    Array.from({ length: 20 }, (_, chain) => chain),
  );
});

test('network/status has the newest and the first block, and the time in milliseconds', async () => {
  const { ask, node } = await rosettaApi();
  const head = node.mine(0);
  const [status, body] = await ask('network/status', { network_identifier: identifier });
  expect([status, body]).toMatchObject([
    200,
    {
      current_block_identifier: {
        index: 1,
        hash: Buffer.from(head.hash).toString('base64url'),
      },
      current_block_timestamp: Number(head.creationTime / 1000n),
      genesis_block_identifier: { index: 0 },
      peers: [],
    },
  ]);
});

test('network/status lists 64 peers at most', async () => {
  const id = '8jWZXw2UIx_GnIM8bTm3dUzNiGiGNvVLMJBDBBlNHU8';
  const known = Array.from({ length: 70 }, (_, i) => ({
    address: i === 0 ? '[::1]:1789' : `10.0.0.${i}:443`,
    id: i === 0 ? undefined : id,
  }));
  const { ask } = await rosettaApi({ knownPeers: () => known });
  const [, body] = await ask('network/status', { network_identifier: identifier });
  const { peers } = body as { peers: object[] };
  expect(peers).toHaveLength(64);
  expect(peers.slice(0, 2)).toEqual([
    { peer_id: '[::1]:1789', metadata: { address_hostname: '[::1]', address_port: '1789' } },
    {
      peer_id: '10.0.0.1:443',
      metadata: { address_hostname: '10.0.0.1', address_port: '443', certificate_id: id },
    },
  ]);
});

test('network/options has operations and errors', async () => {
  const { ask } = await rosettaApi();
  const [, body] = await ask('network/options', { network_identifier: identifier });
  const { version, allow } = body as {
    version: object;
    allow: { errors: unknown[]; operation_types: string[] };
  };
  expect(version).toEqual({
    rosetta_version: '1.4.13',
    node_version: '1.2.3',
    metadata: {
      'node-api-version': '0.0',
      'multichain-version': 'development',
      'rosetta-multichain-version': '2.0.0',
    },
  });
  expect(allow.operation_types).toEqual([
    'CoinbaseReward',
    'FundTx',
    'GasPayment',
    'TransferOrCreateAcct',
  ]);
  expect(allow.errors).toHaveLength(36);
});

test.each([
  [5, { ...identifier, blockchain: 'x', network: 'x', sub_network_identifier: undefined }],
  [6, { ...identifier, network: 'x', sub_network_identifier: undefined }],
  [0, { ...identifier, sub_network_identifier: undefined }],
  [0, { ...identifier, sub_network_identifier: null }],
  [1, { ...identifier, sub_network_identifier: { network: '20' } }],
  [1, { ...identifier, sub_network_identifier: { network: '00' } }],
  [1, { ...identifier, sub_network_identifier: { network: '__proto__' } }],
])('error %d: what is wrong first decides', async (code, network_identifier) => {
  const { ask } = await rosettaApi();
  const [status, body] = await ask('network/status', { network_identifier });
  expect([status, body]).toMatchObject([500, { code, retriable: false }]);
});

test.each([
  ['{', 'Error in $: the body is not JSON: '],
  ['[]', 'Error in $: '],
  ['{}', 'Error in $: network_identifier is missing: it must be an object'],
  [
    '{"network_identifier":{"blockchain":1}}',
    'Error in $: network_identifier.blockchain must be a string, but it is a number',
  ],
])('a malformed body %s is refused with a sentence', async (body, sentence) => {
  const { ask } = await rosettaApi();
  const [status, text] = await ask('network/status', body);
  expect(status).toBe(400);
  expect(text).toContain(sentence);
});
