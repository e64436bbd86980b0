// Measures the history of balances that a node keeps for the Rosetta interface: how long the balance of an account at a height
// takes in small and large tables of the coin, how many bytes a transfer adds, and what recording costs a block.
//
//   node tests/perf/coin-history.mjs [--accounts 1000,1000000] [--lookups 5000] [--transfers 2000] [--rounds 5]
//
// The accounts of a table are written into blocks without transactions, as `large-network.mjs` does, and half of them are
// changed once more later. Look-ups read what is stored, as the HTTP thread does, of accounts and heights at random. Blocks
// with and without recording are made in turn. Runs from the sources. Prints lines of JSON; the exit status is 1 if look-ups
// in the largest table take more than twice as long as in the smallest one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleProgram } from '../support/bundle-program.mjs';
import { parseArgs } from '../support/parse-options.mjs';
import { accountName } from './large-network/accounts.mjs';
import { median, report } from './support/measure.mjs';

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '1000,1000000' },
    lookups: { type: 'string', default: '5000' },
    transfers: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '5' },
  },
});
const sizes = values.accounts.split(',').map(Number);
const lookups = Number(values.lookups);
const rowsInBlock = 20_000;
const mostTimes = 2;

const sources = await bundleProgram('tests/perf/large-network/sources.ts', 'large-network');
const room = await import(pathToFileURL(sources).href);
const guardOf = (account) => new room.KeySetGuard([account.slice(2)], { kind: 'keys-all' });
await transfersWithAndWithout();
const figures = [];
for (const accounts of sizes) figures.push(await lookUp(accounts));
const ratio = figures.at(-1).median / figures[0].median;
report('largest to smallest table', { ratio: round(ratio) });

process.exitCode = ratio > mostTimes ? 1 : 0;

/** Measures look-ups in a table with this number of accounts. */
async function lookUp(accounts) {
  const folder = mkdtempSync(join(tmpdir(), 'pact-coin-'));
  try {
    const devnet = start({ folder });
    const names = Array.from({ length: accounts }, (_, i) => accountName(i)).sort();
    await write(devnet, names, 1_000n);
    await write(
      devnet,
      names.filter((_, i) => i % 2 === 0),
      2_000n,
    );
    const { engine, place } = devnet;
    await engine.journal.durable();
    const top = engine.cut.heads.get(0).height;
    const times = readTimes({ place, network: engine.network, names, top });
    await devnet.stop();
    const figure = { median: round(median(times)), high: round(highOf(times)) };
    report(`balance at a height, ${accounts} accounts (microseconds)`, figure);
    return figure;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readTimes({ place, network, names, top }) {
  const stored = new room.StoredChains({
    place,
    network,
    isInterrupted: () => true,
    depthLimit: 1_000,
  });
  stored.beginQuestion();
  const view = () => stored.own(0);
  const history = new room.StoredHistory({ chain: 0, tables: stored.coin, view });
  const random = new room.SeededRandom(1);
  const below = (count) => new DataView(random.bytes(4).buffer).getUint32(0) % count;
  const times = [];
  for (let i = 0; i < lookups; i++) {
    const [account, height] = [names[below(names.length)], below(top + 1)];
    const began = performance.now();
    const answer = history.rowAt(account, height);
    times.push(1_000 * (performance.now() - began));
    if (height === top && answer.kind !== 'row') throw new Error(`${account} is not there`);
  }
  void stored.close();
  return times;
}

/** Writes rows into blocks, with what these change. */
async function write(devnet, names, amount) {
  const { engine } = devnet;
  for (let from = 0; from < names.length; from += rowsInBlock) {
    extend(engine, names.slice(from, from + rowsInBlock), amount);
    await engine.journal.durable();
  }
}

function extend(engine, names, amount) {
  const { state, host } = engine.chain(0);
  const parent = engine.cut.heads.get(0);
  const block = valueOf(state.open(parent));
  const miner = room.minerOf('11'.repeat(32));
  const context = room.contextOn(engine.network, parent, miner, host);
  const port = room.chainPort(context, host.transactions);
  const parts = { port, block, minerData: room.encodeMiner(miner) };
  const building = valueOf(room.BlockBuilding.begin(parts));
  const table = new room.TableName('coin-table', room.parseModuleName('coin'));
  const payload = [];
  block.use((database) => {
    database.begin();
    for (const account of names) {
      const row = new Map([
        ['balance', new room.Decimal(amount, 1)],
        ['guard', guardOf(account)],
      ]);
      const before = block.rowBelow('coin_coin-table', account);
      database.writeRow('write', table, account, row);
      payload.push({ account, before, after: room.rowDocument(row) });
    }
    database.commit();
  });
  const { built, ...made } = valueOf(engine.complete({ chain: 0, building }));
  const coin = { ...built.coin, transactions: [{ fund: [], payload, redeem: [] }] };
  const said = engine.extend({ ...made, built: { ...built, coin } }, made.header);
  if (said !== 'accepted') throw new Error(`the block is ${said}`);
}

/** Makes the same blocks with and without a history, and counts what it adds. */
async function transfersWithAndWithout() {
  const transfers = Number(values.transfers);
  const rounds = Number(values.rounds);
  const nets = { without: start({ keepsCoinHistory: false }), with: start({}) };
  const times = { without: [], with: [] };
  for (const devnet of Object.values(nets)) devnet.mine(1);
  const count = Math.ceil(transfers / rounds);
  for (let i = 0; i < rounds; i++) {
    const sent = Array.from({ length: count }, (_, k) => room.transferOf(k / 10 + 1, sentAt()));
    for (const [name, devnet] of Object.entries(nets)) {
      const made = await devnet.plainNode.chain(0).submit(sent);
      if (!made.ok) throw new Error(JSON.stringify(made.fault));
      const began = process.cpuUsage();
      while (devnet.engine.chain(0).mempool.size > 0) devnet.mine(1, 0);
      const { user, system } = process.cpuUsage(began);
      times[name].push((user + system) / 1_000 / count);
    }
  }
  const { engine, storage } = nets.with;
  report('milliseconds of a transfer through a block', {
    without: round(median(times.without)),
    with: round(median(times.with)),
    leastWithout: round(Math.min(...times.without)),
    leastWith: round(Math.min(...times.with)),
  });
  let [changes, rows] = [0, 0];
  for (let height = 2; height <= engine.cut.heads.get(0).height; height++) {
    const bytes = storage.coin.tables.changesOf(engine.chain(0).line.at(height));
    changes += bytes.length;
    for (const account of room.accountsIn(bytes).keys()) {
      // The key, the checksum and the row.
      rows += 44 + 4 + storage.coin.tables.row({ chain: 0, account, height }).length;
    }
  }
  const all = rounds * count;
  report('bytes of a transfer in the history', {
    changes: round(changes / all),
    rows: round(rows / all),
    blocks: engine.cut.heads.get(0).height - 1,
  });
  for (const devnet of Object.values(nets)) await devnet.stop();
}

function sentAt() {
  return { creationTime: Math.floor(Date.now() / 1000) - 20, gasLimit: 1_000 };
}

function start(options) {
  const { systemClock: clock, systemTimer: timer } = room;
  // An interval that never ends: this script makes the blocks.
  const fixed = { chains: 1, clock, timer, blockTimeMs: 2 ** 30, cacheBytes: 1e6 };
  return room.startDevnet({ keepsCoinHistory: true, ...fixed, ...options }).devnet;
}

function highOf(times) {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length * 0.99)];
}

function round(number) {
  return Math.round(number * 100) / 100;
}

function valueOf(result) {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.fault));
}
