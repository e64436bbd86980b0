// The file of known peers: the same after a restart, and begun anew if it is damaged.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KeptPeerData } from '../../../../src/p2p/peers/kept.ts';
import { scoreLimits, tableLimits } from '../../../../src/p2p/peers/limits.ts';
import { wireLimits } from '../../../../src/p2p/wire/limits.ts';
import { PeersFile } from '../../../../src/p2p/wire/peers-file.ts';
import { runCount } from '../../../support/run-count.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pact-peers-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const peer = {
  host: '192.0.2.7',
  port: 1789,
  id: 'A'.repeat(43),
  sourceGroup: '192.0.0.0/16',
  isTried: true,
  lastSuccessDateMs: 1_795_000_000_000,
  failures: 0,
};
const data: KeptPeerData = {
  secret: 'ab'.repeat(16),
  peers: [
    peer,
    { ...peer, host: '2001:db8::7', id: undefined, isTried: false, lastSuccessDateMs: undefined },
  ],
  anchors: ['192.0.2.7:1789'],
  bans: [{ key: '198.51.100.1:1789', untilDateMs: 1_795_000_000_000, why: 'a header of no work' }],
};

async function opened(path: string) {
  const told: string[] = [];
  const file = await PeersFile.open({ path, tell: (sentence) => void told.push(sentence) });
  return { file, told };
}

let count = 0;
async function ofText(text: string) {
  const path = join(folder, `${++count}.json`);
  writeFileSync(path, text);
  const { file, told } = await opened(path);
  return { data: file.load(), told: told.map((each) => each.replace(path, 'FILE')) };
}

async function written(kept: KeptPeerData): Promise<string> {
  const path = join(folder, `${++count}.json`);
  const { file } = await opened(path);
  file.save(kept);
  await file.flush();
  return readFileSync(path, 'utf8');
}

test('what was saved is there after a restart, for the owner alone', async () => {
  const path = join(folder, 'own', 'peers.json');
  const { file, told } = await opened(path);
  expect([file.load(), told]).toEqual([undefined, []]);
  file.save(data);
  // Only the last one of those that come while it writes.
  for (let i = 0; i < 10; i++) file.save({ ...data, anchors: [] });
  file.save(data);
  await file.flush();
  expect((await opened(path)).file.load()).toEqual(data);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, 'own'))).toEqual(['peers.json']);
});

test('a damaged file is told, and begun anew', async () => {
  const text = await written(data);
  const damaged = 'FILE, the known peers, is begun anew: it is damaged';
  for (const [wrong, sentence] of [
    ['', damaged],
    [text.slice(0, 200), damaged],
    ['[]', damaged],
    ['null', damaged],
    [
      text.replace('"version":1', '"version":2'),
      damaged.replace('it is damaged', 'it is of another version'),
    ],
    [text.replace('192.0.2.7', '0x7f.1'), damaged],
    [text.replace('"host":"192.0.2.7', '"host":"0x7f.1'), damaged],
    [text.replace('"port":1789', '"port":1.5'), damaged],
    [text.replace('"failures":0', '"failures":-1'), damaged],
    [text.replace('"isTried":true', '"isTried":1'), damaged],
    [text.replace('AAAA', 'AA'), damaged],
    [text.replace('abab', 'xxxx'), damaged],
  ] as const) {
    expect(await ofText(wrong), wrong).toEqual({ data: undefined, told: [sentence] });
  }
  const large = ' '.repeat(wireLimits.peersFileBytes);
  expect((await ofText(`${large} `)).told).toEqual([
    `cannot read FILE, the known peers: it has more than ${wireLimits.peersFileBytes} bytes`,
  ]);
});

test('as many peers as the table holds, and no more', async () => {
  const of = (peers: number, bans: number): KeptPeerData => ({
    ...data,
    peers: Array.from({ length: peers }, () => peer),
    bans: Array.from({ length: bans }, () => ({ key: 'a:1', untilDateMs: 1, why: '' })),
  });
  const max = tableLimits.newSlots + tableLimits.triedSlots;
  const full = await written(of(max, scoreLimits.entries));
  expect(full.length).toBeLessThan(wireLimits.peersFileBytes);
  expect((await ofText(full)).data).toEqual(of(max, scoreLimits.entries));
  expect((await ofText(await written(of(max + 1, 0)))).data).toBeUndefined();
  expect((await ofText(await written(of(0, scoreLimits.entries + 1)))).data).toBeUndefined();
});

test('a file with random edits is read or told', async () => {
  const text = await written(data);
  const edit = fc.tuple(
    fc.nat(text.length),
    fc.nat(8),
    fc.constantFrom('', '0', '"', '{', '}', '[', ',', '-', 'null', '1e99'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), async (edits) => {
      let edited = text;
      for (const [at, length, other] of edits) {
        edited = edited.slice(0, at) + other + edited.slice(at + length);
      }
      const read = await ofText(edited);
      expect(read.told).toHaveLength(read.data === undefined ? 1 : 0);
    }),
    { numRuns: runCount(100) },
  );
});

test('a folder that cannot be written is told, and the node goes on', async () => {
  const { file, told } = await opened('/proc/none/peers.json');
  file.save(data);
  await file.flush();
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/^cannot keep the known peers in \/proc\/none\/peers.json: /);
});
