// How many transfers a second are executed on one core, phase by phase, with signatures already checked:
// `node tests/perf/execute.mjs [transfers]`. CPU time of this process, so that other work on the machine counts little.
// The coin contract is that of the first block of development where the vectors are, else the small one of the tests.

import { build } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = mkdtempSync(join(tmpdir(), 'pact-execute-'));
const entry = new URL('support/executed.ts', import.meta.url).pathname;
const outfile = join(folder, 'executed.mjs');
await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm' });
const { executed } = await import(pathToFileURL(outfile));
const count = Number(process.argv[2] ?? 2000);
for (const [name, milliseconds, times] of executed(count)) {
  const rate = Math.round((times * 1000) / milliseconds);
  console.log(`${name.padEnd(34)} ${String(rate).padStart(8)} a second`);
}
rmSync(folder, { recursive: true });
