// Rosetta on the real command: `pact devnet --rosetta` answers in the forms of the standard, from the thread of HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, createSignWithKeypair, Pact, type ICommand } from '@kadena/client';
import { sender00, startDevnet, type DevnetProcess } from '../support/devnet-process.ts';
import { RosettaClient } from '../support/rosetta-client.ts';
import type { WalkedTransaction } from '../support/rosetta-walk.ts';

let devnet: DevnetProcess;
let client: RosettaClient;

beforeAll(async () => {
  devnet = await startDevnet('--rosetta', '--chains', '2');
  const post = async (path: string, body: unknown) => {
    const response = await fetch(`${devnet.address}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    return [response.status, await response.text()] as const;
  };
  client = new RosettaClient(post, { base: '/chainweb/0.0/development' });
}, 60_000);

afterAll(() => devnet.end());

type Identifier = { readonly index: number; readonly hash: string };

test(
  'a transfer is in its block as five operations, and in the balances',
  { timeout: 60_000 },
  async () => {
    const pact = createClient(`${devnet.address}/chainweb/0.0/development/chain/1/pact`);
    const unsigned = Pact.builder
      .execution('(coin.transfer "sender00" "sender01" 1.5)')
      .addSigner(sender00.publicKey, (signFor) => [
        signFor('coin.GAS'),
        signFor('coin.TRANSFER', 'sender00', 'sender01', { decimal: '1.5' }),
      ])
      .setMeta({ chainId: '1', senderAccount: 'sender00', gasLimit: 2000 })
      .setNetworkId('development')
      .createTransaction();
    const signed = await createSignWithKeypair(sender00)(unsigned);
    const sent = await pact.submit(signed as ICommand);
    const { metaData } = await pact.listen(sent);
    const { blockHeight: index, blockHash: hash } = metaData as {
      blockHeight: number;
      blockHash: string;
    };
    const { block } = await client.on<{
      block: { block_identifier: Identifier; transactions: WalkedTransaction[] };
    }>(1, 'block', { block_identifier: { index } });
    expect(block.block_identifier).toEqual({ index, hash });
    const found = block.transactions.find(
      ({ transaction_identifier: own }) => own.hash === sent.requestKey,
    );
    expect(
      found?.operations.map(({ type, account, amount }) => [type, account.address, amount.value]),
    ).toMatchObject([
      ['FundTx', 'sender00', expect.stringMatching(/^-/)],
      ['TransferOrCreateAcct', 'sender00', '-1500000000000'],
      ['TransferOrCreateAcct', 'sender01', '1500000000000'],
      ['GasPayment', 'sender00', expect.any(String)],
      ['GasPayment', expect.any(String), expect.any(String)],
    ]);
    expect(
      await client.on(1, 'block/transaction', {
        block_identifier: { index, hash },
        transaction_identifier: { hash: sent.requestKey },
      }),
    ).toEqual({ transaction: found });
    const balanceAt = async (height: number): Promise<bigint> => {
      const { balances } = await client.on<{ balances: [{ value: string }] }>(
        1,
        'account/balance',
        {
          account_identifier: { address: 'sender01' },
          block_identifier: { index: height },
        },
      );
      return BigInt(balances[0].value);
    };
    expect((await balanceAt(index)) - (await balanceAt(index - 1))).toBe(1_500_000_000_000n);
  },
);

test('networks, and the mempool, are asked through the engine', { timeout: 60_000 }, async () => {
  const [status, list] = await client.ask('network/list', {});
  expect([status, (list['network_identifiers'] as object[]).length]).toEqual([200, 2]);
  await client.on(0, 'network/options', {});
  await client.on(0, 'network/status', {});
  expect(await client.on(0, 'mempool', {})).toEqual({ transaction_identifiers: [] });
  const missing = {
    transaction_identifier: { hash: 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g' },
  };
  expect((await client.errorOn(0, 'mempool/transaction', missing))[0]).toBe(2);
});
