// The coin history over restarts: switched on for blocks that are stored already, with kills in the middle; switched off;
// pruned; read by another thread; and checked with the blocks.

import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { HistoryTables } from '../../../../src/node/coin-history/history-tables.ts';
import { StoredHistory } from '../../../../src/node/coin-history/stored-history.ts';
import { minerOf } from '../../../../src/node/devnet/accounts.ts';
import type { RealNode } from '../../../../src/node/real/real-node.ts';
import { StoredChains } from '../../../../src/node/questions/stored-chains.ts';
import { makeBlock, startDevnet, transferOf } from '../../../support/devnets.ts';
import { answerText, checkHistory, historyOf } from '../../../support/coin-history-checks.ts';
import { withHead } from '../../../support/followed-devnets.ts';
import { minerKey, smallNetwork, startNode } from '../../../support/real-nodes.ts';
import { valueOf } from '../../../support/value-of.ts';

const small = smallNetwork({ chains: 1 });
const folders: string[] = [];
const on = { 'service.rosetta': 'true' } as const;

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'pact-coin-'));
  folders.push(path);
  return path;
}

afterEach(() => {
  for (const each of folders.splice(0)) rmSync(each, { recursive: true, force: true });
});

const start = (data: string, keys: Readonly<Record<string, string>> = {}, more = {}) =>
  startNode(small, { data, ...keys }, more);

/** Mines blocks with a transfer each; that on the first block has none, which is too old for it. */
async function mine({ engine, node }: RealNode, blocks: number): Promise<void> {
  for (let i = 0; i < blocks; i++) {
    const creationTime = Math.floor(Date.now() / 1000) - 30;
    const gasPrice = (engine.cut.heads.get(0)!.height + 1) / 1e6;
    await node.chain(0)!.submit([transferOf(1, { creationTime, gasPrice })]);
    const made = valueOf(makeBlock({ engine, miner: minerOf(minerKey), maxTransactions: 10 }, 0));
    expect(engine.extend(made, made.header)).toBe('accepted');
    const count = made.built.payload.transactions.length;
    if (made.header.height > 1) expect(count).toBeGreaterThan(0);
  }
}

test('switched on, it is kept from now on at once, and made of earlier blocks in the background', async () => {
  const data = folder();
  const first = start(data).running;
  await mine(first, 6);
  await first.stop();
  const { running, troubles } = start(data, on);
  const { engine, node, storage } = running;
  expect(troubles).toEqual([
    'making the history of balances of 7 stored blocks in the background: their balances are refused until it is complete',
  ]);
  const history = historyOf(node, 0);
  expect(answerText(history.rowAt('sender00', 2))).toBe('since 6');
  await mine(running, 2);
  checkHistory(engine, node, 6);
  await running.history!.whenEnded();
  expect(troubles.at(-1)).toBe('the history of balances is complete');
  expect(existsSync(join(data, 'coin-history.mdb'))).toBe(false);
  expect(checkHistory(engine, node)).toBeGreaterThan(40);
  expect(running.verify().ok).toBe(true);
  const kept = storage.coin!.tables.kept(0)!;
  expect(kept).toEqual({ base: -1, filled: -1, lowest: -1 });
  await running.stop();
  // A start with the whole history says nothing, and one without the setting drops it.
  const again = start(data, on);
  expect(again.troubles).toEqual([]);
  checkHistory(again.running.engine, again.running.node);
  await again.running.stop();
  const without = start(data);
  expect(without.running.node.chain(0)!.coinHistory).toBeUndefined();
  expect(new HistoryTables(without.running.storage.environment).isEmpty).toBe(true);
  expect(new HistoryTables(without.running.storage.environment).countRows(0, -1)).toBe(0);
  await without.running.stop();
});

test('it is made of all blocks when the node itself mines one at its start', async () => {
  const data = folder();
  await start(data).running.stop();
  const mining = { 'mining.enabled': 'true', 'mining.keys': minerKey };
  const { running, troubles } = start(data, { ...on, ...mining });
  expect(running.engine.cut.heads.get(0)!.height).toBeGreaterThan(0);
  await running.history!.whenEnded();
  expect(troubles.at(-1)).toBe('the history of balances is complete');
  checkHistory(running.engine, running.node);
  await running.stop();
});

test('a devnet that mines at its start makes it of the blocks before, too', async () => {
  const options = { folder: folder(), chains: 1 };
  await startDevnet(options).devnet.stop();
  const { devnet, troubles } = startDevnet({
    ...options,
    blockTimeMs: 1000,
    keepsCoinHistory: true,
  });
  expect(devnet.engine.cut.heads.get(0)!.height).toBeGreaterThan(0);
  expect(troubles).toEqual([expect.stringContaining('history of balances of 1 stored blocks')]);
  await devnet.stop();
});

test('blocks that leave the cut while it is made are no gap', async () => {
  for (const made of [-1, 1, 4]) {
    const data = folder();
    const first = start(data).running;
    await mine(first, 6);
    await first.stop();
    const { running, troubles } = start(data, on);
    const { engine, node, storage } = running;
    const { line } = engine.chain(0);
    // On a fast machine it may be complete before: then its blocks leave it.
    for (let kept = storage.coin!.tables.kept(0)!; kept.filled < made && kept.filled < kept.base;) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      kept = storage.coin!.tables.kept(0)!;
    }
    valueOf(engine.moveTo(withHead(engine.cut, line.at(2)!)));
    await mine(running, 2);
    await running.history!.whenEnded();
    expect(troubles.at(-1)).toBe('the history of balances is complete');
    checkHistory(engine, node);
    await running.stop();
  }
});

test('a kill while it is made loses nothing', async () => {
  const data = folder();
  const first = start(data).running;
  await mine(first, 5);
  await first.stop();
  for (let time = 0; time < 8; time++) {
    // A copy is what a kill would leave now.
    const { running } = start(data, on);
    await new Promise((resolve) => setTimeout(resolve, 40 * time));
    const left = folder();
    for (const name of ['node.mdb', 'coin-history.mdb']) {
      if (existsSync(join(data, name))) cpSync(join(data, name), join(left, name));
    }
    await running.stop();
    const next = start(left, on).running;
    await next.history!.whenEnded();
    checkHistory(next.engine, next.node);
    await next.stop();
  }
}, 120_000);

test('states that another run has left are not used', async () => {
  const [data, other] = [folder(), folder()];
  for (const each of [data, other]) {
    const { running } = start(each);
    await mine(running, 3);
    await running.stop();
  }
  const { running: begun } = start(other, on);
  const file = join(other, 'coin-history.mdb');
  for (let tries = 0; tries < 1_000 && !existsSync(file); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await begun.stop();
  expect(existsSync(file)).toBe(true);
  cpSync(file, join(data, 'coin-history.mdb'));
  const { running, troubles } = start(data, on);
  await running.history!.whenEnded();
  expect(troubles.at(-1)).toBe('the history of balances is complete');
  checkHistory(running.engine, running.node);
  await running.stop();
});

test('a damaged file of states is told, and the node goes on without the history of earlier blocks', async () => {
  const data = folder();
  const first = start(data).running;
  await mine(first, 2);
  await first.stop();
  const file = join(data, 'coin-history.mdb');
  writeFileSync(file, 'no states');
  const reports: string[] = [];
  const { running, troubles } = start(data, on, { onReport: (each: string) => reports.push(each) });
  await running.history!.whenEnded();
  expect(reports).toEqual([expect.stringContaining('of 3 stored blocks in the background')]);
  expect(troubles).toHaveLength(1);
  expect(troubles[0]).toBe(
    `the history of balances is not made any further: ${file} is not a file of pact, or its beginning is damaged. ` +
      `Restart the node to go on; if it stops again, remove ${file} before, and the history begins anew`,
  );
  await mine(running, 1);
  checkHistory(running.engine, running.node, 2);
  await running.stop();
  rmSync(file);
  const again = start(data, on);
  await again.running.history!.whenEnded();
  checkHistory(again.running.engine, again.running.node);
  await again.running.stop();
});

test('with payloads it is pruned, and rows stay readable above', async () => {
  const data = folder();
  const keys = { ...on, 'prune.payloads': '4', 'state.depth': '2' };
  const { running } = start(data, keys);
  await mine(running, 9);
  const { engine, node, storage } = running;
  const kept = storage.coin!.tables.kept(0)!;
  expect(kept.base).toBe(4);
  const history = historyOf(node, 0);
  const { line } = engine.chain(0);
  expect(history.changes(line.at(4)!)).toBeUndefined();
  expect(answerText(history.rowAt('sender01', 3))).toBe('since 4');
  expect(answerText(history.rowAt('sender05', 6))).toMatch(/^1\d+\.0 /);
  checkHistory(engine, node, 4);
  expect(storage.coin!.tables.countRows(0, 0)).toBe(storage.coin!.tables.countRows(0, kept.base));
  await running.stop();
  // Without payloads the history of earlier blocks cannot be made any more.
  await start(data, { ...keys, 'service.rosetta': 'false' }).running.stop();
  const again = start(data, keys);
  await again.running.history!.whenEnded();
  expect(again.troubles).toContain(
    'chain 0: balances are known from height 9 on, because earlier payloads are not stored',
  );
  expect(again.troubles.at(-1)).toBe(
    'the history of balances is made as far as payloads are stored',
  );
  await mine(again.running, 2);
  checkHistory(again.running.engine, again.running.node, 9);
  await again.running.stop();
});

test('a replay finds a history that does not belong to the blocks', async () => {
  const data = folder();
  const { running } = start(data, on);
  await mine(running, 2);
  const { tables } = running.storage.coin!;
  const place = { chain: 0, account: 'sender00', height: 2 };
  tables.putRow(place, tables.row({ ...place, height: 1 })!);
  expect(running.verify()).toMatchObject({
    fault: { height: 2, text: 'the stored history of balances has another row of sender00' },
  });
  await running.stop();
});

test('another thread reads it from what is stored', async () => {
  const data = folder();
  const { running } = start(data, on);
  await mine(running, 2);
  const { engine, node, place } = running;
  await engine.journal.committed();
  const stored = new StoredChains({
    place,
    network: small.network,
    isInterrupted: () => true,
    depthLimit: 1000,
  });
  stored.beginQuestion();
  const history = new StoredHistory({
    chain: 0,
    tables: stored.coin!,
    view: () => stored.own(0),
  });
  const own = historyOf(node, 0);
  const head = engine.cut.heads.get(0)!;
  expect(history.changes(head)).toEqual(own.changes(head));
  for (const height of [0, 1, 2]) {
    expect(history.rowAt('sender00', height)).toEqual(own.rowAt('sender00', height));
  }
  await stored.close();
  await running.stop();
});
