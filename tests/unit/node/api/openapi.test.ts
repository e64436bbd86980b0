// The OpenAPI document lists every route, and answers match it, as checked by a common validator.
import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { OpenAPIBackend } from 'openapi-backend';
import { expect, test } from 'vitest';
import { good } from '../../../../src/base/result.ts';
import type { BackupState } from '../../../../src/node/api/index.ts';
import { allEndpoints } from '../../../../src/node/api/routes/index.ts';
import { FakeNode, fakeMining } from '../../../support/fake-node.ts';
import { apiOf, base, chain0 } from '../../../support/node-api.ts';
import { codeCommand, testKey } from '../../../support/signed-commands.ts';

type Operation = {
  operationId: string;
  parameters: { name: string }[];
  requestBody?: object;
  responses: Record<number, object>;
};
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> };

async function documented() {
  const node = new FakeNode();
  node.mining = fakeMining();
  node.sealed = { take: (_, { hash }) => Promise.resolve(good(hash)) };
  const backups = { start: () => '17', state: (): BackupState => 'backup-done' };
  const api = await apiOf(node, {
    backups,
    rosetta: true,
  });
  const text = (await api.get('/openapi.json'))[1];
  return { ...api, text, document: JSON.parse(text) as Document };
}

/** Schemas of OpenAPI 3.1 are those of JSON Schema 2020-12. */
async function validatorOf(document: string): Promise<OpenAPIBackend> {
  // This class is not that of draft 7, but has the same methods.
  const ajv: unknown = new Ajv2020({ strict: false });
  const backend = new OpenAPIBackend({
    definition: JSON.parse(document) as never,
    quick: true,
    customizeAjv: () => ajv as never,
  });
  await backend.init();
  return backend;
}

test('the document is valid OpenAPI 3.1', async () => {
  const { document } = await documented();
  const { valid, errors } = await new Validator().validate(document);
  expect([valid, errors ?? null]).toEqual([true, null]);
});

test('every route of the server is in its document, and no other', async () => {
  const { document } = await documented();
  const listed = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const served = allEndpoints
    .filter(({ group }) => group !== 'p2p')
    .map(({ method, path }) => `${method} ${path}`);
  expect(listed.sort()).toEqual(served.sort());
  expect(new Set(served).size).toBe(served.length);
  const ids = Object.values(document.paths).flatMap((each) =>
    Object.values(each).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test('every route is in docs/node-api.md', () => {
  const page = readFileSync(new URL('../../../../docs/node-api.md', import.meta.url), 'utf8');
  for (const { method, path } of allEndpoints) {
    const shown = path
      .replace('/{word}/0.0/{network}/chain/{chain}', 'C')
      .replace('/{word}/0.0/{network}', 'B')
      .replace('/api/v1/', '/');
    expect(page, shown).toContain(`\`${method} ${shown}\``);
  }
});

test('routes that a node does not have are not in its document', async () => {
  const { get } = await apiOf(new FakeNode(), { headerStream: false });
  const { paths } = JSON.parse((await get('/openapi.json'))[1]) as Document;
  const listed = Object.keys(paths).join(' ');
  expect(listed).not.toMatch(/mining|updates|backup|rosetta/);
  expect(listed).toContain('/pact/api/v1/send');
});

/**
 * Events and bytes have no schema to compare, and work is requested by GET with a body: the tests of their routes cover
 * them.
 */
const streamsAndWork = [
  'blockUpdates',
  'headerUpdates',
  'minerWork',
  'miningUpdates',
  'miningWork',
];

test('answers of every route match the document', async () => {
  const { ask, text, document, node } = await documented();
  node.answers.whenMined = () => Promise.resolve(undefined);
  node.mineAll(2);
  const validator = await validatorOf(text);
  const hash = Buffer.from(node.cut().heads.get(0)!.hash).toString('base64url');
  const payload = Buffer.from(node.cut().heads.get(0)!.payloadHash).toString('base64url');
  const object = 'application/json;blockheader-encoding=object';
  const command = codeCommand('(+ 1 2)');
  const asked: [id: string, path: string, body?: unknown, accept?: string][] = [
    ['getInfo', '/info'],
    ['getHealth', '/health-check'],
    ['getConfiguration', '/config'],
    ['getOpenApi', '/openapi.json'],
    ['makeBackup', `${base}/make-backup`, ''],
    ['checkBackup', `${base}/check-backup/17`],
    ['getCut', `${base}/cut`],
    ['getCut', `${base}/cut?maxheight=-1`],
    ['listHashes', `${chain0}/hash`],
    ['listHashes', `${chain0}/hash?next=inclusive:${'A'.repeat(43)}`],
    ['hashBranch', `${chain0}/hash/branch`, { upper: [hash] }],
    ['listHeaders', `${chain0}/header`],
    ['listHeaders', `${chain0}/header`, undefined, object],
    ['headerBranch', `${chain0}/header/branch`, { upper: [hash] }, object],
    ['getHeader', `${chain0}/header/${hash}`],
    ['getHeader', `${chain0}/header/${hash}`, undefined, object],
    ['getHeader', `${chain0}/header/x`],
    ['listBlocks', `${chain0}/block`],
    ['blockBranch', `${chain0}/block/branch`, { upper: [hash] }],
    ['getPayload', `${chain0}/payload/${payload}`],
    ['getPayloadWithOutputs', `${chain0}/payload/${payload}/outputs`],
    ['payloadBatch', `${chain0}/payload/batch`, [payload]],
    ['payloadWithOutputsBatch', `${chain0}/payload/outputs/batch`, [payload]],
    ['miningSolved', `${base}/mining/solved`, ''],
    ...(['', 'Short'] as const).flatMap((form): typeof asked => {
      const pact = form === '' ? `${chain0}/pact/api/v1` : `${chain0}/pact`;
      return [
        [`pactSend${form}`, `${pact}/send`, `{"cmds":[${command.text}]}`],
        [`pactSend${form}`, `${pact}/send`, '{}'],
        [`pactPoll${form}`, `${pact}/poll`, { requestKeys: [hash] }],
        [`pactListen${form}`, `${pact}/listen`, { listen: hash }],
        [`pactLocal${form}`, `${pact}/local`, command.text],
        [`pactPrivate${form}`, `${pact}/private`, command.text],
        [`pactSpv${form}`, `${pact}/spv`, { requestKey: hash, targetChainId: '1' }],
        [
          `pactSpv2${form}`,
          `${pact}/spv2`,
          {
            subjectIdentifier: { type: 'result', chain: 0, requestKey: hash },
            algorithm: 'SHA512t_256',
          },
        ],
      ];
    }),
  ];
  asked.push(...rosettaRequests());
  const askedIds = new Set(asked.map(([id]) => id));
  const operations = new Map(
    Object.values(document.paths)
      .flatMap((each) => Object.values(each))
      .map((operation) => [operation.operationId, operation]),
  );
  expect([...operations.keys()].filter((id) => !askedIds.has(id)).sort()).toEqual(streamsAndWork);
  for (const [id, path, sent, accept] of asked) {
    const answer = await ask(path, {
      ...(sent !== undefined && {
        method: 'POST',
        body: typeof sent === 'string' ? sent : JSON.stringify(sent),
      }),
      headers: {
        ...(sent !== undefined && sent !== '' && { 'content-type': 'application/json' }),
        ...(accept !== undefined && { accept }),
      },
    });
    const type = answer.headers.get('content-type') ?? '';
    const body = await answer.text();
    if (body === '') {
      expect(operations.get(id)?.responses[answer.status], id).not.toHaveProperty('content');
      continue;
    }
    const reported: unknown = type.startsWith('text/') ? body : JSON.parse(body);
    const { valid, errors } = validator.validateResponse(reported, id, answer.status);
    expect([valid, errors ?? null], `${id} ${answer.status}`).toEqual([true, null]);
  }
});

test('the validator refuses an answer that does not match the document', async () => {
  const { text } = await documented();
  const validator = await validatorOf(text);
  expect(validator.validateResponse({ requestKeys: [] }, 'pactSend', 200).valid).toBe(false);
  expect(validator.validateResponse({ limit: 1 }, 'listHashes', 200).valid).toBe(false);
});

/** A request of each endpoint of the Rosetta interface, and one that is refused. */
function rosettaRequests(): [id: string, path: string, body: unknown][] {
  const network_identifier = {
    blockchain: 'kadena',
    network: 'development',
    sub_network_identifier: { network: '0' },
  };
  const at = (path: string): string => `${base}/rosetta/${path}`;
  return [
    ['rosettaNetworkList', at('network/list'), {}],
    ['rosettaNetworkOptions', at('network/options'), { network_identifier }],
    ['rosettaNetworkOptions', at('network/options'), {}],
    ['rosettaNetworkStatus', at('network/status'), { network_identifier }],
    [
      'rosettaNetworkStatus',
      at('network/status'),
      { network_identifier: { ...network_identifier, blockchain: 'x' } },
    ],
    [
      'rosettaAccountBalance',
      at('account/balance'),
      { network_identifier, account_identifier: { address: 'sender00' } },
    ],
    ['rosettaBlock', at('block'), { network_identifier, block_identifier: { index: 1 } }],
    [
      'rosettaBlockTransaction',
      at('block/transaction'),
      {
        network_identifier,
        block_identifier: { index: 1, hash: 'x' },
        transaction_identifier: { hash: 'x' },
      },
    ],
    ['rosettaMempool', at('mempool'), { network_identifier }],
    [
      'rosettaMempoolTransaction',
      at('mempool/transaction'),
      { network_identifier, transaction_identifier: { hash: 'x' } },
    ],
    ...['derive', 'preprocess', 'metadata', 'payloads', 'combine', 'parse', 'hash', 'submit'].map(
      (step): [string, string, unknown] => [
        `rosettaConstruction${step.charAt(0).toUpperCase()}${step.slice(1)}`,
        at(`construction/${step}`),
        constructionRequest(network_identifier),
      ],
    ),
  ];
}

/** The members of every step of a construction; only the first step can use them. */
const constructionRequest = (network_identifier: object) => ({
  network_identifier,
  public_key: { hex_bytes: testKey.publicKey, curve_type: 'edwards25519' },
  signed: false,
  transaction: '{}',
  signed_transaction: '{}',
  unsigned_transaction: '{}',
});
