// A devnet that a folder keeps: it goes on where it ended, after an orderly end and after none.
import { copyFileSync, mkdtempSync, rmSync, truncateSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toHex } from '../../../../src/base/bytes.ts';
import { SeededRandom } from '../../../../src/base/ports/seeded-random.ts';
import {
  developmentNetwork,
  DevnetControl,
  freshAccounts,
} from '../../../../src/node/devnet/index.ts';
import { outputOf, startDevnet, transferOf, type TestDevnet } from '../../../support/devnets.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pact-devnet-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const headsOf = ({ devnet }: TestDevnet): readonly string[] =>
  [...devnet.node.cut().heads.values()].map(({ height, hash }) => `${height} ${toHex(hash)}`);

const statesOf = ({ devnet }: TestDevnet): readonly string[] =>
  [...devnet.engine.chains.values()].map(({ state }) => toHex(state.computeStateHash()));

async function transfer({ devnet }: TestDevnet): Promise<string> {
  const chain = devnet.node.chain(0)!;
  const sent = transferOf(1);
  await chain.submit([sent]);
  await chain.poll([sent.hash]);
  return sent.hash;
}

test('a second start continues with the same blocks, states, accounts and time', async () => {
  const accounts = freshAccounts(1, new SeededRandom(3));
  const first = startDevnet({ folder, accounts });
  const control = new DevnetControl(first.devnet, []);
  const sent = await transfer(first);
  control.travel(3600);
  control.snapshot();
  control.mine(2, undefined);
  control.revert(undefined);
  const [heads, states] = [headsOf(first), statesOf(first)];
  first.devnet.stop();

  const second = startDevnet({ folder });
  expect(second.devnet.isContinued).toBe(true);
  expect([headsOf(second), statesOf(second)]).toEqual([heads, states]);
  expect(second.devnet.accounts).toEqual(accounts);
  expect(second.devnet.clock.offsetMs).toBe(3_600_000);
  const polled = await second.devnet.node.chain(0)!.poll([sent]);
  expect(outputOf(polled.get(sent)).result.status).toBe('success');
  await transfer(second);
  second.devnet.stop();
});

test('what a crash cuts off is the last step as a whole', async () => {
  const first = startDevnet({ folder });
  const path = join(folder, 'network.log');
  await transfer(first);
  const [heads, states, size] = [headsOf(first), statesOf(first), statSync(path).size];
  await transfer(first);
  const whole = statSync(path).size;
  first.devnet.stop();
  const copy = join(folder, 'copy');
  copyFileSync(path, copy);
  for (const length of [whole - 1, size + 1, size]) {
    copyFileSync(copy, path);
    truncateSync(path, length);
    const again = startDevnet({ folder });
    const height = Number(headsOf(again)[0]!.split(' ')[0]);
    if (length === size) expect([headsOf(again), statesOf(again)]).toEqual([heads, states]);
    expect(height).toBeGreaterThan(0);
    await transfer(again);
    again.devnet.stop();
  }
});

test('another network, another program and a file of something else are refused', () => {
  const first = startDevnet({ folder });
  expect(() => startDevnet({ folder })).toThrow(/in use|uses/);
  first.devnet.stop();
  expect(() => startDevnet({ folder, chains: 3 })).toThrow(
    /holds the network development with 2 chains, .* not development with 3 chains/,
  );
  writeFileSync(join(folder, 'network.log'), 'a shopping list that is long enough to be read');
  expect(() => startDevnet({ folder })).toThrow(/it is no log of pact/);
});

test('a number of chains without a graph is refused with those that have one', () => {
  expect(developmentNetwork(7)).toEqual({
    ok: false,
    fault: 'no network has 7 chains here: use 1, 2, 3, 10, 20',
  });
});
