// A token transfer here, in `@ethereumjs/vm` and in the simnet of the Clarinet SDK, alternating in one process. None of them
// checks signatures. Only ours also parses the transaction's code.
//
//   npm ci --ignore-scripts --prefix tests/perf/peers   once
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { report, timesOf } from './support/measure.mjs';
import { orders, tokenSession } from './support/token.mjs';

const perRound = 20;
const rounds = 61;
const warmUp = 15;

if (!existsSync(fileURLToPath(new URL('./peers/node_modules', import.meta.url)))) {
  console.error(
    'transfer-peers: left out, since the peers are not installed; ' +
      '`npm ci --ignore-scripts --prefix tests/perf/peers` installs them',
  );
  process.exit(0);
}
const { evmToken } = await import('./peers/evm-token.mjs');
const { clarityToken } = await import('./peers/clarity-token.mjs');

const { transfer } = tokenSession();
const queue = orders(1_000);
const all = {
  pact: () => transfer(queue.next().value),
  evm: await evmToken(),
  clarity: await clarityToken(),
};

const times = new Map(Object.keys(all).map((name) => [name, []]));
for (let i = 0; i < rounds + warmUp; i++) {
  for (const [name, step] of Object.entries(all)) {
    const start = performance.now();
    for (let each = 0; each < perRound; each++) await step();
    if (i >= warmUp) times.get(name).push((performance.now() - start) / perRound);
  }
}
const [pact, evm, clarity] = [...times.values()].map(timesOf);
report('transfers, with peers', {
  pactMicroseconds: pact.median * 1000,
  evmMicroseconds: evm.median * 1000,
  clarityMicroseconds: clarity.median * 1000,
  timesFasterThanEvm: evm.median / pact.median,
  timesFasterThanClarity: clarity.median / pact.median,
  timesFasterThanEvmLeast: evm.least / pact.least,
  timesFasterThanClarityLeast: clarity.least / pact.least,
});
