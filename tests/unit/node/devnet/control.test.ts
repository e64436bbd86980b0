// How tests control a devnet: blocks, time, snapshots to return to, coins, and other accounts' signatures.
import { systemTimer } from '../../../../src/base/platform/system.ts';
import { expect, test } from 'vitest';
import { decodeOutput } from '../../../../src/chain/model/output-json.ts';
import { DevnetControl } from '../../../../src/node/devnet/control.ts';
import { accountsOfGenesis } from '../../../../src/node/devnet/known-accounts.ts';
import type { ControlAnswer } from '../../../../src/node/devnet/control.ts';
import { outcomeIn } from '../../../../src/node/questions/printed-result.ts';
import { toHex, utf8 } from '../../../../src/base/bytes.ts';
import { printJson } from '../../../../src/base/json.ts';
import { outputOf, startDevnet, transaction, transferOf } from '../../../support/devnets.ts';
import { keyOf } from '../../../support/stdlib-chains.ts';
import { valueOf } from '../../../support/value-of.ts';

function started(chains = 2) {
  const net = startDevnet({ chains });
  return {
    ...net,
    control: new DevnetControl(net.devnet, [], systemTimer),
    chain: net.devnet.node.chain(0)!,
  };
}

const shown = (answer: ControlAnswer): unknown =>
  answer.ok ? (JSON.parse(printJson(answer.value)) as unknown) : answer.fault;

test('blocks are made on all chains, or on one and as far as needed on its neighbours', async () => {
  const { control } = started(3);
  expect(shown(await control.mine(2, undefined))).toEqual({ heights: { 0: 2, 1: 2, 2: 2 } });
  expect(shown(await control.mine(2, 1))).toEqual({ heights: { 0: 3, 1: 4, 2: 3 } });
  // Chain 2 gets the block that chain 1 waited for, and no second one.
  expect(shown(await control.mine(1, undefined))).toEqual({ heights: { 0: 4, 1: 5, 2: 4 } });
  expect(shown(await control.mine(0, undefined))).toBe('blocks must be from 1 to 1000');
  expect(shown(await control.mine(1, 9))).toBe('the network has no chain 9');
});

test('contracts see the changed time', async () => {
  const { control, chain } = started();
  await control.mine(1, undefined);
  const asked = transaction({ code: '(at "block-time" (chain-data))' });
  const timeOf = async () => {
    const reply = await chain.local({
      command: asked,
      preflight: false,
      signatures: 'skip',
      rewindDepth: 0,
    });
    if (reply.kind !== 'result' || outcomeIn(reply.json).status !== 'success') throw new Error();
    return valueOf(decodeOutput(utf8(String(reply.json)))).metaData;
  };
  const before = printJson(await timeOf());
  control.travel(86_400);
  const after = printJson(await timeOf());
  const micros = (text: string) => BigInt(/"blockTime":(\d+)/.exec(text)![1]!);
  expect(micros(after) - micros(before)).toBe(86_400_000_000n);
  const late = transaction({ creationTime: Number(micros(after) / 1_000_000n) });
  expect((await chain.submit([late])).ok).toBe(true);
});

test('a snapshot can be restored repeatedly, and later ones are forgotten', async () => {
  const { control, chain } = started();
  await control.mine(2, undefined);
  expect(shown(control.snapshot())).toEqual({ snapshot: '1' });
  const sent = transferOf(1);
  await chain.submit([sent]);
  await chain.poll([sent.hash]);
  control.snapshot();
  expect(shown(control.revert('1'))).toEqual({ heights: { 0: 2, 1: 2 } });
  // It was reverted with its block, and is pending again.
  expect(chain.pending()).toBe(1);
  expect(outputOf((await chain.poll([sent.hash])).get(sent.hash)).result.status).toBe('success');
  expect(shown(control.revert(undefined))).toEqual({ heights: { 0: 2, 1: 2 } });
  expect(shown(control.revert('2'))).toBe('there is no snapshot 2');
});

test('a block is reverted with those above it, and others follow', async () => {
  const { control, devnet, time } = started();
  await control.mine(3, undefined);
  const second = devnet.node.chain(1)!.headerAt(2)!;
  const removed: string[] = [];
  devnet.node.onCut((change) =>
    removed.push(...change.removed.map(({ chainId, height }) => `${chainId}@${height}`)),
  );
  const hash = Buffer.from(second.hash).toString('base64url');
  expect(shown(control.invalidate(1, hash))).toEqual({ heights: { 0: 1, 1: 1 } });
  expect(removed).toEqual(['1@3', '0@3', '1@2', '0@2']);
  await time.advance(1);
  await control.mine(1, undefined);
  expect(shown(control.invalidate(1, hash))).toBe(`block ${hash} is not in the cut`);
  expect(shown(control.invalidate(1, 'x'))).toBe('chain 1 has no block x');
});

test('reset returns to the first blocks', async () => {
  const { control } = started();
  await control.mine(3, undefined);
  expect(shown(control.reset())).toEqual({ heights: { 0: 0, 1: 0 } });
  expect(shown(await control.mine(1, undefined))).toEqual({ heights: { 0: 1, 1: 1 } });
});

test('balances are set, up and down, for existing and new accounts', async () => {
  const { control, chain } = started();
  const fresh = `k:${keyOf('allocation00').publicKey}`;
  const balanceOf = async (account: string): Promise<string> => {
    const command = transaction({ code: `(format "{}" [(coin.get-balance "${account}")])` });
    const question = { preflight: false, signatures: 'skip', rewindDepth: 0 } as const;
    const reply = await chain.local({ command, ...question });
    if (reply.kind !== 'result') throw new Error(reply.kind);
    const outcome = outcomeIn(reply.json);
    if (outcome.status !== 'success') throw new Error(outcome.message);
    const { data } = outcome;
    if (typeof data !== 'string') throw new Error('not a string');
    return data;
  };
  for (const [account, amount] of [
    [fresh, '12.5'],
    [fresh, '0.25'],
    ['sender00', '7.0'],
    ['sender09', '123456789.0'],
  ] as const) {
    const set = await control.setBalance({ account, chain: 0, amount });
    expect(set.ok, shown(set) as string).toBe(true);
    expect(Number(await balanceOf(account))).toBe(Number(amount));
  }
  const again = await control.setBalance({ account: 'sender09', chain: 0, amount: '123456789' });
  expect(shown(again)).toBe('sender09 has 123456789 already');
  const nobody = await control.setBalance({ account: 'nobody', chain: 0, amount: '7' });
  expect(shown(nobody)).toContain('there is no account nobody');
});

test('a transaction is sent in the name of others, and remains when its block is executed again', async () => {
  const { control, chain } = started();
  const { cmd, hash } = transferOf(5, { sender: 'sender03' });
  expect(shown(control.impersonate(cmd))).toMatchObject({ requestKey: hash });
  expect(outputOf((await chain.poll([hash])).get(hash)).result.status).toBe('success');
  control.snapshot();
  await control.mine(2, undefined);
  control.revert(undefined);
  expect((await chain.poll([hash])).size).toBe(1);
  expect(shown(control.impersonate('{}'))).toBe('the transaction has no chainId');
});

test('the accounts that are printed are those of the first blocks', () => {
  for (const { name, publicKey, secretKey } of accountsOfGenesis) {
    const key = keyOf(name);
    if (key.kind !== 'ed25519') throw new Error(key.kind);
    expect([key.publicKey, toHex(key.secretKey)]).toEqual([publicKey, secretKey]);
  }
  expect(accountsOfGenesis).toHaveLength(10);
});
