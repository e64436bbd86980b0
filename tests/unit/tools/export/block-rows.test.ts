import { expect, test } from 'vitest';
import { utf8 } from '../../../../src/base/bytes.ts';
import { makePayload } from '../../../../src/chain/model/payload.ts';
import { rowsOfBlock, type BlockRows } from '../../../../src/tools/export/index.ts';
import { startDevnet, transaction, transferOf } from '../../../support/devnets.ts';
import { valueOf } from '../../../support/value-of.ts';
import { genesisHeader } from '../../../../src/chain/rules/network.ts';
import { development } from '../../../../src/chain/rules/networks/development.ts';

async function minedBlock(...commands: readonly ReturnType<typeof transaction>[]) {
  const { devnet } = startDevnet();
  valueOf(await devnet.node.chain(0)!.submit(commands));
  devnet.mine(1, 0);
  const header = devnet.engine.cut.heads.get(0)!;
  const payload = devnet.node.chain(0)!.payload(header.payloadHash, header.height)!;
  return { header, payload, devnet };
}

async function minedRows(...commands: readonly ReturnType<typeof transaction>[]) {
  const { header, payload } = await minedBlock(...commands);
  return valueOf(rowsOfBlock(header, payload));
}

const changes = ({ balanceChanges }: BlockRows) =>
  balanceChanges.map(({ kind, account, amount }) => [kind, account, amount] as const);

test('a transfer has its gas, both accounts and the reward of the miner', async () => {
  const rows = await minedRows(transferOf(1.5));
  const [row] = rows.transactions;
  expect(rows.block).toMatchObject({ chain: 0, height: 2, transactionCount: 1, gas: row!.gas });
  expect(row).toMatchObject({
    position: 0,
    sender: 'sender00',
    gasPrice: '0.00000001',
    gasLimit: 2000n,
    ttlSeconds: 600n,
    message: { kind: 'exec', code: '(coin.transfer "sender00" "sender01" 1.5)' },
    outcome: { status: 'success', result: '"Write succeeded"' },
  });
  const fee = (Number(row!.gas) / 1e8).toFixed(8);
  expect(changes(rows)).toEqual([
    ['coinbase', rows.block.miner, rows.block.reward],
    ['transfer', 'sender00', '-1.5'],
    ['transfer', 'sender01', '1.5'],
    ['gas', 'sender00', `-${fee}`],
    ['gas', rows.block.miner, fee],
  ]);
  expect(rows.calls).toEqual([{ position: 0, transaction: 0, module: 'coin', name: 'transfer' }]);
  expect(rows.signers[0]).toMatchObject({
    transaction: 0,
    capabilities:
      '[{"name":"coin.GAS","args":[]},{"name":"coin.TRANSFER","args":["sender00","sender01",1.5]}]',
  });
  expect(rows.signers[0]!.signature).toMatch(/^[0-9a-f]{128}$/);
});

test('positions count within the block, over the coinbase and all transactions', async () => {
  const rows = await minedRows(transferOf(1), transferOf(2));
  expect(rows.events.map(({ position, transaction }) => [position, transaction])).toEqual([
    [0, undefined],
    [1, 0],
    [2, 0],
    [3, 1],
    [4, 1],
  ]);
  expect(rows.transfers.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4]);
  expect(rows.signers.map(({ position, transaction }) => [position, transaction])).toEqual([
    [0, 0],
    [1, 1],
  ]);
});

test('a failed transaction keeps its error, and pays for its gas only', async () => {
  const rows = await minedRows(transaction({ code: '(enforce false "no")' }));
  expect(rows.transactions[0]!.outcome).toMatchObject({
    status: 'failure',
    errorType: 'TxFailure',
    message: 'no',
  });
  expect(changes(rows).map(([kind]) => kind)).toEqual(['coinbase', 'gas', 'gas']);
  expect(rows.transactions[0]!.txId).toBeUndefined();
});

test('the first half of a cross-chain transfer is no burning', async () => {
  const code = `(coin.transfer-crosschain "sender00" "sender01" (read-keyset 'ks) "1" 3.0)`;
  const rows = await minedRows(
    transaction({
      code,
      data: { ks: { keys: ['11'.repeat(32)], pred: 'keys-all' } },
      capabilities: [['coin.GAS'], ['coin.TRANSFER_XCHAIN', 'sender00', 'sender01', 3, '1']],
    }),
  );
  const [row] = rows.transactions;
  expect(row!.pactId).toBe(row!.requestKey);
  expect(changes(rows).slice(1, 2)).toEqual([['sent-across', 'sender00', '-3']]);
  expect(rows.crossings).toEqual([
    expect.objectContaining({
      token: 'coin',
      half: 'sent',
      from: 'sender00',
      to: 'sender01',
      amount: '3',
      otherChain: '1',
      pactId: row!.requestKey,
    }),
  ]);
});

test('the first block has what its accounts were given', () => {
  const { devnet } = startDevnet();
  const header = genesisHeader(devnet.engine.cut.network, 0)!;
  const payload = devnet.node.chain(0)!.payload(header.payloadHash, 0)!;
  const rows = valueOf(rowsOfBlock(header, payload));
  expect(rows.block.reward).toBeUndefined();
  expect(rows.block.miner).toBe('NoMiner');
  expect(rows.transactions.length).toBeGreaterThan(0);
  expect(new Set(rows.balanceChanges.map(({ kind }) => kind))).toEqual(new Set(['minted']));
});

test('members that nobody can read become missing values', () => {
  const header = genesisHeader(development, 0)!;
  const odd = (cmd: string) => ({
    input: utf8(JSON.stringify({ hash: 'k', sigs: [], cmd })),
    output: utf8(
      '{"gas":1,"result":{"status":"success","data":null},"reqKey":"k","logs":null,"metaData":null,"continuation":null,"txId":null}',
    ),
  });
  const payload = makePayload({
    minerData: utf8('{"account":"m","predicate":"keys-all","public-keys":[]}'),
    coinbase: odd('').output,
    transactions: [
      odd('no JSON'),
      odd(
        '{"payload":{"exec":{"code":"(a.b"}},"meta":{"gasPrice":"0.1","gasLimit":{"int":7},"ttl":1e2}}',
      ),
    ],
  });
  const { transactions, calls } = valueOf(rowsOfBlock(header, payload));
  expect(transactions[0]!.message).toEqual({ kind: 'unknown' });
  expect(transactions[1]).toMatchObject({ gasPrice: '0.1', gasLimit: 7n, ttlSeconds: 100n });
  expect(calls).toEqual([]);
});

test('bytes that are no transaction are a fault that names it', () => {
  const header = genesisHeader(development, 0)!;
  const payload = makePayload({
    minerData: utf8('{"account":"m","predicate":"keys-all","public-keys":[]}'),
    coinbase: utf8(
      '{"gas":0,"result":{"status":"success","data":"NO_COINBASE"},"reqKey":"k","logs":null,"metaData":null,"continuation":null,"txId":null}',
    ),
    transactions: [{ input: utf8('[]'), output: utf8('{}') }],
  });
  expect(rowsOfBlock(header, payload)).toEqual({
    ok: false,
    fault: 'transaction 0: the transaction must be an object',
  });
});
