// Runs randomly mutated programs for a given time, and stores those that end badly:
//
//   npm run fuzz                                 a minute, from a seed that is printed
//   npm run fuzz -- --minutes 30 --seed 7        longer, from a given seed
//   npm run fuzz -- --case 123                   one case again
//
// With PACT_REFERENCE the reference's scripts are mutated, too. A bad case is reduced and written to tests/fuzz/found, and
// the exit status is 1.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from '../support/parse-options.mjs';
import { bundleProgram } from '../support/bundle-program.mjs';

process.chdir(fileURLToPath(new URL('../../', import.meta.url)));
const program = await bundleProgram('tests/fuzz/fuzz.ts', 'fuzz');
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '1' },
    threads: { type: 'string', default: '2' },
    case: { type: 'string' },
  },
});
const { fuzz, runCase } = await import(pathToFileURL(program).href);
if (values.case !== undefined) await runCase(Number(values.case));
else {
  const found = await fuzz({
    seed: values.seed === undefined ? Date.now() % 0xffff_ffff : Number(values.seed),
    minutes: Number(values.minutes),
    threads: Number(values.threads),
  });
  process.exitCode = found === 0 ? 0 : 1;
}
