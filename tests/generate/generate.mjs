// Renews every generated file that tests/generate/index.ts lists.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const { outputFiles } = await build({
  entryPoints: ['tests/generate/index.ts'],
  bundle: true,
  platform: 'node',
  format: 'esm',
  write: false,
});
const program = Buffer.from(outputFiles[0].contents).toString('base64');
const { generated } = await import(`data:text/javascript;base64,${program}`);

for (const { path, text } of generated) {
  const current = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const renewed = text(current);
  if (renewed === current) continue;
  writeFileSync(path, renewed);
  console.log(`generate: ${path}`);
}
