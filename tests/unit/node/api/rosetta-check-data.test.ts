// check:data: the operations of all blocks add up to the balances of all accounts, at every height of every chain, on a network with
// random traffic of every kind and with reorganisations. More blocks: PACT_ROSETTA_ROUNDS=1000.
import { expect, test } from 'vitest';
import { startDevnet } from '../../../support/devnets.ts';
import { CoinTraffic } from '../../../support/coin-traffic.ts';
import { apiOf, base } from '../../../support/node-api.ts';
import { RosettaClient } from '../../../support/rosetta-client.ts';
import { walkChain, type AskRosetta, type Walk } from '../../../support/rosetta-walk.ts';

const rounds = Number(process.env['PACT_ROSETTA_ROUNDS'] ?? 12);
const chains = [0, 1, 2];

test(
  `operations add up to balances after ${rounds} blocks of each chain`,
  { timeout: 60_000 + rounds * 10_000 },
  async () => {
    const net = startDevnet({ chains: chains.length, keepsCoinHistory: true });
    const { engine, plainNode: node } = net.devnet;
    const traffic = new CoinTraffic(net, 7);
    await traffic.run(rounds, { reorganiseEvery: 6 });
    await engine.journal.committed();
    const api = await apiOf(node, { rosetta: true });
    const client = new RosettaClient(api.post, { base });
    const walks: Walk[] = [];
    for (const chain of chains) {
      const ask: AskRosetta = (endpoint, members) => client.on(chain, endpoint, members);
      walks.push(await walkChain(chain, { ask, engine }));
    }
    expect(walks.flatMap(({ differences }) => differences)).toEqual([]);
    const compared = walks.reduce((sum, walk) => sum + walk.compared, 0);
    const blocks = walks.reduce((sum, walk) => sum + walk.blocks, 0);
    const all = walks.flatMap(({ transactions }) => transactions);
    if (process.env['PACT_ROSETTA_ROUNDS'] !== undefined) {
      const kinds = [...traffic.sent].map(([kind, count]) => `${kind} ${count}`).join(', ');
      console.log(
        `${blocks} blocks, ${all.length} transactions, ${compared} balances compared, ` +
          `${traffic.reorganisations} reorganisations; sent: ${kinds}`,
      );
    }
    expect(blocks).toBeGreaterThan(chains.length * rounds);
    expect(traffic.reorganisations).toBe(Math.floor(rounds / 6));
    expectEveryKind(all);
    await net.devnet.stop();
  },
);

/** Transfers, failures, rotations, rewards, and transfers between chains with both halves. */
function expectEveryKind(transactions: Walk['transactions']): void {
  const shapes = new Set(
    transactions.map(({ operations }) => operations.map(({ type }) => type[0]).join('')),
  );
  // C: reward, F: gas bought, T: transfer, G: gas paid.
  expect([...shapes]).toEqual(expect.arrayContaining(['C', 'FTTGG', 'FGG', 'FTGG']));
  const owners = transactions.flatMap(({ operations }) =>
    operations.filter(
      ({ amount, metadata }) =>
        amount.value === '0' &&
        JSON.stringify(metadata['prev-ownership']) !== JSON.stringify(metadata['curr-ownership']),
    ),
  );
  expect(owners.length).toBeGreaterThan(0);
  const arrivals = transactions.flatMap(({ related_transactions: related = [], ...each }) =>
    related.map((other) => ({ ...each, other })),
  );
  expect(arrivals.length).toBeGreaterThan(0);
  for (const { other, operations, chain } of arrivals) {
    const source = Number(other.network_identifier?.sub_network_identifier.network);
    expect([other.direction, source === chain]).toEqual(['backward', false]);
    const first = transactions.find(
      (each) =>
        each.chain === source &&
        each.transaction_identifier.hash === other.transaction_identifier.hash,
    );
    const moved = (given: typeof operations | undefined): bigint =>
      (given ?? [])
        .filter(({ type }) => type === 'TransferOrCreateAcct')
        .reduce((sum, { amount }) => sum + BigInt(amount.value), 0n);
    expect(moved(operations)).toBe(-moved(first?.operations));
  }
}
