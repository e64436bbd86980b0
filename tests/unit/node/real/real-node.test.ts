// A node on a folder: it continues where it ended, however it ended; payloads are pruned; disk errors are reported; backups
// can be restored; a replay detects changes.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ownClient } from '../../../../src/base/client.ts';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { fileName } from '../../../../src/node/storage/backup-files.ts';
import type { RealNode } from '../../../../src/node/real/real-node.ts';
import { OnDemandMiner } from '../../../../src/node/engine/mining/on-demand.ts';
import { restoreBackup } from '../../../../src/node/storage/backup-files.ts';
import { systemTimer } from '../../../../src/base/platform/system.ts';
import { transferOf } from '../../../support/devnets.ts';
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

test('payloads are pruned below a depth, and the state stays', async () => {
  const data = newFolder();
  const first = start(data).running;
  const reported = await mine(first, 8);
  const hash = stateHash(first);
  await stop(first);
  const pruned = start(data, { 'prune.payloads': '4', 'state.depth': '2' }).running;
  expect(stateHash(pruned)).toBe(hash);
  await mine(pruned, 2);
  const { line } = pruned.engine.chain(0);
  const kept = Array.from({ length: line.head.height + 1 }, (_, height) => height).filter(
    (height) => pruned.engine.store.payload(0, line.at(height)!.payloadHash) !== undefined,
  );
  expect(kept).toEqual([0, ...Array.from({ length: 5 }, (_, i) => line.head.height - 4 + i)]);
  expect((await pruned.node.chain(0)!.poll(reported)).size).toBeLessThan(8);
  expect(pruned.verify()).toMatchObject({
    ok: false,
    fault: { chain: 0, height: 1, text: 'its payload is not stored, or cannot be read' },
  });
  const [prunedHash, prunedHead] = [stateHash(pruned), headOf(pruned)];
  await stop(pruned);
  const last = start(data).running;
  expect([stateHash(last), headOf(last)]).toEqual([prunedHash, prunedHead]);
});

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

  test('with a damaged value fails the question that reads it, and no other', async () => {
    const data = newFolder();
    const first = start(data).running;
    const reported = await mine(first, 3);
    const { payloadHash } = first.engine.chain(0).line.at(3)!;
    const { transactionsHash } = first.engine.store.payload(0, payloadHash)!;
    await stop(first);
    const path = join(data, fileName);
    const bytes = readFileSync(path);
    // A payload begins with these hashes.
    const at = bytes.indexOf(Buffer.concat([payloadHash, transactionsHash]));
    bytes[at + 100]! ^= 1;
    writeFileSync(path, bytes);
    const second = start(data).running;
    expect(() => second.engine.store.payload(0, payloadHash)).toThrow('damaged');
    const polls = await Promise.allSettled(
      reported.map((key) => second.node.chain(0)!.poll([key])),
    );
    expect(polls.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await mine(second, 1);
  });
});

describe('a disk error', () => {
  test('such as a file that is gone ends acknowledgement, and is reported', async () => {
    const data = newFolder();
    const { running: node, troubles } = start(data);
    const reported = await mine(node, 3);
    expect(reported).toHaveLength(3);
    const path = join(data, fileName);
    renameSync(path, `${path}.away`);
    expect(await mine(node, 2)).toEqual([]);
    expect(troubles.join()).toContain('was removed or replaced while it was in use');
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
    renameSync(`${path}.away`, path);
    const again = start(data).running;
    expect((await again.node.chain(0)!.poll(reported)).size).toBe(reported.length);
    expect(again.verify().ok).toBe(true);
  });
});

describe('backups', () => {
  test('restore to the same answers', async () => {
    const data = newFolder();
    const folder = newFolder();
    const node = start(data, { 'backup.enabled': 'true', 'backup.folder': folder }).running;
    const reported = await mine(node, 5);
    const id = node.backups!.start();
    expect(node.backups!.start()).toBe(id);
    expect(node.backups!.state(id)).toBe('backup-in-progress');
    expect(node.backups!.state('1')).toBeUndefined();
    const [hash, head] = [stateHash(node), headOf(node)];
    await until(() => (node.backups!.state(id) === 'backup-done' ? true : undefined));
    const later = await mine(node, 2);
    const backup = join(folder, id);
    const target = newFolder();
    expect(await restoreBackup(backup, target)).toMatchObject({ ok: true });
    const restored = start(target).running;
    expect([stateHash(restored), headOf(restored)]).toEqual([hash, head]);
    const polled = await restored.node.chain(0)!.poll([...reported, ...later]);
    expect(polled.size).toBe(reported.length);
    expect(restored.verify().ok).toBe(true);
    // A node on the backup itself does not change the original.
    const onBackup = start(backup).running;
    await mine(onBackup, 1);
    expect(headOf(onBackup)).not.toBe(head);
    expect(node.verify().ok).toBe(true);
    expect(await restoreBackup(backup, target)).toMatchObject({
      ok: false,
      fault: expect.stringContaining('already contains blocks') as string,
    });
  });

  test('that are incomplete are refused', async () => {
    const data = newFolder();
    const folder = newFolder();
    const node = start(data, { 'backup.enabled': 'true', 'backup.folder': folder }).running;
    await mine(node, 1);
    const id = node.backups!.start();
    await until(() => (node.backups!.state(id) === 'backup-done' ? true : undefined));
    const refusal = async (change: (copy: string) => void): Promise<unknown> => {
      const copy = newFolder();
      cpSync(join(folder, id), copy, { recursive: true });
      change(copy);
      const answer = await restoreBackup(copy, newFolder());
      return answer.ok ? undefined : answer.fault;
    };
    expect(await refusal((copy) => rmSync(join(copy, 'backup.json')))).toMatch(
      /not a finished backup/,
    );
    expect(await refusal((copy) => rmSync(join(copy, fileName)))).toMatch(
      /has changed since the backup/,
    );
    expect(
      await refusal((copy) =>
        writeFileSync(join(copy, 'backup.json'), '{"files":[{"name":"../x","size":1,"hash":""}]}'),
      ),
    ).toMatch(/is not the list of a backup/);
    expect(await restoreBackup(join(root, 'nowhere'), newFolder())).toMatchObject({
      ok: false,
    });
  });
});
