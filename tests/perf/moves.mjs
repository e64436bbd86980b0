// How fast a node moves to blocks of other nodes, with execution, without the network: empty blocks and blocks of
// transfers.
//
//   node tests/perf/moves.mjs [--chains 20] [--rounds 50] [--transfers 0] [--window 20]
//
// Processor time is of the whole process, with the thread that writes to the disk.
import { spawnSync } from 'node:child_process';
import { bundleProgram } from '../support/bundle-program.mjs';
import { parseArgs } from '../support/parse-options.mjs';

const { values } = parseArgs({
  options: {
    chains: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '50' },
    transfers: { type: 'string', default: '0' },
    window: { type: 'string', default: '20' },
    profile: { type: 'boolean', default: false },
  },
});
const program = await bundleProgram('tests/perf/moves/program.ts', 'moves');
const { chains, rounds, transfers, window } = values;
const profile = values.profile ? ['--cpu-prof', '--cpu-prof-dir=node_modules/.cache/profiles'] : [];
const { status } = spawnSync(
  process.execPath,
  [...profile, program, chains, rounds, transfers, window],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
