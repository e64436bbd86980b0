// What the package exports, for Node and browsers alike, and its types.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { common, report } from './settings.mjs';

/**
 * `platform: browser` refuses every node: import. What the entries share is in files of its own, so that a value of one is a
 * value of the others.
 */
export async function buildLibrary() {
  const entryPoints = {
    index: 'src/index.ts',
    repl: 'src/tools/repl/index.ts',
    testing: 'src/test-entry.ts',
  };
  await build({
    ...common,
    entryPoints,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'library-[hash]',
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
  });
  for (const name of Object.keys(entryPoints)) report(`dist/${name}.mjs`);
}

export function writeTypes() {
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
  // They belong to the library, which is a module.
  writeFileSync('dist/types/package.json', '{ "type": "module" }\n');
}
