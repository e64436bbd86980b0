// Checks whether gas predicts time. Every builtin runs at sizes from 1 to 100,000, its wall time is compared with the gas
// that it was charged, and every input whose gas fits a block is run until the gas of a block is used up.
//
//   node tests/perf/calibrate.mjs                     one line of JSON; status 1 if a limit is exceeded
//   node tests/perf/calibrate.mjs --verbose           first a line for every measurement
//   node tests/perf/calibrate.mjs --builtin sort      only this builtin, or several with commas
//   node tests/perf/calibrate.mjs --quick             shorter and less exact
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from '../support/parse-options.mjs';
import { build } from 'esbuild';

const { values } = parseArgs({
  options: {
    verbose: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    builtin: { type: 'string' },
  },
});

process.chdir(fileURLToPath(new URL('../../', import.meta.url)));
const { outputFiles } = await build({
  entryPoints: ['tests/perf/calibration/run.ts'],
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  write: false,
});
const cache = 'node_modules/.cache/calibrate';
mkdirSync(cache, { recursive: true });
writeFileSync(`${cache}/run.mjs`, outputFiles[0].contents);
const { calibrate } = await import(pathToFileURL(`${cache}/run.mjs`).href);

const report = calibrate({
  builtins: values.builtin?.split(','),
  effort: values.quick ? { enoughMs: 3, rounds: 2 } : { enoughMs: 20, rounds: 3 },
  show: values.verbose ? (line) => console.log(line) : undefined,
});
console.log(JSON.stringify(report));
process.exitCode = report.holds ? 0 : 1;
