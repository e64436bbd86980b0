// A new node fetches the blocks of a network from two others, which answer clients meanwhile: with execution, and headers
// alone (`follow: headers`).
//
//   node tests/perf/p2p-catch-up.mjs [--chains 20] [--blocks 5000] [--ports 23000]
//
// Needs a build. Prints lines of JSON; the exit status is 1 if it executes less than 150 blocks a second, checks less than
// 2,000 headers a second, or if the 99th percentile of `local` on the serving nodes more than doubles.
import { setTimeout as after } from 'node:timers/promises';
import { parseArgs } from '../support/parse-options.mjs';
import { networkName, OwnNetwork } from './p2p/own-network.mjs';
import { signed } from './support/signed-transactions.mjs';

const { values } = parseArgs({
  options: {
    chains: { type: 'string', default: '20' },
    blocks: { type: 'string', default: '5000' },
    ports: { type: 'string', default: '23000' },
  },
});
const chains = Number(values.chains);
const heights = Math.ceil(Number(values.blocks) / chains);
const bars = { blocks: 150, headers: 2_000, p99: 2 };
const asksEachSecond = 100;

const network = await OwnNetwork.make({
  nodes: 4,
  chains,
  blockTime: 0.2,
  miners: 1,
  ports: Number(values.ports),
});
try {
  await Promise.all([network.start(0), network.start(1)]);
  if (!(await network.reaches(heights, 600_000))) throw new Error('the network is too slow');
  await network.end(0);
  await network.start(0, { options: ['--set', 'mining.enabled=false'] });
  if ((await network.agreement(30_000)) === undefined) throw new Error('the nodes do not agree');
  const [{ height: total }] = await network.cuts();
  const calm = await clientsFor(after(10_000));
  const executed = await caughtUp(2, []);
  say({
    what: 'blocks',
    ...executed.figures,
    bar: bars.blocks,
    isGood: executed.rate >= bars.blocks,
  });
  const headers = await caughtUp(3, ['--set', 'follow=headers']);
  say({
    what: 'headers',
    ...headers.figures,
    bar: bars.headers,
    isGood: headers.rate >= bars.headers,
  });
  const ratio = executed.p99 / calm;
  say({ what: 'clients', calm, busy: executed.p99, ratio, isGood: ratio <= bars.p99 });

  async function caughtUp(i, options) {
    const began = performance.now();
    let readyMs;
    const p99 = await clientsFor(
      (async () => {
        await network.start(i, { options });
        readyMs = performance.now();
        while ((await network.ask(i, 'cut').catch(() => ({ height: 0 }))).height < total) {
          await after(50);
          if (performance.now() - began > 600_000) throw new Error('it does not catch up');
        }
      })(),
    );
    const seconds = (performance.now() - readyMs) / 1000;
    const rate = total / seconds;
    const figures = { blocks: total, seconds, perSecond: rate };
    await network.end(i);
    return { figures, rate, p99 };
  }
} finally {
  await network.stop();
}

function say(figures) {
  console.log(JSON.stringify(figures));
  if (!figures.isGood) process.exitCode = 1;
}

/** Asks the serving nodes until the promise is done. Returns the 99th percentile of the answers in milliseconds. */
async function clientsFor(promise) {
  const times = [];
  let isDone = false;
  const asked = (async () => {
    while (!isDone) {
      void ask(times.length % 2, times);
      await after(1000 / asksEachSecond);
    }
  })();
  try {
    await promise;
  } finally {
    isDone = true;
    await asked;
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.99)];
}

async function ask(i, times) {
  const began = performance.now();
  const command = signed(networkName, 0, { code: '(coin.get-balance "sender00")' });
  await network
    .pact(i, 0, 'local?preflight=false&signatureVerification=false', command)
    .catch(() => undefined);
  times.push(performance.now() - began);
}
