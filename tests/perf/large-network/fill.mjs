// Makes a folder for `pact devnet --state` whose chains have many accounts of coin, in minutes: the rows are written into
// blocks without transactions, through the same interface that executes blocks, so that versions, states and their sums are
// those of a network that got its accounts one by one. (Headers do not contain the state; `replay` of such a folder would
// miss the rows.) Started by `large-network.mjs`.
import { pathToFileURL } from 'node:url';
import { bundleProgram } from '../../support/bundle-program.mjs';
import { parseArgs } from '../../support/parse-options.mjs';
import { accountName } from './accounts.mjs';

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    chains: { type: 'string' },
    accounts: { type: 'string' },
    'rows-in-block': { type: 'string', default: '20000' },
    check: { type: 'boolean', default: false },
  },
});
const chains = Number(values.chains);
const accounts = Number(values.accounts);
const rowsInBlock = Number(values['rows-in-block']);
/** Blocks above the rows, so that all of them are in states that can no longer be taken back. */
const emptyRounds = 2;

const sources = await bundleProgram('tests/perf/large-network/sources.ts', 'large-network');
const room = await import(pathToFileURL(sources).href);
const { devnet } = started(
  await room.startDevnet({
    chains,
    folder: values.folder,
    clock: room.systemClock,
    timer: room.systemTimer,
    // An interval that never ends: this script makes the blocks.
    blockTimeMs: 2 ** 30,
    cacheBytes: 1e6,
  }),
);
const { engine } = devnet;
const coin = room.parseModuleName('coin');
const table = new room.TableName('coin-table', coin);
const guard = new room.KeySetGuard([room.senderKey], { kind: 'keys-all' });

// In their order, so that each page of a database is written once.
const names = Array.from({ length: accounts }, (_, i) => accountName(i)).sort();

const began = performance.now();
for (let from = 0; from < accounts; from += rowsInBlock) {
  const to = Math.min(accounts, from + rowsInBlock);
  for (const chain of engine.chains.keys()) extend(chain, names.slice(from, to));
  await engine.journal.durable();
  const rows = to * chains;
  const seconds = (performance.now() - began) / 1_000;
  console.error(`${rows} of ${accounts * chains} rows, ${Math.round(rows / seconds)} a second`);
}
for (let i = 0; i < emptyRounds; i++) {
  for (const chain of engine.chains.keys()) extend(chain, []);
}
// Otherwise a version of every row is kept until the network has made thousands of blocks.
for (const [chain, entries] of devnet.storage.entries) {
  const transaction = BigInt(engine.cut.heads.get(chain).height) + 1n;
  entries.apply({ kind: 'forget', transaction });
}
engine.journal.endStep();
await engine.journal.durable();
if (values.check) checkSums();
await devnet.stop();
const seconds = (performance.now() - began) / 1_000;
console.log(JSON.stringify({ rows: accounts * chains, seconds: Math.round(seconds) }));

/** Adds a block that also writes rows, with some coins each. */
function extend(chain, names) {
  const parent = engine.cut.heads.get(chain);
  const { state, host } = engine.chain(chain);
  const block = valueOf(state.open(parent));
  const miner = room.minerOf('11'.repeat(32));
  const port = room.chainPort(
    room.contextOn(engine.network, parent, miner, host),
    host.transactions,
  );
  const parts = { port, block, minerData: room.encodeMiner(miner) };
  const building = valueOf(room.BlockBuilding.begin(parts));
  block.use((database) => {
    database.begin();
    for (const name of names) {
      const balance = new room.Decimal(1_000_000_000_000_000n, 12);
      database.writeRow(
        'write',
        table,
        name,
        new Map([
          ['balance', balance],
          ['guard', guard],
        ]),
      );
    }
    database.commit();
  });
  const candidate = valueOf(engine.complete({ chain, building }));
  const said = engine.extend(candidate, candidate.header);
  if (said !== 'accepted') throw new Error(`the block of chain ${chain} is ${said}`);
}

/** Compares the sum of each state, kept from block to block, with that of all its rows: slow. */
function checkSums() {
  for (const [chain, { state }] of engine.chains) {
    const [own, all] = [state.head.sum.hash(), state.computeStateHash()];
    if (Buffer.compare(own, all) !== 0) throw new Error(`the sum of chain ${chain} is wrong`);
  }
}

function started(result) {
  if (result.devnet !== undefined) return result;
  throw new Error('the devnet did not start');
}

function valueOf(result) {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.fault));
}
