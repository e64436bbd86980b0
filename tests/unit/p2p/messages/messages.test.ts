// Messages as data: what is sent is what nodes of the reference send, and their answers are read.
import { expect, test } from 'vitest';
import { fromBase64Url } from '../../../../src/base/base64url.ts';
import { utf8 } from '../../../../src/base/bytes.ts';
import { good, type Result } from '../../../../src/base/result.ts';
import { encodeHeader } from '../../../../src/chain/model/header.ts';
import { printJson, type JsonValue } from '../../../../src/base/json.ts';
import { readJson } from '../../../../src/base/json-reader.ts';
import { payloadToJson } from '../../../../src/chain/model/payload-json.ts';
import { withoutOutputs } from '../../../../src/chain/model/payload.ts';
import { genesisHeader } from '../../../../src/chain/rules/network.ts';
import { development } from '../../../../src/chain/rules/networks/development.ts';
import { parsePeer } from '../../../../src/p2p/address/peer-text.ts';
import type { PeerInfo } from '../../../../src/p2p/address/peer-info.ts';
import { askOf } from '../../../../src/p2p/messages/ask.ts';
import { isAcceptedVersion } from '../../../../src/p2p/messages/about.ts';
import { getCut, headCut, putCut, readCut } from '../../../../src/p2p/messages/cut.ts';
import { branchHeaders, getHeader } from '../../../../src/p2p/messages/headers.ts';
import {
  getPending,
  insertCommands,
  lookupCommands,
  memberCommands,
} from '../../../../src/p2p/messages/mempool.ts';
import type { Message } from '../../../../src/p2p/messages/message.ts';
import { getPayload, getPayloads } from '../../../../src/p2p/messages/payloads.ts';
import { getPeers, peerFromJson, probePeer, putPeer } from '../../../../src/p2p/messages/peers.ts';
import type { Wire, WireAnswer, WireRequest } from '../../../../src/p2p/messages/wire.ts';
import { cutText, keyTexts, mempoolTexts, peerTexts } from '../../../support/p2p-texts.ts';
import { somePayload } from '../../../support/fake-node.ts';

const place = { word: 'chainweb', network: 'development', version: '3.2' };
const to = valueOf(parsePeer('192.0.2.7:1789'));
const json = 'application/json;charset=utf-8';
const wantsJson = `${json},application/json`;

function valueOf<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(String(result.fault));
  return result.value;
}

/** A wire that answers everything in one way, and keeps what it was asked. */
function wireOf(answer: Partial<WireAnswer> & { readonly type?: string }) {
  const requests: WireRequest[] = [];
  const headers = new Map([...(answer.headers ?? []), ['content-type', answer.type ?? json]]);
  const wire: Wire = {
    ask: (_, request) => {
      requests.push(request);
      return Promise.resolve(good({ status: 200, body: new Uint8Array(), ...answer, headers }));
    },
  };
  return { wire, requests };
}

async function sent<Asked, Answered>(
  message: Message<Asked, Answered>,
  asked: Asked,
  answer: Parameters<typeof wireOf>[0] = {},
) {
  const { wire, requests } = wireOf({ status: message.status, ...answer });
  const answered = await askOf({ wire, place })(to, message, asked);
  const { method, path, headers, body } = requests[0]!;
  const given = Object.fromEntries(headers);
  expect(given['x-chainweb-node-version']).toBe('3.2');
  expect(given['accept-encoding']).toBe('identity');
  const text = body === undefined ? '' : new TextDecoder().decode(body);
  return { line: `${method} ${path} ${text}`.trim(), given, answered };
}

const B = '/chainweb/0.0/development';
const peer = valueOf(peerFromJson(jsonOf(peerTexts.info)));

function jsonOf(text: string): JsonValue {
  const read = readJson(text);
  if (read.kind !== 'value') throw new Error(text);
  return read.value;
}

test('the head of a cut tells a node its own address', async () => {
  const headers = new Map([
    ['x-chainweb-node-version', '3.2'],
    ['x-peer-addr', '198.51.100.7:40122'],
    ['x-server-timestamp', '1763690000'],
    ['x-multichain-p2p', 'payload-batch=100, attachments=1, node=ab12'],
  ]);
  const { line, answered } = await sent(headCut, undefined, { headers });
  expect(line).toBe(`HEAD ${B}/cut`);
  expect(answered).toEqual(
    good({
      version: '3.2',
      seen: { host: '198.51.100.7', port: 40_122 },
      seconds: 1_763_690_000,
      features: { payloadBatch: 100, attachments: true, node: 'ab12' },
    }),
  );
});

test('a cut is pulled up to a height and pushed with an origin', async () => {
  const body = utf8(cutText('null'));
  const pulled = await sent(getCut, { maxHeight: 2_000_100 }, { body });
  expect(pulled.line).toBe(`GET ${B}/cut?maxheight=2000100`);
  expect(pulled.given['accept']).toBe(wantsJson);
  expect(pulled.given['content-type']).toBeUndefined();
  const cut = valueOf(pulled.answered);
  expect(cut.height).toBe(3n);
  expect((await sent(getCut, { maxHeight: undefined }, { body })).line).toBe(`GET ${B}/cut`);
  const pushed = await sent(putCut, { ...cut, origin: jsonOf(peerTexts.info) });
  expect(pushed.line).toBe(`PUT ${B}/cut ${cutText(peerTexts.info)}`);
  expect(pushed.given['content-type']).toBe(json);
  expect(pushed.given['accept']).toBeUndefined();
  expect(pushed.answered).toEqual(good(undefined));
});

test('peers with addresses that are refused here are left out of a page', async () => {
  const items = [
    peerTexts.info,
    '{"id":null,"address":{"hostname":"0127.0.0.1","port":443}}',
    '{"id":null,"address":{"hostname":"2001:db8::ffff:1","port":443}}',
    '{"id":"short","address":{"hostname":"node.example","port":443}}',
    '7',
  ];
  const body = utf8(`{"limit":${items.length},"items":[${items.join(',')}],"next":null}`);
  const asked = await sent(getPeers, { network: { kind: 'cut' } }, { body });
  expect(asked.answered).toEqual(good([peer]));
});

test('peers are asked for, probed and told', async () => {
  const network = { kind: 'cut' } as const;
  const asked = await sent(getPeers, { network }, { body: utf8(peerTexts.page) });
  expect(asked.line).toBe(`GET ${B}/cut/peer`);
  const signed: PeerInfo = { id: undefined, address: { host: 'node.example', port: 443 } };
  expect(asked.answered).toEqual(good([peer, signed]));
  const told = await sent(putPeer, { network, peer });
  expect(told.line).toBe(`PUT ${B}/cut/peer ${peerTexts.info}`);
  const own = await sent(putPeer, { network: { kind: 'mempool', chain: 3 }, peer: signed });
  expect(own.line).toBe(`PUT ${B}/chain/3/mempool/peer ${peerTexts.signed}`);
  const probed = await sent(probePeer, { network: { kind: 'mempool', chain: 0 } });
  expect(probed.line).toBe(`GET ${B}/chain/0/mempool/peer`);
  expect(probed.given['accept']).toBeUndefined();
});

test('headers are asked for one at a time and by branches', async () => {
  const header = genesisHeader(development, 0)!;
  const [hash, name] = [header.hash, 'k1H3DsInAPvJ0W_zPxnrpkeSNdPUT0S9U8bqDLG739o'];
  const bytes = encodeHeader(header);
  const type = 'application/octet-stream';
  const one = await sent(
    getHeader,
    { chain: 0, hash: fromBase64Url(name)! },
    { body: bytes, type },
  );
  expect(one.line).toBe(`GET ${B}/chain/0/header/${name}`);
  expect(one.given['accept']).toBe(type);
  expect(one.answered).toEqual(good(header));
  const asked = { chain: 0, upper: [hash], lower: [], minHeight: 1, maxHeight: 20, limit: 20 };
  const item = Buffer.from(bytes).toString('base64url');
  const page = `{"limit":1,"items":["${item}"],"next":null}`;
  const branch = await sent(branchHeaders, asked, { body: utf8(page) });
  const upper = Buffer.from(hash).toString('base64url');
  expect(branch.line).toBe(
    `POST ${B}/chain/0/header/branch?limit=20&minheight=1&maxheight=20 {"upper":["${upper}"],"lower":[]}`,
  );
  expect(branch.answered).toEqual(good([header]));
  const none = await sent(branchHeaders, { ...asked, limit: 0 }, { body: utf8(page) });
  expect(none.answered).toEqual(unreadable('the list has more than 0 items'));
});

const unreadable = (sentence: string) => ({ ok: false, fault: { kind: 'unreadable', sentence } });

test('payloads are asked for one at a time, and in batches', async () => {
  const payload = withoutOutputs(somePayload);
  const name = Buffer.from(payload.payloadHash).toString('base64url');
  const text = printJson(payloadToJson(payload));
  const asked = { chain: 1, hash: payload.payloadHash, height: 123 };
  const one = await sent(getPayload, asked, { body: utf8(text) });
  expect(one.line).toBe(`GET ${B}/chain/1/payload/${name}?height=123`);
  expect(one.given['accept']).toBe(wantsJson);
  expect(one.answered).toEqual(good(payload));
  const other = await sent(
    getPayload,
    { ...asked, hash: new Uint8Array(32) },
    { body: utf8(text) },
  );
  expect(other.answered).toEqual(unreadable('the payload is another one than was asked for'));
  const blocks = [asked, { hash: new Uint8Array(32), height: 4 }];
  const some = await sent(getPayloads, { chain: 1, blocks }, { body: utf8(`[${text}]`) });
  expect(some.line).toBe(
    `POST ${B}/chain/1/payload/batch {"heights":[123,4],"hashes":["${name}","${'A'.repeat(43)}"]}`,
  );
  expect(some.answered).toEqual(good([payload]));
});

test('pending transactions are listed, looked up and offered', async () => {
  const since = { nonce: -6_148_914_691_236_517_205n, mark: 4711 };
  const body = utf8(mempoolTexts.pending);
  const all = await sent(getPending, { chain: 0, since: undefined }, { body });
  expect(all.line).toBe(`POST ${B}/chain/0/mempool/getPending`);
  expect(all.given['content-type']).toBeUndefined();
  expect(all.answered).toEqual(good({ keys: [keyTexts[0]], mark: since }));
  const more = await sent(getPending, { chain: 0, since }, { body });
  expect(more.line).toBe(
    `POST ${B}/chain/0/mempool/getPending?nonce=-6148914691236517205&since=4711`,
  );
  const later = await sent(getPending, { chain: 0, since: { ...since, mark: 4712 } }, { body });
  expect(later.answered).toEqual(unreadable('the mark went back'));
  const keys = [...keyTexts];
  const found = await sent(lookupCommands, { chain: 0, keys }, { body: utf8(mempoolTexts.found) });
  expect(found.line).toBe(`POST ${B}/chain/0/mempool/lookup ${mempoolTexts.keys}`);
  expect(found.answered).toEqual(good([mempoolTexts.command, undefined]));
  const members = await sent(memberCommands, { chain: 0, keys }, { body: utf8('[true,false]') });
  expect(members.line).toBe(`POST ${B}/chain/0/mempool/member ${mempoolTexts.keys}`);
  expect(members.answered).toEqual(good([true, false]));
  const short = await sent(memberCommands, { chain: 0, keys }, { body: utf8('[true]') });
  expect(short.answered).toEqual(unreadable('the list is shorter than that of the keys'));
  const offered = await sent(insertCommands, { chain: 0, commands: [mempoolTexts.command] });
  expect(offered.line).toBe(`PUT ${B}/chain/0/mempool/insert ${mempoolTexts.insert}`);
  expect(offered.answered).toEqual(good(undefined));
});

test.each<readonly [string, Parameters<typeof wireOf>[0], string]>([
  ['another status', { status: 204 }, 'it answers 204'],
  ['a refusal', { status: 401, body: utf8('Unknown\n\u0007peer') }, 'it answers 401: Unknown?peer'],
  ['a missing type', { type: '' }, 'the type of the answer is not application/json'],
  [
    'a page',
    { type: 'text/html', body: utf8('<p>') },
    'the type of the answer is not application/json',
  ],
  ['a compressed one', { headers: new Map([['content-encoding', 'gzip']]) }, 'compressed'],
  ['no JSON', { body: utf8('{') }, 'it is not JSON: it ends too early'],
  ['a list', { body: utf8('[]') }, 'it must be an object'],
  ['half a cut', { body: utf8('{"hashes":{}}') }, 'key "origin" not found'],
  ['deep', { body: utf8('['.repeat(60_000)) }, 'it is nested too deep'],
  ['wide', { body: utf8(`[${'1,'.repeat(30_000)}1]`) }, 'it has too many values'],
])('a cut is not read from %s', async (_, answer, why) => {
  const { answered } = await sent(getCut, { maxHeight: 1 }, answer);
  expect(answered.ok ? '' : answered.fault.sentence).toContain(why);
});

test.each([
  ['{"id":null}', 'key "address" not found'],
  ['{"address":{"hostname":"a","port":1}}', 'key "id" not found'],
  ['{"id":"short","address":{"hostname":"a","port":1}}', 'the id of a peer'],
  ['{"id":null,"address":{"port":1}}', 'key "hostname" not found'],
  ['{"id":null,"address":{"hostname":"a"}}', 'key "port" not found'],
  ['{"id":null,"address":{"hostname":"a","port":65536}}', 'a name and a port'],
  ['{"id":null,"address":{"hostname":"a","port":"7"}}', 'a name and a port'],
  ['{"id":null,"address":{"hostname":"0x7f.1","port":7}}', 'a host is'],
  ['[]', 'a peer must be an object'],
])('%s is no peer', (text, why) => {
  const read = peerFromJson(jsonOf(text));
  expect(read.ok ? '' : read.fault).toContain(why);
});

test('a cut without blocks must be small', () => {
  const [start, end] = [cutText('null').slice(0, -1), '}'];
  const plain = utf8(`${start},"more":"${'x'.repeat(64 * 1024)}"${end}`);
  const attached = utf8(`${start},"headers":{"a":"${'x'.repeat(64 * 1024)}"}${end}`);
  expect(readCut(plain)).toEqual({
    ok: false,
    fault: 'a cut without blocks has at most 65536 bytes',
  });
  expect(readCut(attached).ok).toBe(true);
});

test.each([
  ['3.2', true],
  ['3.0', true],
  ['3', false],
  ['2.32.0', false],
  ['10', true],
  ['3.2-x', false],
  ['', false],
])('version %s is accepted: %s', (text, isAccepted) => {
  expect(isAcceptedVersion(text)).toBe(isAccepted);
});
