// Rosetta: the steps of a construction on a node without blocks or peers.
import { expect, test } from 'vitest';
import { construct } from '../../../../support/rosetta-client.ts';
import {
  fakeClient,
  gas_payer,
  made,
  sender,
  transfer,
} from '../../../../support/rosetta-constructions.ts';

test('the operations that went in come out of parse', async () => {
  const { client, asked } = await fakeClient();
  const { operations, hash } = await made(client);
  expect(operations).toMatchObject(transfer);
  expect(hash).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(asked).toHaveLength(1);
});

test('all steps but metadata and submit work on a node that has no chain and is shutting down', async () => {
  const { client, node } = await fakeClient();
  const { unsigned, signed } = await made(client);
  node.wellness = { kind: 'ill', sentence: 'the disk is full' };
  node.answers.local = () => Promise.reject(new Error('no chain'));
  node.answers.submit = () => Promise.reject(new Error('no chain'));
  await client.on(0, 'construction/derive', { public_key: sender.publicKey });
  const metadata = { gas_payer };
  await client.on(0, 'construction/preprocess', { operations: transfer, metadata });
  for (const [isSigned, transaction] of [
    [false, unsigned],
    [true, signed],
  ]) {
    await client.on(0, 'construction/parse', { signed: isSigned, transaction });
  }
  await client.on(0, 'construction/hash', { signed_transaction: signed });
});

test('a key in capital letters derives the same account', async () => {
  const { client } = await fakeClient();
  const hex_bytes = sender.publicKey.hex_bytes.toUpperCase();
  const public_key = { ...sender.publicKey, hex_bytes };
  expect(await client.on(0, 'construction/derive', { public_key })).toEqual({
    account_identifier: { address: sender.address },
    metadata: { ownership: { pred: 'keys-all', keys: [sender.publicKey.hex_bytes] } },
  });
});

test('a malformed request is refused with 400', async () => {
  const { client } = await fakeClient();
  const network_identifier = client.chain(0);
  for (const step of ['parse', 'combine', 'hash', 'submit'] as const) {
    const [status] = await client.ask(`construction/${step}`, { network_identifier });
    expect(status).toBe(400);
  }
});

test.each([
  ['no point', `02${'00'.repeat(31)}`],
  ['the neutral point', `01${'00'.repeat(31)}`],
  ['a point of order 4', '00'.repeat(32)],
  ['another encoding of a point', 'ff'.repeat(32)],
])('derive refuses %s: nobody has its secret key', async (_, hex_bytes) => {
  const { client } = await fakeClient();
  const public_key = { ...sender.publicKey, hex_bytes };
  const error = await client.errorOn(0, 'construction/derive', { public_key });
  expect(error).toEqual([31, expect.stringContaining('no secret key belongs to it')]);
});

test('two equal transfers are two transactions', async () => {
  const { client } = await fakeClient();
  expect((await made(client)).hash).not.toBe((await made(client)).hash);
});

test('a nonce of the client becomes that of the transaction', async () => {
  const { client } = await fakeClient();
  const metadata = { gas_payer, nonce: 'payout 7' };
  const { signed } = await construct(client, 0, {
    operations: transfer,
    metadata,
    wallets: [sender],
  });
  const { cmd } = JSON.parse(signed) as { cmd: { cmd: string } };
  expect(JSON.parse(cmd.cmd)).toMatchObject({ nonce: 'payout 7' });
});
