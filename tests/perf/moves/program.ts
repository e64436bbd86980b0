// Makes blocks on one node, and moves another one, on the disk, to their cut. Prints a line of JSON.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock, systemTimer } from '../../../src/base/platform/system.ts';
import { startDevnet, transferOf } from '../../support/devnets.ts';
import { ledgerOf, moveTo } from '../../support/followed-devnets.ts';

const [chains = 20, rounds = 50, transfers = 0, window = 20] = process.argv.slice(2).map(Number);

const maker = startDevnet({ chains });
const creationTime = maker.time.dateMs() / 1000;
await maker.time.advance(1_000);
maker.devnet.mine(1);
for (let round = 1; round < rounds; round++) {
  for (const id of transfers === 0 ? [] : maker.devnet.engine.chains.keys()) {
    const commands = Array.from({ length: transfers }, () =>
      transferOf(1, { chain: String(id), creationTime, gasLimit: 1_000 }),
    );
    const sent = await maker.devnet.plainNode.chain(id)!.submit(commands);
    if (!sent.ok) throw new Error(JSON.stringify(sent.fault));
  }
  await maker.time.advance(1_000);
  maker.devnet.mine(1);
}
const { engine } = maker.devnet;
const whole = moveTo(engine);
const included = whole.blocks.reduce((sum, { payload }) => sum + payload.transactions.length, 0);

const folder = mkdtempSync(join(tmpdir(), 'moves-'));
const follower = startDevnet({ chains, folder, clock: systemClock, timer: systemTimer });
const ledger = ledgerOf(follower);
const acts: number[] = [];
const settle = follower.devnet.engine.settle.bind(follower.devnet.engine);
follower.devnet.engine.settle = (settled) => {
  const start = performance.now();
  const change = settle(settled);
  acts.push(performance.now() - start);
  return change;
};
let longest = 0;
let last = performance.now();
const watch = setInterval(() => {
  const now = performance.now();
  longest = Math.max(longest, now - last);
  last = now;
}, 1);
const cpu = process.cpuUsage();
const begun = performance.now();
for (let height = window; ; height += window) {
  const cut = height >= rounds ? engine.cut : cutAt(height);
  const blocks = whole.blocks.filter(
    ({ header }) => header.height <= height && header.height > height - window,
  );
  const moved = await ledger.move({ cut, blocks });
  if (!moved.ok)
    throw new Error(
      JSON.stringify(moved.fault, (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      ),
    );
  if (cut === engine.cut) break;
}
const seconds = (performance.now() - begun) / 1000;
const { user, system } = process.cpuUsage(cpu);
const cpuSeconds = (user + system) / 1e6;
clearInterval(watch);
const { length } = whole.blocks;
console.log(
  JSON.stringify({
    blocks: length,
    transfers: included,
    'blocks/s': Math.round(length / seconds),
    'blocks/s of the processor': Math.round(length / cpuSeconds),
    'ms of the processor for a block': Number(((cpuSeconds * 1000) / length).toFixed(2)),
    'longest turn, ms': Math.round(longest),
    'median of the last act of a stage, ms': Math.round(
      acts.sort((a, b) => a - b)[acts.length >> 1] ?? 0,
    ),
  }),
);
await follower.devnet.stop();
rmSync(folder, { recursive: true, force: true });

function cutAt(height: number) {
  const heads = [...engine.chains].map(([id, { line }]) => [id, line.at(height)!] as const);
  return { network: engine.network, heads: new Map(heads) };
}
