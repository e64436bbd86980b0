// The OpenAPI document of the interface for other nodes: it is valid, lists every message, and answers match it.
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { OpenAPIBackend } from 'openapi-backend';
import { expect, test } from 'vitest';
import { allEndpoints } from '../../../../src/node/api/routes/index.ts';
import { strangerLimits } from '../../../../src/node/api/limits.ts';
import { getCut, headCut, putCut } from '../../../../src/p2p/messages/cut.ts';
import { branchHeaders, getHeader } from '../../../../src/p2p/messages/headers.ts';
import {
  getPending,
  insertCommands,
  lookupCommands,
  memberCommands,
} from '../../../../src/p2p/messages/mempool.ts';
import { getPayload, getPayloads } from '../../../../src/p2p/messages/payloads.ts';
import { getPeers, probePeer, putPeer } from '../../../../src/p2p/messages/peers.ts';
import { getSealed, insertSealed, lookupSealed } from '../../../../src/p2p/messages/sealed.ts';
import { systemClock } from '../../../../src/base/platform/system.ts';
import { FakeDesk } from '../../../support/fake-desk.ts';
import { FakeNode } from '../../../support/fake-node.ts';
import { apiOf, base, chain0 } from '../../../support/node-api.ts';
import { cutText, mempoolTexts, peerTexts } from '../../../support/p2p-texts.ts';
import { TestSealedPool } from '../../../support/sealed-pool.ts';

type Operation = { operationId: string; description?: string; responses: Record<string, object> };
type Document = { paths: Record<string, Record<string, Operation>> };

async function documented() {
  const desk = new FakeDesk(new TestSealedPool(systemClock, 7n));
  const node = new FakeNode();
  node.mineAll(2);
  desk.known.push({ id: peerTexts.id, address: { host: '203.0.113.9', port: 1789 } });
  const api = await apiOf(node, { group: 'p2p', peers: desk });
  const text = (await api.get('/openapi.json'))[1];
  return { ...api, desk, text, document: JSON.parse(text) as Document };
}

test('the document is valid, and lists every route for other nodes', async () => {
  const { document } = await documented();
  const { valid, errors } = await new Validator().validate(document);
  expect([valid, errors ?? null]).toEqual([true, null]);
  const listed = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const served = allEndpoints
    .filter(({ group }) => group !== 'service')
    .map(({ method, path }) => `${method} ${path}`);
  expect(listed.sort()).toEqual(served.sort());
  const branch = document.paths['/{word}/0.0/{network}/chain/{chain}/header/branch']?.['post'];
  expect(branch?.description).toContain(`headerPage ${strangerLimits.headerPage}`);
  expect(JSON.stringify(document.paths)).not.toContain('blockheader-encoding=object');
});

const messages = [
  headCut,
  getCut,
  putCut,
  getPeers,
  probePeer,
  putPeer,
  getHeader,
  branchHeaders,
  getPayload,
  getPayloads,
  getPending,
  lookupCommands,
  memberCommands,
  insertCommands,
  getSealed,
  lookupSealed,
  insertSealed,
];

test.each(messages.map((each) => [each.name, each] as const))(
  '%s has an endpoint that answers as the message expects',
  (_, { method, path, status, type }) => {
    const served = allEndpoints.find(
      (each) => each.path === path && each.method === (method === 'HEAD' ? 'GET' : method),
    );
    expect(served?.group).toMatch(/p2p|both/);
    expect(served?.answers).toHaveProperty(String(status));
    if (type !== undefined) expect(served?.produces).toContain(type);
  },
);

test('answers match the document', async () => {
  const { ask, node, text, document } = await documented();
  const hash = Buffer.from(node.cut().heads.get(0)!.hash).toString('base64url');
  const asked: [id: string, method: string, path: string, body?: string][] = [
    ['getConfiguration', 'GET', '/config'],
    ['getOpenApi', 'GET', '/openapi.json'],
    ['getCut', 'GET', `${base}/cut`],
    ['putCut', 'PUT', `${base}/cut`, cutText(peerTexts.info)],
    ['putCut', 'PUT', `${base}/cut`, cutText(peerTexts.signed)],
    ['putCut', 'PUT', `${base}/cut`, cutText('null')],
    ['listCutPeers', 'GET', `${base}/cut/peer`],
    ['listCutPeers', 'GET', `${base}/cut/peer?next=0`],
    ['putCutPeer', 'PUT', `${base}/cut/peer`, peerTexts.signed],
    ['putCutPeer', 'PUT', `${base}/cut/peer`, '{}'],
    ['listMempoolPeers', 'GET', `${chain0}/mempool/peer`],
    ['putMempoolPeer', 'PUT', `${chain0}/mempool/peer`, peerTexts.info],
    ['mempoolPending', 'POST', `${chain0}/mempool/getPending`],
    ['mempoolMember', 'POST', `${chain0}/mempool/member`, mempoolTexts.keys],
    ['mempoolLookup', 'POST', `${chain0}/mempool/lookup`, mempoolTexts.keys],
    ['mempoolInsert', 'PUT', `${chain0}/mempool/insert`, mempoolTexts.insert],
    ['sealedPending', 'POST', `${base}/sealed/getPending`],
    ['sealedLookup', 'POST', `${base}/sealed/lookup`, mempoolTexts.keys],
    ['sealedInsert', 'PUT', `${base}/sealed/insert`, mempoolTexts.insert],
    ['listHashes', 'GET', `${chain0}/hash`],
    ['hashBranch', 'POST', `${chain0}/hash/branch`, `{"upper":["${hash}"]}`],
    ['listHeaders', 'GET', `${chain0}/header`],
    ['headerBranch', 'POST', `${chain0}/header/branch`, `{"upper":["${hash}"]}`],
    ['getHeader', 'GET', `${chain0}/header/${hash}`],
    ['getPayload', 'GET', `${chain0}/payload/${hash}`],
    ['getPayloadWithOutputs', 'GET', `${chain0}/payload/${hash}/outputs`],
    ['payloadBatch', 'POST', `${chain0}/payload/batch`, `["${hash}"]`],
    ['payloadWithOutputsBatch', 'POST', `${chain0}/payload/outputs/batch`, `["${hash}"]`],
  ];
  // This class is not that of draft 7, but has the same methods.
  const ajv: unknown = new Ajv2020({ strict: false });
  const validator = new OpenAPIBackend({
    definition: JSON.parse(text) as never,
    quick: true,
    customizeAjv: () => ajv as never,
  });
  await validator.init();
  const operations = new Map(
    Object.values(document.paths)
      .flatMap((each) => Object.values(each))
      .map((operation) => [operation.operationId, operation]),
  );
  expect([...new Set(asked.map(([id]) => id))].sort()).toEqual([...operations.keys()].sort());
  for (const [id, method, path, body] of asked) {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await ask(path, { method, headers, ...(body !== undefined && { body }) });
    const received = await answer.text();
    const documentedAs = operations.get(id)?.responses[answer.status];
    expect(documentedAs, `${id} ${answer.status}`).toBeDefined();
    if (received === '') continue;
    const isText = answer.headers.get('content-type')?.startsWith('text/') === true;
    const reported: unknown = isText ? received : JSON.parse(received);
    const { valid, errors } = validator.validateResponse(reported, id, answer.status);
    expect([valid, errors ?? null], `${id} ${answer.status}`).toEqual([true, null]);
  }
});
