// What the package exports, for Node and browsers alike, and its types.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

/** Takes longer than everything else, on one core: start it first. */
export async function writeTypes() {
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
  const options = { stdio: 'inherit' };
  const child = spawn(process.execPath, [compiler, '-p', 'tsconfig.build.json'], options);
  const [status] = await once(child, 'exit');
  if (status !== 0) process.exit(1);
  // They belong to the library, which is a module.
  writeFileSync('dist/types/package.json', '{ "type": "module" }\n');
}
