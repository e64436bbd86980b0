// The interface for other nodes over TLS: the server answers requests as nodes of the reference write them, byte for byte;
// the client writes such requests, and reads their answers; and both understand each other.
import { once } from 'node:events';
import { connect, createServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { good } from '../../../../src/base/result.ts';
import { utf8 } from '../../../../src/base/bytes.ts';
import { encodeHeader } from '../../../../src/chain/model/header.ts';
import type { Pool } from '../../../../src/p2p/ledger.ts';
import { askOf } from '../../../../src/p2p/messages/ask.ts';
import { systemClock } from '../../../../src/base/platform/system.ts';
import { getCut, headCut, putCut, readCut } from '../../../../src/p2p/messages/cut.ts';
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
import { FakeDesk } from '../../../support/fake-desk.ts';
import { FakeNode } from '../../../support/fake-node.ts';
import { apiOf } from '../../../support/node-api.ts';
import { cutText, keyTexts, mempoolTexts, peerTexts } from '../../../support/p2p-texts.ts';
import { sealedTextOf, TestSealedPool } from '../../../support/sealed-pool.ts';
import { certificate, clientWith, peerAt } from '../../../support/peer-servers.ts';

const B = '/chainweb/0.0/development';
const C = `${B}/chain/0`;
const place = { word: 'chainweb', network: 'development', version: '3.2' };
const json = 'application/json;charset=utf-8';
const bytes = 'application/octet-stream';
const text = 'text/plain;charset=utf-8';
const peer = { id: peerTexts.id, address: { host: '203.0.113.9', port: 1789 } };

async function secureApi(sealed?: TestSealedPool) {
  const desk = new FakeDesk(sealed);
  const node = new FakeNode();
  desk.known.push(peer, { id: undefined, address: { host: 'node.example', port: 443 } });
  node.mineAll(3);
  const mark = { nonce: -6_148_914_691_236_517_205n, mark: 4711 };
  const pool: Partial<Pool> = {
    member: (keys) => Promise.resolve(keys.map((key) => key === keyTexts[0])),
    pending: () => Promise.resolve({ keys: [keyTexts[0]], mark }),
    lookup: (keys) =>
      Promise.resolve(keys.map((key) => (key === keyTexts[0] ? mempoolTexts.command : undefined))),
    insert: (commands) => Promise.resolve(commands.map(() => 'added' as const)),
  };
  Object.assign(node.chain(0)!.mempool!, pool);
  const { address } = await apiOf(node, {
    group: 'p2p',
    peers: desk,
    aliases: ['chainweb'],
    version: '3.2',
    tls: { certificates: certificate.certificate, key: certificate.key },
    isTrusted: () => true,
  });
  return { desk, node, mark, port: Number(new URL(address).port) };
}

type Received = { readonly head: string; readonly body: Buffer };

/** Sends text as it is, and reads what comes until the server has closed the connection. */
async function exchange(port: number, request: string): Promise<Received> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(request);
  await once(socket, 'close');
  const all = Buffer.concat(chunks);
  const end = all.indexOf('\r\n\r\n');
  return { head: all.subarray(0, end).toString('latin1'), body: all.subarray(end + 4) };
}

/** A request as the HTTP client of the reference writes it. */
function asReference(line: string, headers: readonly string[], body = ''): string {
  const length = body === '' && !line.startsWith('P') ? [] : [`Content-Length: ${body.length}`];
  return [
    `${line} HTTP/1.1`,
    'Host: 127.0.0.1:1789',
    'Accept-Encoding: gzip',
    'X-Chainweb-Node-Version: 3.2',
    ...headers,
    ...length,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

const wantsJson = 'Accept: application/json;charset=utf-8,application/json';
const sendsJson = 'Content-Type: application/json;charset=utf-8';

type Recorded = readonly [
  line: string,
  headers: readonly string[],
  body: string,
  answer: readonly [status: number, type: string | undefined, body: string],
];

const unknownKey = (key: string) => `{"reason":"key not found","key":"${key}"}`;

const recorded: readonly Recorded[] = [
  [`GET ${B}/cut/peer`, [wantsJson], '', [200, json, peerTexts.page]],
  [`GET ${B}/cut/peer`, [], '', [200, json, peerTexts.page]],
  [
    `GET ${B}/cut/peer?next=inclusive:9999`,
    [wantsJson],
    '',
    [200, json, '{"limit":0,"items":[],"next":null}'],
  ],
  [
    `GET ${B}/cut/peer?limit=-1`,
    [wantsJson],
    '',
    [
      400,
      text,
      'Error parsing query parameter limit failed: underflow: -1 (should be a non-negative integer)',
    ],
  ],
  [`PUT ${B}/cut/peer`, [sendsJson], peerTexts.info, [204, undefined, '']],
  [`PUT ${C}/mempool/peer`, [sendsJson], peerTexts.signed, [204, undefined, '']],
  [
    `PUT ${B}/cut/peer`,
    [sendsJson],
    '{"address":{"hostname":"node.example","port":443}}',
    [400, text, 'Error in $: key "id" not found'],
  ],
  [`PUT ${B}/cut`, [sendsJson], cutText(peerTexts.info), [204, undefined, '']],
  [`PUT ${B}/cut`, [sendsJson], cutText('null'), [400, text, 'Cut is missing an origin entry']],
  [
    `PUT ${B}/cut`,
    [sendsJson],
    cutText(peerTexts.info.replace('1789', '1790')),
    [401, text, 'Unknown peer'],
  ],
  [`POST ${C}/mempool/getPending`, [wantsJson], '', [200, json, mempoolTexts.pending]],
  [
    `POST ${C}/mempool/getPending?nonce=-6148914691236517205&since=4711`,
    [wantsJson],
    '',
    [200, json, mempoolTexts.pending],
  ],
  [
    `POST ${C}/mempool/lookup`,
    [wantsJson, sendsJson],
    mempoolTexts.keys,
    [200, json, mempoolTexts.found],
  ],
  [
    `POST ${C}/mempool/member`,
    [sendsJson, wantsJson],
    mempoolTexts.keys,
    [200, json, '[true,false]'],
  ],
  [`PUT ${C}/mempool/insert`, [sendsJson], mempoolTexts.insert, [200, json, '']],
  [
    `GET ${C}/header/${keyTexts[0]}`,
    [`Accept: ${bytes}`],
    '',
    [404, json, unknownKey(keyTexts[0])],
  ],
  [
    `GET ${C}/payload/${keyTexts[0]}?height=7`,
    [wantsJson],
    '',
    [404, json, unknownKey(keyTexts[0])],
  ],
  [
    `POST ${C}/payload/batch`,
    [wantsJson, sendsJson],
    `{"heights":[1],"hashes":["${keyTexts[0]}"]}`,
    [404, json, '"payload batch limit is 0"'],
  ],
];

test('requests of nodes of the reference are answered byte for byte', async () => {
  const { port } = await secureApi();
  for (const [line, headers, body, [status, type, expected]] of recorded) {
    const answer = await exchange(port, asReference(line, headers, body));
    const given = /^content-type: (.*)$/im.exec(answer.head)?.[1];
    const [first = ''] = answer.head.split('\r\n');
    expect([Number(first.split(' ')[1]), given, String(answer.body)], line).toEqual([
      status,
      type,
      expected,
    ]);
    expect(answer.head).toMatch(/^x-chainweb-node-version: 3\.2$/im);
    expect(answer.head).toMatch(/^x-peer-addr: 127\.0\.0\.1:\d+$/im);
    expect(answer.head).toMatch(/^x-server-timestamp: \d+$/im);
    expect(answer.head).not.toMatch(/^(access-control-|content-encoding)/im);
  }
});

test('the head of a cut has no body, and a header has its bytes alone', async () => {
  const { node, port } = await secureApi();
  const head = await exchange(port, asReference(`HEAD ${B}/cut`, [wantsJson]));
  expect(head.head).toMatch(/^HTTP\/1\.1 200 /);
  expect(head.body).toHaveLength(0);
  const header = node.cut().heads.get(0)!;
  const line = `GET ${C}/header/${Buffer.from(header.hash).toString('base64url')}`;
  const one = await exchange(port, asReference(line, [`Accept: ${bytes}`]));
  expect(one.head).toMatch(/^content-type: application\/octet-stream$/im);
  expect(new Uint8Array(one.body)).toEqual(encodeHeader(header));
});

/** A node of the reference, as far as it answers one request in the same way again and again. */
async function reference(answer: string) {
  const requests: string[] = [];
  const server = createServer({ cert: certificate.certificate, key: certificate.key }, (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data: Buffer) => {
      requests.push(data.toString('latin1'));
      socket.write(answer, 'latin1');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const client = clientWith();
  const { port } = server.address() as AddressInfo;
  return { ask: askOf({ wire: client, place }), to: peerAt(port), requests, port };
}

function answerText(status: string, type: string, body: string): string {
  const length = status.startsWith('204') ? '' : `Content-Length: ${body.length}\r\n`;
  return (
    `HTTP/1.1 ${status}\r\nDate: Sat, 28 Nov 2026 07:00:00 GMT\r\nServer: Chainweb P2P API\r\n` +
    `X-Server-Timestamp: 1763690000\r\nX-Chainweb-Node-Version: 3.2\r\nX-Peer-Addr: 198.51.100.7:40122\r\n` +
    `${type === '' ? '' : `Content-Type: ${type}\r\n`}${length}\r\n${body}`
  );
}

/** The lines of a request, without the order of its headers. */
function linesOf(request: string): readonly string[] {
  const [head = '', body = ''] = request.split('\r\n\r\n');
  const [first = '', ...headers] = head.split('\r\n');
  return [first, ...headers.map((line) => line.toLowerCase()).sort(), body];
}

test('the client writes what nodes of the reference expect, and reads what they answer', async () => {
  const pulled = await reference(answerText('200 OK', json, cutText('null')));
  const cut = await pulled.ask(pulled.to, getCut, { maxHeight: 2_000_100 });
  expect(cut).toEqual(readCut(utf8(cutText('null'))));
  expect(linesOf(pulled.requests[0]!)).toEqual([
    `GET ${B}/cut?maxheight=2000100 HTTP/1.1`,
    'accept-encoding: identity',
    'accept: application/json;charset=utf-8,application/json',
    'connection: keep-alive',
    `host: 127.0.0.1:${pulled.port}`,
    'x-chainweb-node-version: 3.2',
    '',
  ]);
  const pushed = await reference(answerText('204 No Content', '', ''));
  expect(await pushed.ask(pushed.to, putPeer, { network: { kind: 'cut' }, peer })).toEqual(
    good(undefined),
  );
  expect(linesOf(pushed.requests.join(''))).toEqual([
    `PUT ${B}/cut/peer HTTP/1.1`,
    'accept-encoding: identity',
    'connection: keep-alive',
    `content-length: ${peerTexts.info.length}`,
    'content-type: application/json;charset=utf-8',
    `host: 127.0.0.1:${pushed.port}`,
    'x-chainweb-node-version: 3.2',
    peerTexts.info,
  ]);
  const pending = await reference(answerText('200 OK', json, mempoolTexts.pending));
  const { requests } = pending;
  await pending.ask(pending.to, getPending, { chain: 0, since: undefined });
  expect(linesOf(requests[0]!)).toContain('content-length: 0');
  const limited = '{"message":"Too many requests."}';
  const busy = await reference(answerText('429 Too Many Requests', 'application/json', limited));
  expect(await busy.ask(busy.to, getPeers, { network: { kind: 'cut' } })).toEqual({
    ok: false,
    fault: { kind: 'status', status: 429, sentence: `it answers 429: ${limited}` },
  });
});

test('a node of the reference knows no sealed commands, nor does a node that carries none', async () => {
  const { ask, to, requests } = await reference(answerText('404 Not Found', '', ''));
  const unknown = { ok: false, fault: { kind: 'status', status: 404 } };
  expect(await ask(to, getSealed, { since: { nonce: -5n, mark: 7 } })).toMatchObject(unknown);
  expect(linesOf(requests[0]!)[0]).toBe(`POST ${B}/sealed/getPending?nonce=-5&since=7 HTTP/1.1`);
  const { port } = await secureApi();
  const own = askOf({ wire: clientWith(), place });
  expect(await own(peerAt(port), getSealed, { since: undefined })).toMatchObject(unknown);
});

test('client and server understand each other in every message', async () => {
  const sealed = new TestSealedPool(systemClock, -7n);
  const { desk, node, mark, port } = await secureApi(sealed);
  const ask = askOf({ wire: clientWith(), place });
  const to = peerAt(port);
  const network = { kind: 'cut' } as const;
  const about = await ask(to, headCut, undefined);
  expect(about).toMatchObject({ ok: true, value: { version: '3.2', features: { node: 'ab12' } } });
  expect(about.ok && about.value.seen?.host).toBe('127.0.0.1');
  expect(await ask(to, probePeer, { network })).toMatchObject({ ok: true });
  expect(await ask(to, getPeers, { network })).toEqual(good(desk.known));
  expect(await ask(to, putPeer, { network, peer })).toEqual(good(undefined));
  const cut = await ask(to, getCut, { maxHeight: undefined });
  if (!cut.ok) throw new Error(cut.fault.sentence);
  expect([...cut.value.hashes.values()].map(({ height }) => height)).toEqual(
    [...node.cut().heads.values()].map(({ height }) => BigInt(height)),
  );
  const { value: origin } = readCut(utf8(cutText(peerTexts.info))) as { value: typeof cut.value };
  expect(await ask(to, putCut, { ...cut.value, origin: origin.origin })).toEqual(good(undefined));
  const head = node.cut().heads.get(0)!;
  expect(await ask(to, getHeader, { chain: 0, hash: head.hash })).toEqual(good(head));
  const bounds = { upper: [head.hash], lower: [], minHeight: 1, maxHeight: head.height, limit: 20 };
  const branch = await ask(to, branchHeaders, { chain: 0, ...bounds });
  expect(branch.ok && branch.value.map(({ height }) => height)).toEqual([3, 2, 1]);
  const block = { chain: 0, hash: head.payloadHash, height: head.height };
  expect(await ask(to, getPayload, block)).toMatchObject({ ok: true });
  expect(await ask(to, getPayloads, { chain: 0, blocks: [block] })).toMatchObject({
    fault: { kind: 'status', status: 404 },
  });
  desk.isFriendly = true;
  expect(await ask(to, getPayloads, { chain: 0, blocks: [block] })).toMatchObject({ ok: true });
  const keys = [...keyTexts];
  expect(await ask(to, getPending, { chain: 0, since: mark })).toEqual(
    good({ keys: [keyTexts[0]], mark }),
  );
  expect(await ask(to, lookupCommands, { chain: 0, keys })).toEqual(
    good([mempoolTexts.command, undefined]),
  );
  expect(await ask(to, memberCommands, { chain: 0, keys })).toEqual(good([true, false]));
  const commands = [mempoolTexts.command];
  expect(await ask(to, insertCommands, { chain: 0, commands })).toEqual(good(undefined));
  const [key] = keyTexts;
  const texts = [sealedTextOf(key)];
  expect(await ask(to, insertSealed, { commands: texts })).toEqual(good(undefined));
  expect(sealed.inserts).toEqual([{ keys: [key], bringer: 'peer 127.0.0.0/16' }]);
  const listed = { keys: [key], mark: { nonce: -7n, mark: 1 } };
  expect(await ask(to, getSealed, { since: undefined })).toEqual(good(listed));
  expect(await ask(to, getSealed, { since: listed.mark })).toEqual(good({ ...listed, keys: [] }));
  expect(await ask(to, lookupSealed, { keys })).toEqual(good([...texts, undefined]));
});
