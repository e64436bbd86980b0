// A devnet that is kept in a folder: it continues where it ended, after an orderly end and after a kill.
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toHex } from '../../../../src/base/bytes.ts';
import { SeededRandom } from '../../../../src/base/ports/random.ts';
import { developmentNetwork } from '../../../../src/node/devnet/development-network.ts';
import { DevnetControl } from '../../../../src/node/devnet/control.ts';
import { freshAccounts } from '../../../../src/node/devnet/accounts.ts';
import { systemTimer } from '../../../../src/base/platform/system.ts';
import { fileName } from '../../../../src/node/storage/backup-files.ts';
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
  const control = new DevnetControl(first.devnet, [], systemTimer);
  const sent = await transfer(first);
  control.travel(3600);
  control.snapshot();
  await control.mine(2, undefined);
  control.revert(undefined);
  const [heads, states] = [headsOf(first), statesOf(first)];
  await first.devnet.stop();

  const second = startDevnet({ folder });
  expect(second.devnet.isContinued).toBe(true);
  expect([headsOf(second), statesOf(second)]).toEqual([heads, states]);
  expect(second.devnet.accounts).toEqual(accounts);
  expect(second.devnet.clock.offsetMs).toBe(3_600_000);
  const polled = await second.devnet.node.chain(0)!.poll([sent]);
  expect(outputOf(polled.get(sent)).result.status).toBe('success');
  await transfer(second);
  await second.devnet.stop();
});

test('what was acknowledged is in the file at that moment, and the steps in it are whole', async () => {
  const first = startDevnet({ folder });
  const path = join(folder, fileName);
  const copies: (readonly [string, readonly string[], readonly string[]])[] = [];
  for (let i = 0; i < 3; i++) {
    await transfer(first);
    await first.devnet.engine.journal.durable();
    const copy = join(folder, `copy-${i}`);
    mkdirSync(copy);
    copyFileSync(path, join(copy, fileName));
    copies.push([copy, headsOf(first), statesOf(first)]);
  }
  for (const [copy, heads, states] of copies) {
    const again = startDevnet({ folder: copy });
    expect([headsOf(again), statesOf(again)]).toEqual([heads, states]);
    await transfer(again);
    await again.devnet.stop();
  }
  await first.devnet.stop();
});

test('another network, another program and an unrelated file are refused', async () => {
  const first = startDevnet({ folder });
  expect(() => startDevnet({ folder })).toThrow(/in use|uses/);
  await first.devnet.stop();
  expect(() => startDevnet({ folder, chains: 3 })).toThrow(
    /holds the network development with 2 chains, .* not development with 3 chains/,
  );
  const other = join(folder, 'other');
  const more = startDevnet({ folder: other, chains: 3 });
  await more.devnet.stop();
  expect(() => startDevnet({ folder: other })).toThrow(
    /holds the network development with 3 chains, .* not development with 2 chains/,
  );
  writeFileSync(
    join(folder, fileName),
    'a shopping list that is long enough to be read'.repeat(999),
  );
  expect(() => startDevnet({ folder })).toThrow(/is not a file of pact/);
});

test('a folder of an older version is refused, with what can be done', () => {
  writeFileSync(join(folder, '000001.blocks'), 'of that version');
  expect(() => startDevnet({ folder })).toThrow(
    /was written by an older pact in another form \(000001.blocks\): name a new folder; .* start with --snapshot FILE/,
  );
});

test('when the file is gone no action reports success, and no block is made', async () => {
  const net = startDevnet({ folder });
  const { devnet, troubles } = net;
  const control = new DevnetControl(devnet, [], systemTimer);
  expect(await control.whenKept(await control.mine(1, 0))).toMatchObject({ ok: true });
  renameSync(join(folder, fileName), join(folder, 'away'));
  expect(await control.whenKept(await control.mine(1, 0))).toMatchObject({ ok: false });
  const reported = /was removed or replaced while it was in use; start the devnet again/;
  const heights = headsOf(net);
  for (const answer of [
    control.travel(60),
    control.revert(undefined),
    control.reset(),
    await control.mine(1, undefined),
    await control.setBalance({ account: 'sender00', chain: 0, amount: '1.0' }),
  ]) {
    expect(answer.ok).toBe(false);
  }
  expect(control.reset()).toMatchObject({ fault: expect.stringMatching(reported) as string });
  expect(headsOf(net)).toEqual(heights);
  expect(troubles).toHaveLength(1);
  expect(troubles[0]).toMatch(
    /was removed or replaced while it was in use. No blocks are made until the devnet is restarted/,
  );
  await devnet.stop();
});

test('a missing folder for temporary files is named, with the setting', () => {
  vi.stubEnv('TMPDIR', join(folder, 'nowhere'));
  try {
    expect(() => startDevnet()).toThrow(
      /cannot make a folder in .*nowhere: there is no such folder; TMPDIR sets the folder for temporary files/,
    );
  } finally {
    vi.unstubAllEnvs();
  }
});

test('a devnet without a folder has its blocks on the disk, in a folder that ends with it', async () => {
  vi.stubEnv('TMPDIR', folder);
  const { devnet } = startDevnet();
  const chain = devnet.node.chain(0)!;
  const sent = transferOf(1);
  await chain.submit([sent]);
  await chain.poll([sent.hash]);
  expect(namesOfPassing()).toHaveLength(1);
  // Far more blocks than fit in memory.
  for (let i = 0; i < 300; i++) devnet.mine(1);
  const receipt = devnet.engine.chain(0).state.receipt(sent.hash);
  const header = chain.headerAt(receipt?.height ?? 0);
  expect(header?.height).toBe(receipt?.height);
  expect(chain.payload(header!.payloadHash)?.transactions).toHaveLength(1);
  const heights = [...chain.headers.inOrder({ height: 0 })].map(({ height }) => height);
  expect(heights).toEqual(
    Array.from({ length: devnet.engine.chain(0).line.head.height + 1 }, (_, i) => i),
  );
  await devnet.stop();
  expect(namesOfPassing()).toEqual([]);
  vi.unstubAllEnvs();
});

const namesOfPassing = (): readonly string[] =>
  readdirSync(folder).filter((name) => name.startsWith(`pact-${process.pid}-network-`));

test('a number of chains without a graph is refused, with those that have one', () => {
  expect(developmentNetwork(7)).toEqual({
    ok: false,
    fault: 'a devnet cannot have 7 chains: use 1, 2, 3, 10, 20',
  });
});
