// A block made in several turns equals a block made at once, whatever is requested in between.
import { expect, test } from 'vitest';
import { toHex } from '../../../../../src/base/bytes.ts';
import type { Devnet } from '../../../../../src/node/devnet/devnet.ts';
import {
  emptyBlock,
  outputOf,
  startDevnet,
  startDateMs,
  transferOf,
} from '../../../../support/devnets.ts';

/** Each reading of the clock takes a millisecond, so a turn of one millisecond has one transaction. */
function tickingDevnet(): Devnet {
  let nowMs = 0;
  const clock = { nowMs: () => nowMs++, dateMs: () => startDateMs };
  return startDevnet({ chains: 2, blockTimeMs: 3_600_000, clock }).devnet;
}

const work = { turnMs: 1, maxMs: 100_000 };

const transfers = (count: number) =>
  Array.from({ length: count }, (_, i) => transferOf(i + 1, { nonce: `turn ${i}` }));

const headOf = ({ engine }: Devnet, chain = 0) => {
  const { line, state } = engine.chain(chain);
  return [toHex(line.head.payloadHash), toHex(state.computeStateHash())];
};

/** Begins a block of four transactions, of which it has one so far. */
async function begunBlock() {
  const devnet = tickingDevnet();
  const chain = devnet.node.chain(0)!;
  const commands = transfers(4);
  await chain.submit(commands);
  expect(devnet.miner.mineNext(work)).toBe(true);
  return { devnet, chain, commands };
}

async function balance(devnet: Devnet): Promise<unknown> {
  const command = transferOf(1, {
    code: '(coin.get-balance "sender01")',
    capabilities: [],
    nonce: 'question',
  });
  const reply = await devnet.node.chain(0)!.local({
    command,
    preflight: false,
    signatures: 'skip',
    rewindDepth: 0,
  });
  return JSON.stringify(reply, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}

test('questions between the turns see the previous block, and change nothing', async () => {
  const atOnce = tickingDevnet();
  const inTurns = tickingDevnet();
  for (const { node } of [atOnce, inTurns]) {
    const sent = await node.chain(0)!.submit(transfers(6));
    expect(sent.ok).toBe(true);
  }
  expect(atOnce.miner.mine(0)?.height).toBe(2);
  const before = await balance(inTurns);
  let turns = 0;
  while (inTurns.miner.mineNext(work)) {
    turns++;
    expect(await balance(inTurns)).toBe(before);
    expect(inTurns.engine.chain(0).line.head.height).toBe(1);
  }
  expect(turns).toBe(6);
  expect(headOf(inTurns)).toEqual(headOf(atOnce));
  expect(await balance(inTurns)).toBe(await balance(atOnce));
  expect(await balance(inTurns)).not.toBe(before);
  await atOnce.stop();
  await inTurns.stop();
});

test('a block that was overtaken is dropped, and its transactions are in the next one', async () => {
  const { devnet, chain, commands } = await begunBlock();
  const other = emptyBlock(devnet.engine, 0);
  if (!other.ok) throw new Error(other.fault.kind);
  expect(devnet.engine.extend(other.value, other.value.header)).toBe('accepted');
  expect((await chain.poll(commands.map(({ hash }) => hash))).size).toBe(0);
  devnet.mine(1, 0);
  const polled = await chain.poll(commands.map(({ hash }) => hash));
  expect(polled.size).toBe(4);
  for (const each of polled.values()) expect(outputOf(each).result.status).toBe('success');
  expect(chain.pending()).toBe(0);
  await devnet.stop();
});

test('a block that was begun in turns is finished at once if a block is requested', async () => {
  const { devnet, chain, commands } = await begunBlock();
  expect(devnet.mine(1, 0)).toHaveLength(1);
  expect((await chain.poll(commands.map(({ hash }) => hash))).size).toBe(4);
  // The begun block is discarded, as the next one is on top of the new block.
  expect(devnet.miner.mineNext(work)).toBe(false);
  expect(devnet.engine.chain(1).line.head.height).toBe(2);
  await devnet.stop();
});
