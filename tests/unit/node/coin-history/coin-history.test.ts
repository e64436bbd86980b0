// The coin history of a node: what each stage of each transaction changed, on the line of the cut and on forks, and the row of
// any account at any height.

import { expect, test } from 'vitest';
import { withNonce } from '../../../../src/chain/rules/next-header.ts';
import {
  eachChange,
  answerText,
  checkHistory,
  historyOf,
} from '../../../support/coin-history-checks.ts';
import {
  emptyBlock,
  startDevnet,
  transaction,
  transferOf,
  type TestDevnet,
} from '../../../support/devnets.ts';
import { moveTo, withHead } from '../../../support/followed-devnets.ts';
import { SeededRandom } from '../../../../src/base/ports/random.ts';
import { valueOf } from '../../../support/value-of.ts';

const keeping = { keepsCoinHistory: true } as const;

async function mine({ devnet, time }: TestDevnet, ...commands: Parameters<typeof send>[1][]) {
  for (const each of commands) await send(devnet, each);
  await time.advance(1_000);
  devnet.mine(1);
}

async function send(devnet: TestDevnet['devnet'], command: ReturnType<typeof transaction>) {
  const { meta } = JSON.parse(command.cmd) as { meta: { chainId: string } };
  valueOf(await devnet.plainNode.chain(Number(meta.chainId))!.submit([command]));
}

test('each stage of a transaction says what it changed', async () => {
  const net = startDevnet(keeping);
  const { devnet } = net;
  await mine(net);
  await mine(
    net,
    transferOf(5),
    transaction({ code: '(coin.transfer "sender00" "nobody" 1.0)', gasPrice: 1e-6 }),
  );
  const history = historyOf(devnet.plainNode, 0);
  const { line } = devnet.engine.chain(0);
  const changes = history.changes(line.head)!;
  const [paid, failed] = [...changes.transactions].sort(
    (a, b) => b.payload.length - a.payload.length,
  );
  const names = (of: readonly { readonly account: string }[]): string[] =>
    of.map(({ account }) => account);
  const miner = changes.coinbase[0]!.account;
  expect(names(paid!.fund)).toEqual(['sender00']);
  expect(names(paid!.payload)).toEqual(['sender00', 'sender01']);
  expect(names(paid!.redeem).sort()).toEqual([miner, 'sender00'].sort());
  expect([failed!.fund.length, failed!.payload.length]).toEqual([1, 0]);
  expect(names(failed!.redeem)).toEqual([miner]);
  expect(changes.upgrades).toEqual([]);
  const genesis = history.changes(line.at(0)!)!;
  expect(genesis.coinbase).toEqual([]);
  expect(genesis.transactions.every(({ fund, redeem }) => fund.length + redeem.length === 0)).toBe(
    true,
  );
  expect(names([...eachChange(genesis)])).toContain('sender00');
  expect(checkHistory(devnet.engine, devnet.plainNode)).toBeGreaterThan(20);
  expect(answerText(history.rowAt('nobody', line.head.height))).toBe('none');
  expect(answerText(history.rowAt('sender01', line.head.height + 5))).toMatch(/^110000005\.0 /);
  await devnet.stop();
});

test('without the setting nothing is kept', async () => {
  const { devnet } = startDevnet();
  devnet.mine(1);
  expect(devnet.plainNode.chain(0)!.coinHistory).toBeUndefined();
  await devnet.stop();
});

test('rewinds and reorganisations over several chains correct the rows, and forks stay known', async () => {
  const nets = [
    startDevnet({ ...keeping, chains: 3 }),
    startDevnet({ ...keeping, chains: 3 }),
  ] as const;
  for (const net of nets) await mine(net);
  const [{ devnet: maker }, { devnet }] = nets;
  for (let i = 1; i <= 3; i++) await mine(nets[0], transferOf(i), transferOf(i, { chain: '1' }));
  for (let i = 1; i <= 2; i++)
    await mine(nets[1], transferOf(10 + i), transferOf(3, { chain: '2' }));
  const orphan = devnet.engine.chain(0).line.head;
  const before = historyOf(devnet.plainNode, 0).changes(orphan);
  const begun = valueOf(devnet.engine.beginMove(moveTo(maker.engine, 0)));
  for (;;) {
    const moved = begun.turn(Infinity);
    if (moved !== undefined) {
      valueOf(moved);
      break;
    }
  }
  expect(devnet.engine.chain(0).line.has(orphan)).toBe(false);
  checkHistory(devnet.engine, devnet.plainNode);
  expect(historyOf(devnet.plainNode, 0).changes(orphan)).toEqual(before);
  // Back to a block of before, and on from there.
  const low = devnet.engine.chain(1).line.at(2)!;
  const heads = [0, 2].reduce(
    (cut, chain) => withHead(cut, devnet.engine.chain(chain).line.at(2)!),
    withHead(devnet.engine.cut, low),
  );
  valueOf(devnet.moveTo(heads));
  checkHistory(devnet.engine, devnet.plainNode);
  await mine(nets[1], transferOf(42, { chain: '1' }));
  checkHistory(devnet.engine, devnet.plainNode);
  await Promise.all([devnet.stop(), maker.stop()]);
});

test('a solved block of a miner is recorded like one that is made on demand', async () => {
  const net = startDevnet({ ...keeping, chains: 1 });
  const { devnet, time } = net;
  await mine(net);
  await send(devnet, transferOf(7));
  await time.advance(1_000);
  const made = valueOf(emptyBlock(devnet.engine, 0));
  expect(devnet.engine.extend(made, withNonce(made.header, 7n))).toBe('accepted');
  expect(
    historyOf(devnet.plainNode, 0).changes(devnet.engine.chain(0).line.head)!.coinbase,
  ).toHaveLength(1);
  checkHistory(devnet.engine, devnet.plainNode);
  await devnet.stop();
});

test('whatever transactions blocks have, their changes follow on each other', async () => {
  const random = new SeededRandom(32);
  const pick = (below: number): number => random.bytes(1)[0]! % below;
  const net = startDevnet({ ...keeping, chains: 2 });
  await mine(net);
  for (let block = 0; block < 12; block++) {
    const commands = Array.from({ length: pick(5) }, () => {
      const sender = `sender0${pick(5)}`;
      const chain = String(pick(2));
      switch (pick(4)) {
        case 0:
          return transferOf(pick(200) + 1, { sender, chain });
        case 1:
          // It has no key for that, so it fails.
          return transaction({ code: `(coin.transfer "sender09" "${sender}" 1.0)`, sender, chain });
        case 2:
          return transaction({
            code: `(coin.transfer "${sender}" "sender09" 1.0) (coin.transfer "${sender}" "sender08" 2.5)`,
            capabilities: [
              ['coin.GAS'],
              ['coin.TRANSFER', sender, 'sender09', 1],
              ['coin.TRANSFER', sender, 'sender08', 2.5],
            ],
            sender,
            chain,
          });
        default:
          return transaction({
            code: `(coin.rotate "${sender}" (read-keyset "k"))`,
            data: { k: { keys: ['ab'.repeat(32)], pred: 'keys-any' } },
            sender: 'sender07',
            chain,
          });
      }
    });
    await mine(net, ...commands);
  }
  const { engine, plainNode } = net.devnet;
  expect(checkHistory(engine, plainNode)).toBeGreaterThan(80);
  await net.devnet.stop();
});
