// An unmodified client library of the network against `pact devnet`.
import {
  createClient,
  createSignWithKeypair,
  getHostUrl,
  Pact,
  type ChainId,
  type IClient,
  type ICommand,
} from '@kadena/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sender00, startDevnet, type DevnetProcess } from '../support/devnet-process.ts';

let devnet: DevnetProcess;
let client: IClient;
beforeAll(async () => {
  devnet = await startDevnet();
  client = createClient(getHostUrl(devnet.address));
});
afterAll(() => devnet.end());

const sign = createSignWithKeypair({ ...sender00 });
const receiver = 'k:6be2f485a7af75fedb4b7f153a903f7e6000ca4aa501179c91a2450b777bd2a7';
const guard = { keys: [receiver.slice(2)], pred: 'keys-all' } as const;

const unsigned = (code: string, chainId: ChainId = '0') =>
  Pact.builder
    .execution(code)
    .setMeta({ chainId, senderAccount: 'sender00' })
    .setNetworkId('development')
    .createTransaction();

async function transfer(amount: string, chainId: ChainId = '0'): Promise<ICommand> {
  const transaction = Pact.builder
    .execution(`(coin.transfer-create "sender00" "${receiver}" (read-keyset 'guard) ${amount})`)
    .addData('guard', guard)
    .addSigner(sender00.publicKey, (withCapability) => [
      withCapability('coin.GAS'),
      withCapability('coin.TRANSFER', 'sender00', receiver, { decimal: amount }),
    ])
    .setMeta({ chainId, senderAccount: 'sender00', gasLimit: 2500 })
    .setNetworkId('development')
    .createTransaction();
  return (await sign(transaction)) as ICommand;
}

const soon = { interval: 20, timeout: 20_000 };

test('a transfer is simulated, sent, polled and received', async () => {
  const transaction = await transfer('1.5');
  const tried = await client.preflight(transaction);
  expect(tried.result).toEqual({ status: 'success', data: 'Write succeeded' });
  expect(tried.gas).toBeGreaterThan(0);
  const sent = await client.submit(transaction);
  const results = await client.pollStatus(sent, soon);
  const result = results[sent.requestKey];
  expect(result?.result.status).toBe('success');
  expect(result?.metaData).toMatchObject({ blockHeight: expect.any(Number) as number });
  expect(result?.events?.map(({ name }) => name)).toContain('TRANSFER');
  expect((await client.getStatus(sent))[sent.requestKey]?.txId).toBe(result?.txId);
  const balance = await client.dirtyRead(unsigned(`(coin.get-balance "${receiver}")`));
  expect(balance.result).toEqual({ status: 'success', data: 1.5 });
});

test('listen answers once the transaction is in a block', async () => {
  const sent = await client.submit(await transfer('2.0', '3'));
  const heard = await client.listen(sent);
  expect([heard.reqKey, heard.result.status]).toEqual([sent.requestKey, 'success']);
});

test('a transaction is in a block before the first poll is answered', async () => {
  const sent = await client.submit(await transfer('0.1', '5'));
  expect((await client.getStatus(sent))[sent.requestKey]?.result.status).toBe('success');
});

test('the text of a refusal is readable by users', async () => {
  const transaction = await transfer('1.0');
  const broken = { ...transaction, sigs: [{ sig: '00'.repeat(64) }] };
  await expect(client.submit(broken)).rejects.toThrow(
    /^One or more transactions were invalid: Transaction "[\w-]{43}" at index 0 failed with: /,
  );
  await expect(client.preflight(broken)).rejects.toThrow(/^Metadata validation failed: \["/);
  const other = { ...(await transfer('1.0')), sigs: [null] } as unknown as ICommand;
  await expect(client.submit(other)).rejects.toThrow(/^Error in \$\.cmds\[0\]\.sigs\[0\]: /);
  const moved = Pact.builder
    .execution('(+ 1 2)')
    .setMeta({ chainId: '7', senderAccount: 'sender00' })
    .setNetworkId('mainnet01')
    .createTransaction();
  const elsewhere = createClient(() => `${devnet.address}/chainweb/0.0/development/chain/0/pact`);
  await expect(elsewhere.preflight({ ...moved, sigs: [] })).rejects.toThrow(
    'Metadata validation failed: ["Chain id mismatch","Network id mismatch"]',
  );
});

test('unsigned code is read without signatures', async () => {
  const read = await client.local(unsigned('(at "chain-id" (chain-data))', '9'), {
    preflight: false,
    signatureVerification: false,
  });
  expect(read.result).toEqual({ status: 'success', data: '9' });
  const wrong = await client.dirtyRead(unsigned('(+ 1'));
  expect(wrong.result).toMatchObject({ status: 'failure', error: { type: 'SyntaxError' } });
});

test('a transfer to another chain is completed there', async () => {
  const begin = Pact.builder
    .execution(`(coin.transfer-crosschain "sender00" "${receiver}" (read-keyset 'guard) "2" 3.25)`)
    .addData('guard', guard)
    .addSigner(sender00.publicKey, (withCapability) => [
      withCapability('coin.GAS'),
      withCapability('coin.TRANSFER_XCHAIN', ...['sender00', receiver, { decimal: '3.25' }, '2']),
    ])
    .setMeta({ chainId: '1', senderAccount: 'sender00' })
    .setNetworkId('development')
    .createTransaction();
  const sent = await client.submit((await sign(begin)) as ICommand);
  const results = await client.pollStatus(sent, soon);
  expect(results[sent.requestKey]?.result.status).toBe('success');
  const proof = await client.pollCreateSpv(sent, '2', soon);
  const finish = Pact.builder
    .continuation({ pactId: sent.requestKey, proof, rollback: false, step: 1 })
    .addSigner(sender00.publicKey, (withCapability) => [withCapability('coin.GAS')])
    .setMeta({ chainId: '2', senderAccount: 'sender00' })
    .setNetworkId('development')
    .createTransaction();
  const landed = await client.submit((await sign(finish)) as ICommand);
  const end = (await client.pollStatus(landed, soon))[landed.requestKey];
  expect(end?.result).toMatchObject({ status: 'success' });
  expect(end?.events?.map(({ name }) => name)).toContain('X_RESUME');
  const balance = await client.dirtyRead(unsigned(`(coin.get-balance "${receiver}")`, '2'));
  expect(balance.result).toEqual({ status: 'success', data: 3.25 });
  // The same proof cannot be used twice.
  const again = await client.preflight(await sign(finish));
  expect(again.result.status).toBe('failure');
});
