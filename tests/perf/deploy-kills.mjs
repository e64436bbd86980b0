// A deployment to a network of 20 chains that is killed 20 times must have the same result as an undisturbed one.
//
//   node tests/perf/deploy-kills.mjs [--chains 20] [--kills 20] [--seed 1]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from '../support/parse-options.mjs';
import { killDeployments } from './support/deploy-kills.mjs';

const { values } = parseArgs({
  options: {
    chains: { type: 'string', default: '20' },
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'pact-deploy-kills-'));
try {
  const { undisturbed, killed, kills, runs } = await killDeployments({
    chains: Number(values.chains),
    kills: Number(values.kills),
    seed: Number(values.seed),
    folder,
    log: (line) => console.log(line),
  });
  const different = undisturbed.flatMap((state, chain) => (state === killed[chain] ? [] : [chain]));
  console.log(`${kills} kills in ${runs} runs on ${undisturbed.length} chains`);
  console.log(
    different.length === 0
      ? 'the chains are the same as those of an undisturbed run'
      : `different: chains ${different.join(', ')}`,
  );
  if (different.length > 0) {
    console.log(undisturbed[different[0]], '\n', killed[different[0]]);
  }
  process.exitCode = different.length === 0 && kills === Number(values.kills) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
