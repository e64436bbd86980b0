// Runs programs changed by chance for as long as one likes, and keeps those that end badly:
//
//   npm run fuzz                                 a minute, from a seed that is printed
//   npm run fuzz -- --minutes 30 --seed 7        longer, from a seed of one's own
//   npm run fuzz -- --case 123                   one case again
//
// With PACT_REFERENCE the reference's scripts are changed too. What ends badly is made smaller and written to
// tests/fuzz/found, and the exit status is 1.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const root = new URL('../../', import.meta.url);
process.chdir(fileURLToPath(root));
const { outputFiles } = await build({
  entryPoints: ['tests/fuzz/fuzz.ts'],
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  write: false,
  // Of the files that ask where they stand, all stand there.
  define: { 'import.meta.url': JSON.stringify(new URL('tests/support/any.ts', root).href) },
});
const cache = 'node_modules/.cache/fuzz';
mkdirSync(cache, { recursive: true });
writeFileSync(`${cache}/fuzz.mjs`, outputFiles[0].contents);

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '1' },
    threads: { type: 'string', default: '2' },
    case: { type: 'string' },
  },
});
const { fuzz, runCase } = await import(pathToFileURL(`${cache}/fuzz.mjs`).href);
if (values.case !== undefined) await runCase(Number(values.case));
else {
  const found = await fuzz({
    seed: values.seed === undefined ? Date.now() % 0xffff_ffff : Number(values.seed),
    minutes: Number(values.minutes),
    threads: Number(values.threads),
  });
  process.exitCode = found === 0 ? 0 : 1;
}
