// Bundles a program of the tests with the sources that it needs into one file for Node.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = new URL('../../', import.meta.url);

/**
 * `entry` is the program's path in the project, `name` the bundle's name. Returns the path of the bundle, which is in the
 * cache.
 */
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
    // Modules that find files relative to themselves look from this path.
    define: { 'import.meta.url': JSON.stringify(new URL('tests/support/any.ts', root).href) },
  });
  const cache = new URL('node_modules/.cache/programs/', root);
  mkdirSync(cache, { recursive: true });
  const bundle = new URL(`${name}.mjs`, cache);
  writeFileSync(bundle, outputFiles[0].contents);
  return fileURLToPath(bundle);
}
