// Measures how many transfers per second one core executes, phase by phase, with signatures already checked: `node
// tests/perf/execute.mjs [transfers]`. It measures the CPU time of this process, so other work on the machine hardly counts.
// The coin contract is that of the first block of development if the vectors are present, else the small one of the tests.

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
  console.log(`${name.padEnd(34)} ${String(rate).padStart(8)} per second`);
}
rmSync(folder, { recursive: true });
