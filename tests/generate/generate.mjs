// Writes every generated file that tests/generate/index.ts lists. Some of them are code that the generators of others use:
// if one of these changes, all files are written again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const changed = new Set();
let isCodeChanged;
do isCodeChanged = (await renew()).some((path) => path.startsWith('src/'));
while (isCodeChanged);
for (const path of changed) console.log(`generate: ${path}`);

/** Returns the paths of the files that were written. */
async function renew() {
  const { outputFiles } = await build({
    entryPoints: ['tests/generate/index.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  const program = Buffer.from(outputFiles[0].contents).toString('base64');
  const { generated } = await import(`data:text/javascript;base64,${program}`);
  const written = generated.filter(({ path, text }) => {
    const current = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const renewed = text(current);
    if (renewed === current) return false;
    writeFileSync(path, renewed);
    return true;
  });
  const paths = written.map(({ path }) => path);
  for (const path of paths) changed.add(path);
  return paths;
}
