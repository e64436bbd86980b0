// The transactions that a node runs itself when the rules change: they are in the block between the reward and those of users, by
// their request keys, with the status Remediation, and their operations add up to balances like all others.
import { expect, test } from 'vitest';
import { utf8 } from '../../../../src/base/bytes.ts';
import { encodeCommand } from '../../../../src/chain/command/index.ts';
import { atHeight } from '../../../../src/chain/rules/forks.ts';
import { minerOf } from '../../../../src/node/devnet/accounts.ts';
import { makeBlock, transaction, transferOf } from '../../../support/devnets.ts';
import { apiOf, base } from '../../../support/node-api.ts';
import {
  minerKey,
  smallNetwork,
  startNode,
  type SmallNetwork,
} from '../../../support/real-nodes.ts';
import { RosettaClient } from '../../../support/rosetta-client.ts';
import {
  walkChain,
  type AskRosetta,
  type WalkedTransaction,
} from '../../../support/rosetta-walk.ts';
import { valueOf } from '../../../support/value-of.ts';

/** The last one changes no balance. */
const upgrades = [
  '(coin.remediate "sender00" 1.5)',
  '(coin.remediate "sender01" 2.0)',
  '(coin.get-balance "sender00")',
].map((code) => transaction({ code }));

function upgradedAt(height: number): SmallNetwork {
  const small = smallNetwork();
  const { network } = small;
  const transactions = upgrades.map((command) => utf8(encodeCommand(command)));
  const upgrade = {
    chains: undefined,
    at: atHeight(height),
    change: { kind: 'transactions', transactions },
  } as const;
  const execution = { ...network.execution, upgrades: [upgrade] };
  return { ...small, network: { ...network, execution } };
}

test('an upgrade is in its block, by its request keys and in its order', async () => {
  const { running } = startNode(upgradedAt(3), { 'service.rosetta': 'true' });
  const { engine, node } = running;
  for (let i = 0; i < 4; i++) {
    const creationTime = Math.floor(Date.now() / 1000) - 30;
    await node.chain(0)!.submit([transferOf(1, { creationTime })]);
    const made = valueOf(makeBlock({ engine, miner: minerOf(minerKey), maxTransactions: 10 }, 0));
    expect(engine.extend(made, made.header)).toBe('accepted');
  }
  const client = new RosettaClient((await apiOf(node, { rosetta: true })).post, { base });
  const ask: AskRosetta = (endpoint, members) => client.on(0, endpoint, members);
  const { block } = await client.on<{ block: Block }>(0, 'block', {
    block_identifier: { index: 3 },
  });
  const own = block.transactions.slice(1, 1 + upgrades.length);
  expect(own.map(shown)).toEqual([
    [upgrades[0]!.hash, ['TransferOrCreateAcct Remediation sender00 -1500000000000']],
    [upgrades[1]!.hash, ['TransferOrCreateAcct Remediation sender01 -2000000000000']],
    [upgrades[2]!.hash, []],
  ]);
  const types = block.transactions.map(({ operations }) => operations[0]?.type);
  expect(types).toEqual([
    'CoinbaseReward',
    'TransferOrCreateAcct',
    'TransferOrCreateAcct',
    undefined,
    'FundTx',
  ]);
  for (const [i, { hash }] of upgrades.entries()) {
    const { block_identifier } = block;
    const members = { block_identifier, transaction_identifier: { hash } };
    expect(await ask('block/transaction', members)).toEqual({ transaction: own[i] });
  }
  const { transactions, differences } = await walkChain(0, { ask, engine });
  expect(differences).toEqual([]);
  const remedied = transactions.filter(({ operations }) => operations[0]?.status === 'Remediation');
  expect(remedied).toHaveLength(2);
  await running.stop();
});

type Block = {
  readonly block_identifier: object;
  readonly transactions: readonly WalkedTransaction[];
};

const shown = ({ transaction_identifier: { hash }, operations }: WalkedTransaction) => [
  hash,
  operations.map(
    ({ type, status, account, amount }) => `${type} ${status} ${account.address} ${amount.value}`,
  ),
];
