// Signatures of blocks of other nodes are checked before the blocks are executed, each once, and a false one is refused by
// execution with its reason.
import { expect, test } from 'vitest';
import { systemTimer } from '../../../../src/base/platform/system.ts';
import {
  checkClaim,
  encodeCommand,
  type SignatureChecker,
} from '../../../../src/chain/command/index.ts';
import { cutOf } from '../../../../src/chain/choice/cut.ts';
import { withNonce } from '../../../../src/chain/rules/next-header.ts';
import { makePayload, withoutOutputs } from '../../../../src/chain/model/payload.ts';
import { EngineLedger } from '../../../../src/node/peers/engine-ledger.ts';
import { startDevnet, transferOf } from '../../../support/devnets.ts';
import { moveTo } from '../../../support/followed-devnets.ts';

async function start() {
  const [maker, follower] = [startDevnet({ chains: 1 }), startDevnet({ chains: 1 })];
  for (const { devnet, time } of [maker, follower]) {
    await time.advance(1_000);
    devnet.mine(1);
  }
  let checks = 0;
  const signatures: SignatureChecker = {
    check(claim) {
      checks++;
      return Promise.resolve(checkClaim(claim));
    },
  };
  const { engine, plainNode } = follower.devnet;
  const ledger = new EngineLedger({
    engine,
    timer: systemTimer,
    signatures,
    poolOf: () => undefined,
  });
  return { maker: maker.devnet, node: plainNode, engine, ledger, counted: () => checks };
}

test('each unknown transaction is checked once; those of the own mempool are not checked again', async () => {
  const { maker, node, ledger, counted } = await start();
  const commands = [1, 2, 3, 4].map((amount) => transferOf(amount));
  await node.chain(0)!.submit(commands.slice(0, 2));
  await maker.plainNode.chain(0)!.submit(commands);
  maker.mine(1);
  expect(await ledger.move(moveTo(maker.engine, 1))).toMatchObject({ ok: true });
  expect(counted()).toBe(2);
  expect((await node.chain(0)!.poll(commands.map(({ hash }) => hash))).size).toBe(4);
});

test('a false signature is refused by execution', async () => {
  const { maker, engine, ledger, counted } = await start();
  await maker.plainNode.chain(0)!.submit([transferOf(1)]);
  maker.mine(1);
  const { cut } = maker.engine;
  const header = cut.heads.get(0)!;
  const real = maker.engine.store.payload(0, header.payloadHash)!;
  const forged = { ...transferOf(2), signatures: transferOf(3).signatures };
  const transactions = real.transactions.map(({ output }) => ({
    input: new TextEncoder().encode(encodeCommand(forged)),
    output,
  }));
  const { minerData, coinbase } = real;
  const payload = makePayload({ minerData, coinbase, transactions });
  const changed = withNonce({ ...header, payloadHash: payload.payloadHash }, header.nonce);
  const before = engine.cut;
  const moved = await ledger.move({
    cut: cutOf(engine.network, new Map([[0, changed]])),
    blocks: [{ header: changed, payload: withoutOutputs(payload) }],
  });
  expect(moved).toMatchObject({
    ok: false,
    fault: { kind: 'invalid-block', why: 'invalid-transactions' },
  });
  expect(counted()).toBe(1);
  expect(engine.cut).toBe(before);
});
