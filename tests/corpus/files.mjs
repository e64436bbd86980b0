// Shared by the scripts of this folder: bundles the code that they run, and finds the files that they run it on.
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Bundles a module of this folder with all that it imports. */
export async function bundled(name) {
  const entry = join(root, `tests/corpus/${name}.ts`);
  const { outputFiles } = await build({
    entryPoints: [entry],
    // The module finds files relative to its sources, not to the bundle.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(entry).href) },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  const cache = join(root, 'node_modules/.cache/corpus');
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, `${name}.mjs`), outputFiles[0].contents);
  return import(pathToFileURL(join(cache, `${name}.mjs`)).href);
}

export function filesIn(path) {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) return filesIn(inner);
      return entry.isFile() && /\.(pact|repl)$/.test(entry.name) ? [inner] : [];
    });
}
