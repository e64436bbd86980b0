// Bundles a program of the tests with the sources that it needs, as one file that Node runs.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = new URL('../../', import.meta.url);

/** `entry`: its path in the project; `name`: of the bundle. The path of the bundle, which lies in the cache. */
export async function bundleProgram(entry, name) {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(root),
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    write: false,
    // The files that look for others from their own place look from here.
    define: { 'import.meta.url': JSON.stringify(new URL('tests/support/any.ts', root).href) },
  });
  const cache = new URL('node_modules/.cache/programs/', root);
  mkdirSync(cache, { recursive: true });
  const bundle = new URL(`${name}.mjs`, cache);
  writeFileSync(bundle, outputFiles[0].contents);
  return fileURLToPath(bundle);
}
