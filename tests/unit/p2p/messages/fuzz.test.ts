// What peers send may be anything: readers end in a value or in a sentence, quickly, and never throw.
import { expect, test } from 'vitest';
import { utf8 } from '../../../../src/base/bytes.ts';
import { printJson } from '../../../../src/base/json.ts';
import type { Result } from '../../../../src/base/result.ts';
import { encodeHeader } from '../../../../src/chain/model/header.ts';
import { payloadToJson } from '../../../../src/chain/model/payload-json.ts';
import { withoutOutputs } from '../../../../src/chain/model/payload.ts';
import { genesisHeader } from '../../../../src/chain/rules/network.ts';
import { development } from '../../../../src/chain/rules/networks/development.ts';
import { aboutOf } from '../../../../src/p2p/messages/about.ts';
import { getCut, readCut } from '../../../../src/p2p/messages/cut.ts';
import { branchHeaders, getHeader } from '../../../../src/p2p/messages/headers.ts';
import {
  getPending,
  lookupCommands,
  memberCommands,
  readCommands,
  readKeys,
} from '../../../../src/p2p/messages/mempool.ts';
import { getPayload, getPayloads } from '../../../../src/p2p/messages/payloads.ts';
import { getPeers, readPeer } from '../../../../src/p2p/messages/peers.ts';
import { getSealed, lookupSealed } from '../../../../src/p2p/messages/sealed.ts';
import { somePayload } from '../../../support/fake-node.ts';
import { cutText, keyTexts, mempoolTexts, peerTexts } from '../../../support/p2p-texts.ts';
import { Random } from '../../../support/random.ts';
import { runCount } from '../../../support/run-count.ts';

const place = { word: 'chainweb', network: 'development', version: '3.2' };
const header = genesisHeader(development, 0)!;
const payload = withoutOutputs(somePayload);
const payloadText = printJson(payloadToJson(payload));
const headerText = Buffer.from(encodeHeader(header)).toString('base64url');
const branch = { upper: [], lower: [], minHeight: 0, maxHeight: 9, limit: 20 };
const answerOf = (body: Uint8Array) => ({ status: 200, headers: new Map<string, string>(), body });

type Reader = {
  readonly name: string;
  readonly seed: Uint8Array;
  readonly read: (bytes: Uint8Array) => Result<unknown, string>;
};

const network = { kind: 'cut' } as const;
const since = { nonce: -6_148_914_691_236_517_205n, mark: 7 };
const blocks = [{ hash: payload.payloadHash, height: 1 }];

const readers: readonly Reader[] = [
  { name: 'cut', seed: utf8(cutText(peerTexts.info)), read: readCut },
  {
    name: 'cut with blocks',
    seed: utf8(
      `${cutText('null').slice(0, -1)},"headers":{"${peerTexts.id}":"${headerText}"},"payloads":{"a":${payloadText}}}`,
    ),
    read: (bytes) => getCut.read(answerOf(bytes), { maxHeight: 1 }, place),
  },
  { name: 'peer', seed: utf8(peerTexts.info), read: readPeer },
  {
    name: 'peers',
    seed: utf8(peerTexts.page),
    read: (bytes) => getPeers.read(answerOf(bytes), { network }, place),
  },
  {
    name: 'header',
    seed: encodeHeader(header),
    read: (bytes) => getHeader.read(answerOf(bytes), { chain: 0, hash: header.hash }, place),
  },
  {
    name: 'headers',
    seed: utf8(`{"limit":2,"items":["${headerText}","${headerText}"],"next":null}`),
    read: (bytes) => branchHeaders.read(answerOf(bytes), { chain: 0, ...branch }, place),
  },
  {
    name: 'payload',
    seed: utf8(payloadText),
    read: (bytes) => getPayload.read(answerOf(bytes), { chain: 0, ...blocks[0]! }, place),
  },
  {
    name: 'payloads',
    seed: utf8(`[${payloadText}]`),
    read: (bytes) => getPayloads.read(answerOf(bytes), { chain: 0, blocks }, place),
  },
  {
    name: 'pending',
    seed: utf8(mempoolTexts.pending),
    read: (bytes) => getPending.read(answerOf(bytes), { chain: 0, since }, place),
  },
  {
    name: 'lookup',
    seed: utf8(mempoolTexts.found),
    read: (bytes) => lookupCommands.read(answerOf(bytes), { chain: 0, keys: [...keyTexts] }, place),
  },
  {
    name: 'members',
    seed: utf8('[true,false]'),
    read: (bytes) => memberCommands.read(answerOf(bytes), { chain: 0, keys: [...keyTexts] }, place),
  },
  {
    name: 'sealed',
    seed: utf8(mempoolTexts.pending),
    read: (bytes) => getSealed.read(answerOf(bytes), { since }, place),
  },
  {
    name: 'sealed lookup',
    seed: utf8(mempoolTexts.found),
    read: (bytes) => lookupSealed.read(answerOf(bytes), { keys: [...keyTexts] }, place),
  },
  { name: 'keys', seed: utf8(mempoolTexts.keys), read: (bytes) => readKeys(bytes) },
  { name: 'commands', seed: utf8(mempoolTexts.insert), read: (bytes) => readCommands(bytes) },
];

const odd = [
  '-1',
  '1e3',
  '1.5',
  '"7"',
  '18446744073709551616',
  `1${'0'.repeat(400)}`,
  'null',
  '[]',
  '{}',
  '""',
  '"\\ud800"',
  '"\\u0000"',
  '{"__proto__":{}}',
  '"__proto__"',
  '[[[[[[[[[[',
  'true',
  '"0x7f.1"',
  '"127.0.0.1"',
];

const tokens = /"(?:[^"\\]|\\.)*"|-?[0-9.eE+]+|[[\]{}:,]|\w+/g;

/** Changes bytes, or replaces, drops, doubles or exchanges tokens. */
function mutated(random: Random, seed: Uint8Array): Uint8Array {
  if (random.oneIn(3)) {
    const bytes = new Uint8Array(seed);
    for (let i = random.below(4); i >= 0; i--)
      bytes[random.below(bytes.length)] = random.below(256);
    const length = random.oneIn(3) ? random.below(bytes.length + 1) : bytes.length;
    return bytes.subarray(0, length);
  }
  const pieces = new TextDecoder().decode(seed).match(tokens) ?? [];
  for (let i = random.below(3); i >= 0 && pieces.length > 0; i--) {
    const at = random.below(pieces.length);
    const change = random.below(4);
    if (change === 0) pieces.splice(at, 1);
    else if (change === 1) pieces.splice(at, 1, random.pick(odd));
    else if (change === 2) pieces.splice(at, 0, ...pieces.slice(at, at + 1 + random.below(20)));
    else pieces.splice(at, 1, pieces[random.below(pieces.length)] ?? '');
  }
  return utf8(pieces.join(''));
}

test.each(readers.map((each) => [each.name, each] as const))(
  'a %s is read, and damaged ones are faults',
  (_, { seed, read }) => {
    expect(read(seed).ok).toBe(true);
    const random = new Random(20_261_128);
    let faults = 0;
    for (let i = runCount(2000); i > 0; i--) {
      const bytes = mutated(random, seed);
      const result = read(bytes);
      if (result.ok) continue;
      faults++;
      expect(typeof result.fault, Buffer.from(bytes).toString('latin1')).toBe('string');
      expect(result.fault.length).toBeLessThan(2000);
    }
    expect(faults).toBeGreaterThan(0);
  },
);

const large = 2 * 1024 * 1024;
const hostile: readonly (readonly [string, Uint8Array])[] = [
  ['brackets', utf8('['.repeat(large))],
  ['pairs', utf8('[]'.repeat(large / 2))],
  ['numbers', utf8(`[${'1,'.repeat(large / 2 - 1)}1]`)],
  ['digits', utf8(`[${'1'.repeat(large - 2)}]`)],
  ['strings', utf8(`[${'"",'.repeat(large / 3 - 1)}""]`)],
  ['escapes', utf8(`["${'\\u0041'.repeat(large / 6)}"]`)],
  ['keys', utf8(`{${Array.from({ length: large / 16 }, (_, i) => `"${1e8 + i}":1`).join(',')}}`)],
  ['blanks', utf8(' '.repeat(large))],
  ['zeros', new Uint8Array(large)],
];

// `tests/perf/p2p-requests.mjs` measures how long they take.
test.each(hostile)('readers survive two megabytes of %s', (_, bytes) => {
  for (const { name, read } of readers) {
    if (read(bytes).ok) expect(name).toBe('commands');
  }
});

test('headers of an answer may be anything', () => {
  const random = new Random(7);
  const pieces = [
    'payload-batch=',
    '1',
    '=',
    ',',
    'attachments',
    '99999999',
    'node=',
    ' ',
    '\u0000',
  ];
  for (let i = runCount(2000); i > 0; i--) {
    const text = Array.from({ length: random.below(30) }, () => random.pick(pieces)).join('');
    const headers = new Map(
      ['x-chainweb-node-version', 'x-peer-addr', 'x-server-timestamp', 'x-multichain-p2p'].map(
        (name) => [name, text],
      ),
    );
    expect(aboutOf(headers, 'chainweb').features.payloadBatch).toBeLessThan(100_000);
  }
});
