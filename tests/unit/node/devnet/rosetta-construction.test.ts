// The standard's check of constructions: accounts are derived, transfers are made, signed and sent, and found on their chain
// with the intended operations; on a devnet, over HTTP. ROSETTA_TRANSFERS sets how many of each kind.
import { expect, onTestFinished, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { toHex } from '../../../../src/base/bytes.ts';
import { SeededRandom } from '../../../../src/base/ports/random.ts';
import type { Devnet } from '../../../../src/node/devnet/devnet.ts';
import { outputOf, startDevnet } from '../../../support/devnets.ts';
import { apiOf, base } from '../../../support/node-api.ts';
import {
  construct,
  operation,
  RosettaClient,
  submit,
  walletOf,
  type Constructed,
  type Construction,
  type Wallet,
} from '../../../support/rosetta-client.ts';

const count = Number(process.env['ROSETTA_TRANSFERS'] ?? 2);
const random = new SeededRandom(7);
const newWallet = (): Wallet => walletOf(toHex(random.bytes(32)));

async function rosettaDevnet() {
  const wallets = [newWallet(), newWallet(), newWallet()] as const;
  const accounts = wallets.map(({ address, publicKey }) => ({
    account: address,
    publicKey: publicKey.hex_bytes,
    secretKey: '',
  }));
  const { devnet } = startDevnet({ accounts, keepsCoinHistory: true });
  const api = await apiOf(devnet.node, { rosetta: true });
  const client = new RosettaClient(api.post, { base });
  onTestFinished(() => expect(api.faults).toEqual([]));
  const mined = async (chain: number, { hash }: Constructed) => {
    const port = devnet.node.chain(chain)!;
    const polled = (await port.poll([hash])).get(hash);
    if (polled?.kind !== 'mined') throw new Error(`transaction ${hash} is in no block`);
    const { height, hash: block } = polled.header;
    const { transaction } = await client.on<{ transaction: { operations: Operation[] } }>(
      chain,
      'block/transaction',
      {
        block_identifier: { index: height, hash: toBase64Url(block) },
        transaction_identifier: { hash },
      },
    );
    return { result: outputOf(polled).result, operations: transaction.operations };
  };
  const send = async (chain: number, construction: Construction) => {
    const made = await construct(client, chain, construction);
    await submit(client, chain, made);
    const { result, operations } = await mined(chain, made);
    expect(result).toMatchObject({ status: 'success' });
    const intended = construction.operations as readonly Operation[];
    expect(changesOf(operations)).toEqual(changesOf(intended));
    expect(changesOf(made.operations as readonly Operation[])).toEqual(changesOf(intended));
    return made;
  };
  return { wallets, devnet, client, send };
}

type Operation = {
  readonly type: string;
  readonly account: { readonly address: string };
  readonly amount: { readonly value: string };
};

/** What operations change apart from gas, by account. */
const changesOf = (operations: readonly Operation[]): readonly string[] =>
  operations
    .filter(({ type }) => type === 'TransferOrCreateAcct')
    .map(({ account, amount }) => `${account.address} ${amount.value}`)
    .sort();

const gasPayer = ({ address }: Wallet, more: object = {}) => ({ gas_payer: { address }, ...more });

test('transfers within a chain', async () => {
  const { wallets, client, send } = await rosettaDevnet();
  const [from, payer] = wallets;
  for (let i = 0; i < count; i++) {
    const to = newWallet();
    const derived = await client.on(0, 'construction/derive', { public_key: to.publicKey });
    expect(derived).toMatchObject({ account_identifier: { address: to.address } });
    const value = 1_000_000_000_001n * BigInt(i + 1);
    const operations = [operation(0, from.address, -value), operation(1, to.address, value)];
    // Every other one is paid by another account.
    const paid = i % 2 === 0 ? from : payer;
    const wallets = paid === from ? [from] : [from, payer];
    await send(0, { operations, metadata: gasPayer(paid), wallets });
  }
});

test('transfers to another chain, and their continuations there', async () => {
  const { wallets, devnet, send } = await rosettaDevnet();
  const [from, payer, to] = wallets;
  for (let i = 0; i < count; i++) {
    const receiver = i % 2 === 0 ? newWallet() : to;
    const value = 3_141_592_653_589n + BigInt(i);
    const cross_chain = { target_chain_id: '1', receiver_account: { address: receiver.address } };
    const burn = await send(0, {
      operations: [operation(0, from.address, -value)],
      metadata: gasPayer(payer, { cross_chain }),
      wallets: [from, payer],
    });
    const continuation = { source_chain_id: '0', request_key: burn.hash };
    const credit = {
      operations: [operation(0, receiver.address, value)],
      metadata: gasPayer(payer, { continuation }),
      wallets: [payer],
    };
    await minedUntilProven(devnet, burn.hash);
    await send(1, credit);
  }
});

test('a continuation is refused without its first half, and with another receiver or amount', async () => {
  const { wallets, devnet, client, send } = await rosettaDevnet();
  const [from, , to] = wallets;
  const cross_chain = { target_chain_id: '1', receiver_account: { address: to.address } };
  const burn = await send(0, {
    operations: [operation(0, from.address, -5n)],
    metadata: gasPayer(from, { cross_chain }),
    wallets: [from],
  });
  const refused = async (account: string, units: bigint, request_key = burn.hash) => {
    const continuation = { source_chain_id: '0', request_key };
    const { options } = await client.on(1, 'construction/preprocess', {
      operations: [operation(0, account, units)],
      metadata: gasPayer(to, { continuation }),
    });
    const members = { options, public_keys: [to.publicKey] };
    return client.errorOn(1, 'construction/metadata', members);
  };
  const unknown = 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g';
  expect(await refused(to.address, 5n, unknown)).toEqual([
    4,
    `chain 0 has no transaction ${unknown} in a block yet: retry later, or check its result`,
  ]);
  await minedUntilProven(devnet, burn.hash);
  const other = [4, expect.stringContaining('is not that of the operation')];
  expect(await refused(to.address, 6n)).toEqual(other);
  expect(await refused(from.address, 5n)).toEqual(other);
});

test('a proof that the client gives is used, and offline steps read what it proves', async () => {
  const { wallets, devnet, client, send } = await rosettaDevnet();
  const [from, , to] = wallets;
  const cross_chain = { target_chain_id: '1', receiver_account: { address: to.address } };
  const burn = await send(0, {
    operations: [operation(0, from.address, -5n)],
    metadata: gasPayer(from, { cross_chain }),
    wallets: [from],
  });
  await minedUntilProven(devnet, burn.hash);
  const proof = await devnet.node.chain(0)!.spv({ requestKey: burn.hash, targetChain: 1 });
  const continuation = {
    source_chain_id: '0',
    request_key: burn.hash,
    proof: proof.ok ? proof.value : '',
  };
  const credit = {
    operations: [operation(0, to.address, 5n)],
    metadata: gasPayer(to, { continuation }),
    wallets: [to],
  };
  const { unsigned } = await construct(client, 1, credit);
  const transaction = unsigned.replace('"transfer_amount":5.0e-12', '"transfer_amount":6.0e-12');
  expect(transaction).not.toBe(unsigned);
  expect(await client.errorOn(1, 'construction/parse', { signed: false, transaction })).toEqual([
    4,
    expect.stringContaining('is not that of the operation'),
  ]);
  await send(1, credit);
});

/** Mines both chains until the transaction of chain 0 can be proven to chain 1. */
async function minedUntilProven(devnet: Devnet, requestKey: string): Promise<void> {
  for (let i = 0; i < 20; i++) {
    const proof = await devnet.node.chain(0)!.spv({ requestKey, targetChain: 1 });
    if (proof.ok) return;
    devnet.mine(1);
  }
  throw new Error('the transaction cannot be proven after 20 rounds of blocks');
}
