// A node on a folder: it continues where it ended, however it ended; old files shrink; disk errors are reported; backups can
// be restored; a replay detects changes.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ownClient } from '../../../../src/base/client.ts';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { systemFiles } from '../../../../src/node/storage/files.ts';
import type { RealNode } from '../../../../src/node/real/real-node.ts';
import { OnDemandMiner } from '../../../../src/node/engine/mining/on-demand.ts';
import { restoreBackup } from '../../../../src/node/storage/backups.ts';
import { systemTimer } from '../../../../src/base/platform/system.ts';
import { transferOf } from '../../../support/devnets.ts';
import { FaultyFiles } from '../../../support/faulty-files.ts';
import {
  minerKey,
  smallNetwork,
  startNode,
  until,
  type SmallNetwork,
} from '../../../support/real-nodes.ts';

const root = mkdtempSync(join(tmpdir(), 'pact-node-'));
let small: SmallNetwork;
let count = 0;
const newFolder = (): string => join(root, String(count++));
const running = new Set<RealNode>();

beforeAll(() => {
  small = smallNetwork();
});
afterEach(async () => {
  for (const each of running) await each.stop();
  running.clear();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function start(data: string, keys: Readonly<Record<string, string>> = {}, changed = {}) {
  const started = startNode(small, { data, ...keys }, changed);
  running.add(started.running);
  return started;
}

async function stop(node: RealNode): Promise<void> {
  running.delete(node);
  await node.stop();
}

function minerOf(node: RealNode): OnDemandMiner {
  return new OnDemandMiner({
    engine: node.engine,
    miner: { account: `k:${minerKey}`, predicate: 'keys-all', publicKeys: [minerKey] },
    maxTransactions: 100,
    timer: systemTimer,
    onTrouble: () => undefined,
  });
}

/** Makes blocks with a transfer each, and returns the request keys reported as mined. */
async function mine(node: RealNode, blocks: number): Promise<readonly string[]> {
  const miner = minerOf(node);
  const reported: string[] = [];
  if (node.engine.cut.heads.get(0)!.height === 0) miner.mine(0);
  for (let i = 0; i < blocks; i++) {
    const command = transferOf(0.5, { creationTime: Math.floor(Date.now() / 1000) - 10 });
    const sent = await node.node.chain(0)!.submit([command]);
    if (!sent.ok) continue;
    miner.mine(0);
    const polled = await node.node.chain(0)!.poll([command.hash]);
    if (polled.get(command.hash)?.kind === 'mined') reported.push(command.hash);
  }
  return reported;
}

/** Returns the names and contents of a folder's files. */
const filesOf = (folder: string): readonly (readonly [string, Buffer])[] =>
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]);

const stateHash = (node: RealNode): string =>
  toBase64Url(node.engine.chain(0).state.computeStateHash());
const headOf = (node: RealNode): string => toBase64Url(node.engine.cut.heads.get(0)!.hash);

test('a node continues where it ended, and a replay gives the same', async () => {
  const data = newFolder();
  const first = start(data).running;
  const reported = await mine(first, 5);
  expect(reported).toHaveLength(5);
  const [hash, head] = [stateHash(first), headOf(first)];
  await stop(first);
  const second = start(data).running;
  expect(second.isContinued).toBe(true);
  expect([stateHash(second), headOf(second)]).toEqual([hash, head]);
  expect((await second.node.chain(0)!.poll(reported)).size).toBe(5);
  const transactions = 5 + (small.firstPayloads.get(0)?.transactions.length ?? 0);
  expect(second.verify()).toEqual({ ok: true, value: { blocks: 7, transactions } });
});

test('a replay does not start on a folder without blocks', () => {
  const data = newFolder();
  expect(() => start(data, {}, { isReading: true })).toThrow(
    `${data} contains no blocks: name another folder`,
  );
  expect(existsSync(data)).toBe(false);
});

describe('old files', () => {
  const tiny = { 'storage.snapshotBlocks': '3', 'state.depth': '2' };

  test('lose changes that states contain, and pruned payloads; a lost state is executed again', async () => {
    const data = newFolder();
    const first = start(data, tiny).running;
    const reported = await mine(first, 4);
    for (let i = 0; i < 3; i++) {
      first.storage.seal();
      await mine(first, 4);
    }
    await until(() => (hasStripped(data) ? true : undefined));
    await first.storage.settled();
    const hash = stateHash(first);
    await stop(first);

    rmSync(join(data, 'chain-0.state'));
    const kept = filesOf(data);
    const replayed = start(data, tiny, { isReading: true }).running;
    expect(stateHash(replayed)).toBe(hash);
    expect(replayed.verify().ok).toBe(true);
    await stop(replayed);
    expect(filesOf(data)).toEqual(kept);

    const second = start(data, tiny);
    expect(second.troubles).toEqual([
      'the state of chain 0 is missing: its blocks are executed again',
    ]);
    expect(stateHash(second.running)).toBe(hash);
    expect(second.running.verify().ok).toBe(true);
    expect((await second.running.node.chain(0)!.poll(reported)).size).toBe(reported.length);
    await stop(second.running);

    const pruned = start(data, { ...tiny, 'prune.payloads': '4' }).running;
    await mine(pruned, 4);
    pruned.storage.seal();
    await mine(pruned, 4);
    await pruned.storage.settled();
    const header = pruned.engine.chain(0).line.at(1)!;
    await until(() =>
      pruned.engine.store.payload(0, header.payloadHash) === undefined ? true : undefined,
    );
    expect((await pruned.node.chain(0)!.poll(reported)).size).toBe(0);
    expect(pruned.verify()).toMatchObject({
      ok: false,
      fault: { chain: 0, height: 1, text: 'its payload is not stored, or cannot be read' },
    });
    const [prunedHash, prunedHead] = [stateHash(pruned), headOf(pruned)];
    await stop(pruned);
    const last = start(data, { ...tiny, 'prune.payloads': '4' }).running;
    expect([stateHash(last), headOf(last)]).toEqual([prunedHash, prunedHead]);
  });

  test('an index that is damaged or of another file is rebuilt', async () => {
    const data = newFolder();
    const first = start(data).running;
    const reported = await mine(first, 2);
    first.storage.seal();
    await mine(first, 1);
    await until(() => (readdirSync(data).includes('000001.index') ? true : undefined));
    const head = headOf(first);
    await stop(first);
    for (const bytes of [
      Buffer.from('nonsense'),
      readFileSync(join(data, '000001.index')).subarray(0, 60),
    ]) {
      writeFileSync(join(data, '000001.index'), bytes);
      const next = start(data).running;
      expect(headOf(next)).toBe(head);
      expect((await next.node.chain(0)!.poll(reported)).size).toBe(2);
      await stop(next);
    }
  });
});

function hasStripped(data: string): boolean {
  return readFileSync(join(data, '000001.blocks')).subarray(0, 16).toString().endsWith('s');
}

describe('a folder', () => {
  test('of another network is refused, and so is a second process', async () => {
    const data = newFolder();
    const first = start(data).running;
    await mine(first, 1);
    expect(() => start(data)).toThrow(/is in use by process \d+/);
    await stop(first);
    const other = smallNetwork({ name: 'other' });
    expect(() => startNode(other, { data })).toThrow(/holds another network: development/);
    expect(start(data).running.isContinued).toBe(true);
  });

  test('that is damaged reports the position; the end of an incomplete record is cut off', async () => {
    const data = newFolder();
    const first = start(data).running;
    await mine(first, 3);
    const head = headOf(first);
    await stop(first);
    const path = join(data, '000001.blocks');
    const whole = readFileSync(path);
    writeFileSync(path, Buffer.concat([whole, whole.subarray(16, 60)]));
    const second = start(data).running;
    expect(headOf(second)).toBe(head);
    await stop(second);
    const damaged = Buffer.from(whole);
    damaged[5_000]! ^= 1;
    writeFileSync(path, damaged);
    expect(() => start(data)).toThrow(
      /000001\.blocks: it is damaged at byte \d+; restore a backup/,
    );
  });
});

describe('a disk error', () => {
  test.each([
    ['ENOSPC', 'write', 'the disk is full'],
    ['EIO', 'sync', 'the disk has an error'],
  ] as const)('%s at a %s ends acknowledgement, and is reported', async (code, call, reason) => {
    const data = newFolder();
    const probe = new FaultyFiles({ calls: [call] });
    await stop(start(data, {}, { files: probe }).running);
    const files = new FaultyFiles({ calls: [call], code, failAt: 4 });
    const { running: node, troubles } = start(data, {}, { files });
    const reported = await mine(node, 8);
    expect(reported.length).toBeLessThan(8);
    expect(troubles.join()).toContain(reason);
    expect(node.node.health()).toMatchObject({ kind: 'ill' });
    const command = transferOf(0.5, { creationTime: Math.floor(Date.now() / 1000) - 10 });
    expect(await node.node.chain(0)!.submit([command])).toMatchObject({
      ok: false,
      fault: { kind: 'unavailable' },
    });
    const work = await node.node.mining!.work({
      miner: { account: 'm', predicate: 'keys-all', publicKeys: [] },
      client: ownClient,
    });
    expect(work).toMatchObject({ ok: false, fault: { kind: 'unavailable' } });
    await stop(node);
    const again = start(data).running;
    expect((await again.node.chain(0)!.poll(reported)).size).toBe(reported.length);
    expect(again.verify().ok).toBe(true);
  });
});

test(
  'a process that ends at any call of the disk loses nothing that it acknowledged',
  { timeout: 120_000 },
  async () => {
    const keys = { 'storage.snapshotBlocks': '2', 'state.depth': '2' };
    let ends = 0;
    for (let failAt = 1; ; failAt += 3) {
      const data = newFolder();
      const files = new FaultyFiles({ failAt });
      const reported: string[] = [];
      try {
        const { running: node } = startNode(small, { data, ...keys }, { files });
        for (let i = 0; i < 6 && !files.hasEnded; i++) {
          reported.push(...(await mine(node, 1)));
          if (i === 2) node.storage.seal();
        }
        await node.storage.settled();
        if (!files.hasEnded) await node.stop();
      } catch (error) {
        if (!files.hasEnded) throw error;
      }
      if (!files.hasEnded) break;
      ends++;
      const left = newFolder();
      files.leaveBehind(data, left);
      const { running: node } = start(left, keys);
      const polled = await node.node.chain(0)!.poll(reported);
      expect([failAt, polled.size]).toEqual([failAt, reported.length]);
      expect([failAt, node.verify().ok]).toEqual([failAt, true]);
      await stop(node);
    }
    expect(ends).toBeGreaterThan(5);
  },
);

describe('backups', () => {
  test.each([true, false])(
    'restore to the same answers; with states: %s',
    async (withPactState) => {
      const data = newFolder();
      const folder = newFolder();
      const node = start(data, {
        'backup.enabled': 'true',
        'backup.folder': folder,
        'storage.snapshotBlocks': '3',
      }).running;
      const reported = await mine(node, 5);
      await node.storage.settled();
      const id = node.backups!.start({ withPactState });
      expect(node.backups!.start({ withPactState })).toBe(id);
      expect(node.backups!.state(id)).toBe('backup-in-progress');
      expect(node.backups!.state('1')).toBeUndefined();
      const [hash, head] = [stateHash(node), headOf(node)];
      await until(() => (node.backups!.state(id) === 'backup-done' ? true : undefined));
      const later = await mine(node, 2);
      const backup = join(folder, id);
      expect(readdirSync(backup).some((name) => name.endsWith('.state'))).toBe(withPactState);
      const target = newFolder();
      expect(await restoreBackup(backup, target, systemFiles)).toMatchObject({ ok: true });
      const restored = start(target).running;
      expect([stateHash(restored), headOf(restored)]).toEqual([hash, head]);
      expect((await restored.node.chain(0)!.poll([...reported, ...later])).size).toBe(
        reported.length,
      );
      expect(restored.verify().ok).toBe(true);
      // A node on the backup itself does not change the original.
      const onBackup = start(backup).running;
      await mine(onBackup, 1);
      expect(headOf(onBackup)).not.toBe(head);
      expect(node.verify().ok).toBe(true);
      expect(await restoreBackup(backup, target, systemFiles)).toMatchObject({
        ok: false,
        fault: expect.stringContaining('already contains blocks') as string,
      });
    },
  );

  test('that are incomplete are refused', async () => {
    const data = newFolder();
    const folder = newFolder();
    const node = start(data, { 'backup.enabled': 'true', 'backup.folder': folder }).running;
    await mine(node, 1);
    const id = node.backups!.start({ withPactState: true });
    await until(() => (node.backups!.state(id) === 'backup-done' ? true : undefined));
    const refusal = async (change: (copy: string) => void): Promise<unknown> => {
      const copy = newFolder();
      cpSync(join(folder, id), copy, { recursive: true });
      change(copy);
      const answer = await restoreBackup(copy, newFolder(), systemFiles);
      return answer.ok ? undefined : answer.fault;
    };
    expect(await refusal((copy) => rmSync(join(copy, 'backup.json')))).toMatch(
      /not a finished backup/,
    );
    expect(await refusal((copy) => rmSync(join(copy, '000001.blocks')))).toMatch(
      /has changed since the backup/,
    );
    expect(
      await refusal((copy) =>
        writeFileSync(join(copy, 'backup.json'), '{"files":[{"name":"../x","size":1,"hash":""}]}'),
      ),
    ).toMatch(/is not a list of backup files/);
    expect(await restoreBackup(join(root, 'nowhere'), newFolder(), systemFiles)).toMatchObject({
      ok: false,
    });
  });
});
