// Compares programs with what the reference answered to them, where `../shared/vectors/differential` holds its answers:
//
//   npm run differ                     all of them
//   npm run differ -- --only p5003     one of them
//   npm run differ -- --shown 50       and more of the differences
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const root = new URL('../../', import.meta.url);
const { outputFiles } = await build({
  absWorkingDir: fileURLToPath(root),
  entryPoints: ['tests/differential/differ.ts'],
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  write: false,
  // The one file that asks where it is looks from here for `../shared`.
  define: { 'import.meta.url': JSON.stringify(new URL('tests/support/any.ts', root).href) },
});
const cache = new URL('node_modules/.cache/differential/', root);
mkdirSync(cache, { recursive: true });
writeFileSync(new URL('differ.mjs', cache), outputFiles[0].contents);

const { values } = parseArgs({
  options: { only: { type: 'string' }, shown: { type: 'string', default: '20' } },
});
const { differ } = await import(new URL('differ.mjs', cache).href);
process.exitCode = differ({ only: values.only, shown: Number(values.shown) }) ? 0 : 1;
