// A network saved as bytes, and another one that starts from them.
import { systemTimer } from '../../../../src/base/platform/system.ts';
import { expect, test } from 'vitest';
import { SeededRandom } from '../../../../src/base/ports/random.ts';
import { DevnetControl } from '../../../../src/node/devnet/control.ts';
import { freshAccounts } from '../../../../src/node/devnet/accounts.ts';
import {
  readSnapshot,
  restoreSnapshot,
  snapshotBytes,
} from '../../../../src/node/devnet/snapshot-file.ts';
import { startDevnet } from '../../../support/devnets.ts';
import { valueOf } from '../../../support/value-of.ts';

const accounts = freshAccounts(1, new SeededRandom(7));

test('a network continues from a file with its blocks, accounts, time and trusted transactions', async () => {
  const { devnet } = startDevnet({ accounts });
  const control = new DevnetControl(devnet, accounts, systemTimer);
  const account = accounts[0]?.account ?? '';
  valueOf(await control.setBalance({ account, chain: 1, amount: '12.5' }));
  valueOf(control.travel(3600));
  const file = valueOf(readSnapshot(valueOf(snapshotBytes(devnet))));
  expect(file.accounts).toEqual(accounts);

  const { devnet: other } = startDevnet({ accounts: file.accounts });
  expect(restoreSnapshot(other, file)).toEqual({ ok: true, value: undefined });
  const heads = (each: typeof devnet) =>
    [...each.node.cut().heads.values()].map(({ hash }) => hash);
  expect(heads(other)).toEqual(heads(devnet));
  expect(other.clock.offsetMs).toBe(3_600_000);
  expect(other.mine(1)).toHaveLength(2);
});

test('other networks, other first blocks and other files are refused', () => {
  const { devnet } = startDevnet({ accounts });
  devnet.mine(1);
  const bytes = valueOf(snapshotBytes(devnet));
  const file = valueOf(readSnapshot(bytes));
  const into = (options: Parameters<typeof startDevnet>[0]) =>
    restoreSnapshot(startDevnet(options).devnet, file);
  expect(into({ chains: 3, accounts })).toMatchObject({
    fault: expect.stringMatching(/^is of the network .*same --chains$/) as string,
  });
  expect(into({})).toMatchObject({
    fault: expect.stringContaining('different first blocks') as string,
  });
  const cutOff = { ok: false, fault: 'is not a devnet snapshot, or is truncated' };
  expect(readSnapshot(bytes.slice(0, -3))).toEqual(cutOff);
  expect(readSnapshot(new Uint8Array())).toEqual(cutOff);
});

test('a network that is too large for a file is refused, exact to the byte', () => {
  const { devnet } = startDevnet({ accounts });
  devnet.mine(2);
  const { length } = valueOf(snapshotBytes(devnet));
  expect(snapshotBytes(devnet, length).ok).toBe(true);
  expect(snapshotBytes(devnet, length - 1)).toEqual({
    ok: false,
    fault: `the network is too large for a snapshot file of at most ${length - 1} bytes: use --state to store it in a folder`,
  });
});
